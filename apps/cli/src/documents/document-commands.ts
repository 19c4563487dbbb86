import { stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { type Config, loadConfig } from '#lib/config';
import {
  DocumentInput,
  type DocumentReport,
  detectFormat,
  formatById,
  StreamSink,
  writeWholeFile,
} from '#lib/documents';
import { spoolDocument } from '#lib/ingestion';
import { DomainError, type Secret, withoutAbsent } from '#lib/kernel';
import { LocalSeam } from '../local/local-seam.js';
import { proposeColumns, readColumns } from './column-options.js';
import { countsOf, type DocumentCommand, type Outcome, type RunSettings } from './document-task.js';
import { LocalRunner } from './local-runner.js';
import { Progress } from './progress.js';
import { runFolder } from './run-folder.js';
import { ThreadRunner } from './thread-runner.js';

/** What the command line says about documents. */
export interface DocumentCommandOptions {
  readonly format?: string;
  readonly columns?: string;
  readonly proposeColumns?: boolean;
  readonly collection: string;
  readonly purpose?: string;
  readonly as?: RunSettings['as'];
  readonly out?: string;
  readonly report?: string;
  readonly workers?: number;
  readonly key?: Secret<string>;
}

/** `0`: everything is done. `2`: some files or records failed, each named. */
export type ExitCode = 0 | 2;

const WORKERS_MAX = 16;
const WORKERS_DEFAULT_MAX = 4;

/** One file, standard input (`-`), or every file below a folder. */
export async function runDocuments(
  command: DocumentCommand,
  place: string,
  options: DocumentCommandOptions,
  signal: AbortSignal,
): Promise<ExitCode> {
  const config = loadConfig();
  const { format, as, purpose } = options;
  if (format !== undefined) formatById(format);
  const columns = options.columns === undefined ? undefined : await readColumns(options.columns);
  const settings = {
    command,
    collectionId: options.collection,
    ...withoutAbsent({ purpose, format, as, columns }),
  };
  const folder = place !== '-' && (await isFolder(place));
  if (folder && command !== 'inspect' && options.out === undefined) {
    throw new DomainError('request.invalid', { publicMessage: 'A folder needs --out, another folder.' });
  }
  const seam = await LocalSeam.open({ config, ...withoutAbsent({ key: options.key }) });
  try {
    if (options.proposeColumns) return await propose(seam, place, settings, config);
    return folder
      ? await folderRun(seam, place, settings, options, signal)
      : await fileRun(seam, place, settings, options, signal, config);
  } finally {
    await seam.close();
  }
}

async function propose(seam: LocalSeam, place: string, settings: RunSettings, { home }: Config): Promise<ExitCode> {
  const { input, release } = await opened(place, settings, home);
  try {
    const profiles = await proposeColumns(seam, input, settings);
    for (const { name, proposed, because, filled } of profiles) {
      process.stderr.write(`${name}: ${proposed} (${because}; ${filled} cells read)\n`);
    }
    const policies = Object.fromEntries(profiles.map(({ name, proposed }) => [name, proposed]));
    process.stdout.write(`${JSON.stringify(policies, null, 2)}\n`);
    return 0;
  } finally {
    await release();
  }
}

async function fileRun(
  seam: LocalSeam,
  place: string,
  settings: RunSettings,
  options: DocumentCommandOptions,
  signal: AbortSignal,
  { home }: Config,
): Promise<ExitCode> {
  const { input, release } = await opened(place, settings, home);
  const runner = new LocalRunner(seam, settings);
  const progress = new Progress(process.stderr, { files: 1, bytes: input.size });
  const work = { signal, onProgress: (bytes: number) => progress.advance(place, bytes) };
  try {
    const target = options.out === undefined ? null : await targetOf(options.out, place);
    let report: DocumentReport;
    if (settings.command === 'inspect') {
      report = await runner.inspect(input, work);
      const text = `${JSON.stringify(report, null, 2)}\n`;
      if (target === null) process.stdout.write(text);
      else await writeFile(target, text, { mode: 0o600 });
    } else if (target === null) {
      await refuseTerminal(input, settings);
      report = await runner.rewrite(input, new StreamSink(process.stdout), work);
    } else {
      report = await writeWholeFile(target, (sink) => runner.rewrite(input, sink, work));
    }
    progress.clear();
    if (options.report !== undefined) await writeReport(options.report, report);
    if (target !== null) process.stderr.write(`${summaryOf([report])}\n`);
    return report.faultCount > 0 ? tellFaults(report) : 0;
  } catch (error) {
    progress.clear();
    if (!(error instanceof DomainError) || !error.code.startsWith('document.')) throw error;
    process.stderr.write(`pvg: ${error.publicMessage} [${error.code}]\n`);
    return 2;
  } finally {
    await release();
  }
}

async function folderRun(
  seam: LocalSeam,
  folder: string,
  settings: RunSettings,
  options: DocumentCommandOptions,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { out = null, key, report } = options;
  const { command } = settings;
  const outcomes: Outcome[] = [];
  let progress: Progress | undefined;
  const onOutcome = (outcome: Outcome): void => {
    outcomes.push(outcome);
    if (outcome.state === 'failed') {
      progress?.line(`pvg: ${outcome.path}: ${outcome.error.publicMessage} [${outcome.error.code}]`);
    } else if (command === 'inspect') {
      progress?.clear();
      process.stdout.write(`${JSON.stringify({ path: outcome.path, ...outcome.report })}\n`);
    }
  };
  const workers = Math.min(options.workers ?? Math.min(availableParallelism(), WORKERS_DEFAULT_MAX), WORKERS_MAX);
  const threads =
    workers <= 1 ? [] : Array.from({ length: workers }, () => new ThreadRunner(settings, key, seam.parts.databaseUrl));
  try {
    await runFolder({
      folder,
      out: command === 'inspect' ? null : out,
      settings,
      runners: threads.length > 0 ? threads : [new LocalRunner(seam, settings)],
      signal,
      progress: (total) => {
        progress = new Progress(process.stderr, total);
        return progress;
      },
      onOutcome,
    });
  } finally {
    progress?.clear();
    await Promise.all(threads.map((thread) => thread.close()));
  }
  const reports = outcomes.flatMap((outcome) => (outcome.state === 'failed' ? [] : [outcome.report]));
  const failed = outcomes.filter(({ state }) => state === 'failed').length;
  const kept = outcomes.filter(({ state }) => state === 'kept').length;
  if (report !== undefined) await writeReport(report, folderReport(outcomes));
  const faults = reports.reduce((sum, { faultCount }) => sum + faultCount, 0);
  const again = kept > 0 ? `, ${kept} were done before` : '';
  const records = faults > 0 ? `, ${faults} records failed` : '';
  process.stderr.write(`${outcomes.length} files: ${failed} failed${again}${records}; ${summaryOf(reports)}\n`);
  return failed > 0 || faults > 0 ? 2 : 0;
}

function folderReport(outcomes: readonly Outcome[]): unknown {
  const files = [...outcomes]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, ...outcome }) =>
      outcome.state === 'failed'
        ? {
            path,
            state: outcome.state,
            error: { code: outcome.error.code, message: outcome.error.publicMessage, facts: outcome.error.facts },
          }
        : { path, state: outcome.state, report: outcome.report },
    );
  return { files };
}

