import { spawn } from 'node:child_process';
import { createReadStream, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { EmbeddedPostgres } from '#lib/database';
import { Detector } from '#lib/detection';
import { DocumentInput, FileSink, NullSink, readDocument, rewriteDocument, type Segment } from '#lib/documents';
import { csvCellSource, csvCells } from '../../libs/documents/src/csv/csv-scanner.js';
import { type BigFormat, writeBigFile } from './documents/big-files.js';

const CLI = resolve(import.meta.dirname, '../../dist/apps/cli/src/main.js');
const COMMA = 0x2c;
/** Detection alone is read from the first part of a large file: its rate does not change. */
const DETECTED_BYTES_MAX = 8e6;

interface Measured {
  readonly seconds: number;
  /** Processor time, which other programs on the machine don't add to. */
  readonly cpuSeconds: number;
}

/**
 * `npm run bench -- documents [--size 2] [--formats ndjson,csv] [--columns email=token,…] [--json]`: files of `--size` MB, parsed and printed plainly, taken apart and
 * put together by the plumbing alone, read by the detector alone, and de-identified whole by `pvg deidentify` on an embedded
 * Postgres, with one worker and with two. Under `--columns` that
 * leave nothing to detect, the whole is what plumbing and vault cost.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      size: { type: 'string', default: '2' },
      formats: { type: 'string', default: 'ndjson,csv' },
      columns: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const bytes = Number(values.size) * 1e6;
  const folder = mkdtempSync(join(tmpdir(), 'pvg-bench-documents-'));
  const home = join(folder, 'home');
  const postgres = await EmbeddedPostgres.start({ home });
  try {
    for (const format of values.formats.split(',') as BigFormat[]) {
      const report = await measure(
        folder,
        home,
        format,
        bytes,
        values.columns === undefined ? [] : ['--columns', values.columns],
      );
      if (values.json) process.stdout.write(`${JSON.stringify(report)}\n`);
      else for (const [name, value] of Object.entries(report)) process.stdout.write(`${name.padEnd(62)} ${value}\n`);
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string, home: string, format: BigFormat, bytes: number, columns: readonly string[]) {
  const path = join(folder, `big.${format}`);
  const rows = await writeBigFile(path, format, bytes);
  const { size } = statSync(path);
  const plain = await timed(() => parseAndPrint(path, join(folder, 'plain'), format));
  const input = await DocumentInput.fromFile(path);
  const plumbing = await timed(() => rewriteDocument(input, new NullSink(), { rewrite: async () => new Map() }));
  const detected = Math.min(bytes, DETECTED_BYTES_MAX);
  const part = join(folder, `part.${format}`);
  await writeBigFile(part, format, detected);
  const detector = await detectorAlone(part);
  const detectorRate = statSync(part).size / detector;

  const halves = join(folder, `${format}-halves`);
  mkdirSync(halves);
  for (const seed of [1, 2]) await writeBigFile(join(halves, `half-${seed}.${format}`), format, bytes / 2, seed);
  const tiny = join(folder, `${format}-tiny`);
  mkdirSync(tiny);
  for (const seed of [1, 2]) await writeBigFile(join(tiny, `tiny-${seed}.${format}`), format, 20_000, seed);
  const out = (name: string) => join(folder, `${format}-${name}`);
  const pvg = (source: string, name: string, workers: number) =>
    cli(home, ['deidentify', source, '--out', out(name), '--workers', String(workers), ...columns]);
  await pvg(tiny, 'warm', 1);
  const startOne = await pvg(tiny, 'start-1', 1);
  const startTwo = await pvg(tiny, 'start-2', 2);
  const whole = await cli(home, ['deidentify', path, '--out', join(folder, `whole.${format}`), ...columns]);
  const one = await pvg(halves, 'one', 1);
  const two = await pvg(halves, 'two', 2);
  const wholeSeconds = Math.max(0.001, whole.seconds - startOne.seconds);
  const wholeCpu = Math.max(0.001, whole.cpuSeconds - startOne.cpuSeconds);
  const rate = (seconds: number, of = size) => `${(of / 1e6 / seconds).toFixed(2)} MB/s`;
  const ratio = (value: number) => value.toFixed(3);
  return {
    [`${format}: megabytes, rows`]: `${(size / 1e6).toFixed(1)}, ${rows}`,
    [`${format}: parse and print`]: rate(plain.cpuSeconds),
    [`${format}: plumbing alone (nothing is replaced)`]: rate(plumbing.cpuSeconds),
    [`${format}: detector alone`]: `${(detectorRate / 1e6).toFixed(2)} MB/s`,
    [`${format}: whole, to the vault and checked`]: `${rate(wholeCpu)} of processor time, ${rate(wholeSeconds)} on the clock`,
    [`${format}: whole / parse and print`]: ratio(plain.cpuSeconds / wholeCpu),
    [`${format}: plumbing alone / whole (processor time)`]: ratio(plumbing.cpuSeconds / wholeCpu),
    [`${format}: detector alone / whole (processor time)`]: ratio(size / detectorRate / wholeCpu),
    [`${format}: resident memory of the whole, MB at most`]: whole.megabytes,
    [`${format}: two workers against one, without the start`]: ratio(
      (one.seconds - startOne.seconds) / Math.max(0.001, two.seconds - startTwo.seconds),
    ),
    [`${format}: two workers against one, with the start`]: ratio(one.seconds / two.seconds),
  };
}

async function timed(work: () => Promise<unknown>): Promise<Measured> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { seconds: (performance.now() - start) / 1e3, cpuSeconds: (user + system) / 1e6 };
}

async function parseAndPrint(path: string, target: string, format: BigFormat): Promise<void> {
  const file = await open(target, 'w');
  const sink = new FileSink(file);
  let held = '';
  for await (const line of createInterface({ input: createReadStream(path) })) {
    held += `${format === 'ndjson' ? JSON.stringify(JSON.parse(line)) : printedCells(line)}\n`;
    if (held.length < 256 * 1024) continue;
    await sink.write(Buffer.from(held));
    held = '';
  }
  await sink.write(Buffer.from(held));
  await file.close();
}

function printedCells(line: string): string {
  return csvCells(line, COMMA)
    .map(({ text, quoted }) => csvCellSource(text, quoted, ','))
    .join(',');
}

/** Seconds of processor time of detection, record by record, as the seam calls it. */
async function detectorAlone(path: string): Promise<number> {
  const detector = new Detector();
  let seconds = 0;
  await readDocument(await DocumentInput.fromFile(path), async (segments) => {
    const records = [...byRecord(segments).values()].map((record) =>
      record.map(({ text, kind, label }) => ({ text, kind, ...(label !== undefined && { label }) })),
    );
    const { cpuSeconds } = await timed(async () => {
      for (const texts of records) detector.findAll(texts);
    });
    seconds += cpuSeconds;
  });
  return seconds;
}

function byRecord(segments: readonly Segment[]): Map<number | undefined, Segment[]> {
  const records = new Map<number | undefined, Segment[]>();
  for (const segment of segments) {
    const record = records.get(segment.record);
    if (record) record.push(segment);
    else records.set(segment.record, [segment]);
  }
  return records;
}

/** Runs the command line as users do; on Linux its memory and processor time are read from /proc. */
async function cli(home: string, args: readonly string[]): Promise<Measured & { readonly megabytes: number }> {
  const start = performance.now();
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { PATH: process.env.PATH, PVG_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told = (told + text).slice(-2_000);
  });
  let megabytes = 0;
  let cpuSeconds = 0;
  const watch = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      megabytes = Math.max(megabytes, Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_000));
      const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // proc(5): utime and stime, in hundredths of a second.
      cpuSeconds = (Number(fields[11]) + Number(fields[12])) / 100;
    } catch {
      // It has just ended, or there is no /proc.
    }
  }, 50);
  const code = await new Promise<number | null>((done) => child.once('close', done));
  clearInterval(watch);
  if (code !== 0) throw new Error(`pvg ended with ${code}: ${told}`);
  return { seconds: (performance.now() - start) / 1e3, cpuSeconds, megabytes };
}
