import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DocumentInput } from '#lib/documents';

/** Content up to this is held in memory; more lies on the local disk. */
const HELD_BYTES_MAX = 64 * 1024 * 1024;
const FOLDER = 'work';
const LEFT_OVER_MS = 24 * 3_600_000;

export interface SpooledDocument {
  readonly input: DocumentInput;
  /** Removes it from the disk. */
  release(): Promise<void>;
}

/**
 * Makes a document of bytes that can be read only once. What is too large for memory lies in `<home>/work`, 0600, until it
 * is released. `name` is for its extension.
 */
export async function spoolDocument(
  content: AsyncIterable<Uint8Array>,
  name: string,
  home: string,
  signal?: AbortSignal,
): Promise<SpooledDocument> {
  const source = content[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  let size = 0;
  for (let next = await source.next(); !next.done; next = await source.next()) {
    held.push(next.value);
    size += next.value.length;
    if (size > HELD_BYTES_MAX) return onDisk(await workFolder(home), held, source, name, signal);
  }
  return { input: DocumentInput.fromBytes(name, Buffer.concat(held)), release: async () => undefined };
}

/** The folder of such files. What a killed process left in it is removed after a day. */
export async function workFolder(home: string): Promise<string> {
  const folder = join(home, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const changed = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.POSITIVE_INFINITY,
    );
    if (Date.now() - changed > LEFT_OVER_MS) await rm(path, { force: true });
  }
  return folder;
}

async function onDisk(
  folder: string,
  held: Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
  name: string,
  signal: AbortSignal | undefined,
): Promise<SpooledDocument> {
  const path = join(folder, randomUUID());
  const release = () => rm(path, { force: true });
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      for (const chunk of held.splice(0)) await file.appendFile(chunk);
      for (let next = await rest.next(); !next.done; next = await rest.next()) {
        signal?.throwIfAborted();
        await file.appendFile(next.value);
      }
    } finally {
      await file.close();
    }
    return { input: await DocumentInput.fromFile(path, name), release };
  } catch (error) {
    await release();
    throw error;
  }
}
