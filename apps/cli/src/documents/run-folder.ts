import { mkdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DomainError } from '#lib/kernel';
import type { DocumentRunner, Outcome, RunSettings } from './document-task.js';
import { asDomainError } from './named-error.js';
import type { Progress } from './progress.js';
import { lockFolder } from './run-lock.js';
import { RunManifest } from './run-manifest.js';
import { type SourceFile, sourceFiles } from './source-files.js';

export interface FolderRun {
  readonly folder: string;
  /** Null when only reports are wanted. */
  readonly out: string | null;
  readonly settings: RunSettings;
  /** One for each file that is worked on at once. */
  readonly runners: readonly DocumentRunner[];
  readonly signal: AbortSignal;
  /** Called once it is known what there is to do. */
  readonly progress: (total: { files: number; bytes: number }) => Progress;
  readonly onOutcome: (outcome: Outcome) => void;
}

/**
 * Every file below a folder, to a file of the same name below another. A file that fails is named and the others go on. Files
 * that an earlier run has done, killed or not, are not done again. Throws the signal's reason when it is aborted.
 */
export async function runFolder(run: FolderRun): Promise<void> {
  const { folder, out } = run;
  const files = await sourceFiles(folder, out);
  if (out === null) return workOn(run, files, null);
  await mkdir(out, { recursive: true, mode: 0o700 });
  if ((await realpath(out)) === (await realpath(folder))) {
    throw new DomainError('request.invalid', { publicMessage: '--out is the folder that is read. Give another.' });
  }
  const unlock = await lockFolder(out);
  try {
    const manifest = await RunManifest.open(out, run.settings);
    try {
      await workOn(run, files, manifest);
    } finally {
      await manifest.close();
    }
  } finally {
    await unlock();
  }
}

async function workOn(run: FolderRun, files: readonly SourceFile[], manifest: RunManifest | null): Promise<void> {
  const waiting: SourceFile[] = [];
  for (const file of files) {
    const report = await manifest?.reportOf(file);
    if (report) run.onOutcome({ path: file.path, state: 'kept', report });
    else waiting.push(file);
  }
  const progress = run.progress({ files: waiting.length, bytes: waiting.reduce((sum, { bytes }) => sum + bytes, 0) });
  const next = waiting[Symbol.iterator]();
  const stop = new AbortController();
  const signal = AbortSignal.any([run.signal, stop.signal]);
  const ends = await Promise.allSettled(
    run.runners.map(async (runner) => {
      try {
        for (const file of next) {
          signal.throwIfAborted();
          run.onOutcome(await one({ ...run, signal }, runner, file, manifest, progress));
          progress.finish(file.path, file.bytes);
        }
      } catch (error) {
        stop.abort(error);
        throw error;
      }
    }),
  );
  if (ends.some(({ status }) => status === 'rejected')) throw signal.reason;
}

async function one(
  { folder, out, signal }: FolderRun,
  runner: DocumentRunner,
  file: SourceFile,
  manifest: RunManifest | null,
  progress: Progress,
): Promise<Outcome> {
  const { path } = file;
  try {
    const target = out === null ? null : join(out, path);
    if (target !== null) await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const onProgress = (bytes: number) => progress.advance(path, bytes);
    const report = await runner.run({ source: join(folder, path), target }, { signal, onProgress });
    await manifest?.done(file, report);
    return { path, state: 'done', report };
  } catch (error) {
    signal.throwIfAborted();
    const named = asDomainError(error);
    // Without the vault, policy or audit no file will do better; the run can be taken up when they are back.
    if (!isOfTheFile(named)) throw named;
    return { path, state: 'failed', error: named };
  }
}

function isOfTheFile({ code }: DomainError): boolean {
  return code.startsWith('document.') || code === 'detection.failed' || code === 'internal';
}
