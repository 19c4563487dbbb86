import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExchangeScope } from '#lib/deidentification';
import { DocumentInput } from '#lib/documents';
import type { DocumentService } from '../documents/document-service.js';
import type { FileTask, FileWork, ProcessFile } from './item-worker.js';

/** Files up to this are held in memory; others lie on the local disk while they are worked on. */
const HELD_BYTES_MAX = 64 * 1024 * 1024;
const FOLDER = 'work';
const LEFT_OVER_MS = 24 * 3_600_000;

/** Who asked, as policy sees it now. Throws `policy.denied` when that one may no longer do this. */
export type OpenJobScope = (task: FileTask) => Promise<ExchangeScope>;

/**
 * Makes what workers run: a file of a job through the seam, as the one who asked. `home` is the process's own folder: a file
 * that is too large for memory lies there, 0600, until it is done; what a killed process left is removed after a day.
 */
export async function documentProcessor(
  service: DocumentService,
  openScope: OpenJobScope,
  home: string,
): Promise<ProcessFile> {
  const folder = join(home, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeLeftOvers(folder);
  return async (task, work) => {
    const scope = await openScope(task);
    const local = await localCopy(folder, task, work);
    try {
      const documentWork = {
        signal: work.signal,
        onProgress: ({ bytesRead }: { bytesRead: number }) => work.onProgress(bytesRead),
      };
      const report =
        task.kind === 'inspect'
          ? await service.inspect(scope, local.input, task.options, documentWork)
          : await service.deidentify(scope, local.input, work.output, task.options, documentWork);
      return { ...report };
    } finally {
      await local.release();
    }
  };
}

async function localCopy(folder: string, task: FileTask, work: FileWork) {
  if (task.bytes <= HELD_BYTES_MAX) {
    const chunks: Buffer[] = [];
    for await (const chunk of work.content()) chunks.push(chunk);
    return { input: DocumentInput.fromBytes(task.name, Buffer.concat(chunks)), release: async () => undefined };
  }
  const path = join(folder, randomUUID());
  const release = () => rm(path, { force: true });
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of work.content()) {
        work.signal.throwIfAborted();
        await file.write(chunk);
      }
    } finally {
      await file.close();
    }
    return { input: await DocumentInput.fromFile(path, task.name), release };
  } catch (error) {
    await release();
    throw error;
  }
}

async function removeLeftOvers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const age =
      Date.now() -
      (await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => Date.now(),
      ));
    if (age > LEFT_OVER_MS) await rm(path, { force: true });
  }
}