/** Paths and what is said of files: for the one who ran it. */
async function writeReport(path: string, report: unknown): Promise<void> {
  await writeFile(path, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 });
}

function summaryOf(reports: readonly DocumentReport[]): string {
  const counts = new Map<string, number>();
  for (const report of reports) {
    for (const [type, count] of Object.entries(countsOf(report))) counts.set(type, (counts.get(type) ?? 0) + count);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const types = [...counts].sort((a, b) => b[1] - a[1]).map(([type, count]) => `${type} ${count}`);
  return total === 0 ? '0 values' : `${total} values (${types.join(', ')})`;
}

function tellFaults({ faultCount }: DocumentReport): ExitCode {
  process.stderr.write(`pvg: ${faultCount} records failed; each is an error record in the output\n`);
  return 2;
}

async function opened(place: string, { format }: RunSettings, home: string) {
  if (place !== '-') return { input: await DocumentInput.fromFile(place), release: async () => undefined };
  const extension = format === undefined ? '' : `.${formatById(format).extensions[0]}`;
  return spoolDocument(process.stdin, `stdin${extension}`, home);
}

async function targetOf(out: string, place: string): Promise<string> {
  if (!(await isFolder(out))) return out;
  if (place === '-') throw new DomainError('request.invalid', { publicMessage: '--out is a folder; name a file.' });
  return join(out, basename(place));
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** A zip container on a terminal helps nobody. */
async function refuseTerminal(input: DocumentInput, { format }: RunSettings): Promise<void> {
  if (!process.stdout.isTTY) return;
  const { mediaType } = format === undefined ? await detectFormat(input) : formatById(format);
  if (/^(?:text\/|message\/|application\/(?:json|x-ndjson|rtf))/.test(mediaType)) return;
  throw new DomainError('request.invalid', { publicMessage: 'This format cannot be shown on a terminal. Give --out.' });
}
