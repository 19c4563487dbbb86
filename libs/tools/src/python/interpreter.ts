export interface InterpreterTask {
  readonly code: string;
  readonly files?: readonly { readonly name: string; readonly text: string }[];
  readonly charsMax: number;
}

/**
 * Runs Python in a process that can do nothing else: one JSON line in, one out. Its source is what that process is started
 * with, so it refers to nothing outside of itself. `snapshotLength`: of the memory of a Python that has just started, which
 * comes in on descriptor 3; 0 for none.
 */
export async function interpreter(pyodideFolder: string, snapshotLength: number): Promise<void> {
  const { constants, readSync } = await import('node:fs');
  const { createInterface } = await import('node:readline');
  // The runtime asks for the numbers of open flags; the permission model rightly refuses the binding itself.
  Object.assign(process, { binding: () => ({ fs: { ...constants } }) });
  const { loadPyodide } = (await import(`${pyodideFolder}/pyodide.mjs`)) as typeof import('pyodide');
  const write = process.stdout.write.bind(process.stdout);

  /** Printed text so far; what is beyond the limit is counted and forgotten. */
  let printed = '';
  let charsMax = 20_000;
  let dropped = 0;
  /** What is beyond this is refused: code that prints without end learns that the disk is full. */
  const droppedMax = 16_000_000;
  const print = (text: string): void => {
    const room = charsMax - printed.length;
    if (text.length > room) dropped += text.length - Math.max(0, room);
    if (room > 0) printed += text.slice(0, room);
  };
  const decoder = new TextDecoder();
  const output = {
    write: (bytes: Uint8Array): number => {
      if (dropped > droppedMax) throw new python.FS.ErrnoError(51);
      print(decoder.decode(bytes, { stream: true }));
      return bytes.length;
    },
    isatty: false,
  };

  const snapshot = new Uint8Array(snapshotLength);
  for (let at = 0; at < snapshotLength; ) {
    const read = readSync(3, snapshot, at, snapshotLength - at, null);
    if (read === 0) throw new Error('the snapshot is cut');
    at += read;
  }
  const python = await loadPyodide({
    ...(snapshotLength > 0 && { _loadSnapshot: snapshot }),
    indexURL: `${pyodideFolder}/`,
    jsglobals: Object.create(null),
    env: { HOME: '/home/python' },
    fullStdLib: false,
  });
  python.setStdout(output);
  python.setStderr(output);
  python.setStdin({ error: true });
  python.FS.mkdirTree('/mnt/data');
  python.FS.chdir('/mnt/data');
  for (const name of ['js', 'pyodide_js']) python.unregisterJsModule(name);
  python.runPython(`
import sys
for _name in ('pyodide_js', '_pyodide_core', 'js', 'pyodide.http', 'pyodide.code', 'pyodide.ffi', 'pyodide._package_loader', 'pyodide.webloop', 'micropip'):
    sys.modules[_name] = None
del _name
if 'random' in sys.modules:
    sys.modules['random'].seed()
`);
  const evaluate = python.runPython(`
import ast, sys, traceback
def _make():
    scope = {'__name__': '__main__', '__builtins__': __builtins__}
    def run(code):
        try:
            tree = ast.parse(code, '<code>')
            last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            exec(compile(tree, '<code>', 'exec'), scope)
            if last is not None:
                value = eval(compile(ast.Expression(last.value), '<code>', 'eval'), scope)
                if value is not None:
                    print(repr(value) if not isinstance(value, str) else value)
            return True
        except SystemExit:
            return True
        except BaseException as error:
            lines = traceback.format_exception_only(type(error), error)
            at = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == '<code>']
            print((f'line {at[-1]}: ' if at else '') + ''.join(lines).strip()[-2000:])
            return False
    return run
_make()
`) as (code: string) => boolean;
  python.runPython('del _make');

  /** A name that stays in the folder. */
  const plainName = (name: string): boolean => /^[A-Za-z0-9_][A-Za-z0-9_. -]{0,99}$/.test(name);

  const before = new Map<string, string>();
  const readFiles = (): { name: string; text?: string; binary?: true }[] => {
    const files: { name: string; text?: string; binary?: true }[] = [];
    for (const name of python.FS.readdir('/mnt/data')) {
      if (name === '.' || name === '..' || !plainName(name) || files.length >= 20) continue;
      const path = `/mnt/data/${name}`;
      const { mode, size } = python.FS.lstat(path);
      if (!python.FS.isFile(mode) || size > 1_000_000) continue;
      const bytes = python.FS.readFile(path);
      const key = `${bytes.length}:${bytes.reduce((sum: number, byte: number) => (sum * 31 + byte) >>> 0, 7)}`;
      if (before.get(name) === key) continue;
      before.set(name, key);
      try {
        files.push({ name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) });
      } catch {
        files.push({ name, binary: true });
      }
    }
    return files;
  };

  /** Paths of the machine, should any get into a message. */
  const hostPaths = (text: string): string =>
    text.replace(/(?<![\w:/])(?:file:\/\/)?\/(?!mnt\/data|home\/python|lib\/python)(?:[\w.@-]+\/){2,}[\w.@-]+/g, '…');

  write(`${JSON.stringify({ ready: true })}\n`);
  for await (const line of createInterface({ input: process.stdin })) {
    const { code, files = [], charsMax: limit } = JSON.parse(line) as InterpreterTask;
    printed = '';
    dropped = 0;
    charsMax = limit;
    let ok = false;
    let broken = false;
    try {
      for (const { name, text } of files) {
        if (!plainName(name)) continue;
        python.FS.writeFile(`/mnt/data/${name}`, text);
      }
      readFiles();
      ok = evaluate(code);
    } catch (error) {
      print(`${error instanceof Error ? error.name : 'Error'}: the interpreter stopped\n`);
      broken = true;
    }
    let made: ReturnType<typeof readFiles> = [];
    try {
      made = readFiles();
    } catch {
      print('\nThe files cannot be read.');
    }
    const notice = dropped > 0 ? `\n[${dropped} characters more were printed.]` : '';
    write(`${JSON.stringify({ ok, broken, text: hostPaths(printed) + notice, files: made })}\n`);
    // What is broken answers no more.
    if (broken) process.exit(0);
  }
}
