/**
 * Starts Python and writes its memory to the standard output: a process that begins with it has Python at once. No code of
 * anybody has run by then. Its source is what a process is started with, so it refers to nothing outside of itself.
 */
export async function snapshotMaker(pyodideFolder: string): Promise<void> {
  const { constants } = await import('node:fs');
  // The runtime asks for the numbers of open flags; the permission model rightly refuses the binding itself.
  Object.assign(process, { binding: () => ({ fs: { ...constants } }) });
  const { loadPyodide } = (await import(`${pyodideFolder}/pyodide.mjs`)) as typeof import('pyodide');
  const write = process.stdout.write.bind(process.stdout);
  const python = await loadPyodide({
    indexURL: `${pyodideFolder}/`,
    jsglobals: Object.create(null),
    env: { HOME: '/home/python' },
    fullStdLib: false,
    _makeSnapshot: true,
  });
  const memory = (python as unknown as { makeMemorySnapshot(): Uint8Array }).makeMemorySnapshot();
  write(memory, () => process.exit(0));
}
