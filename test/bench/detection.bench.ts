import { parseArgs } from 'node:util';
import { Detector } from '#lib/detection';
import { type CorpusSet, foldOf, readCorpora } from './detection/corpus.js';
import { makeNoise } from './detection/noise.js';
import { type Rival, rivals } from './detection/rivals.js';
import { addScores, renderScores, scoreSet, type TypeScore } from './detection/scorer.js';
import { hostileShapes, measureSpeed, pieces } from './detection/speed.js';

const PROSE_SIZES = [200, 2_000, 20_000, 100_000];
const HOSTILE_SIZE = 1_000_000;
const HOSTILE_FACTOR_MAX = 3;

/**
 * Measures detection: `--data <folder of jsonl.gz>` for precision and recall, `--fold 0..4` for one fifth of each set,
 * `--sets a,b`, `--strict`, `--noise <MB>`, `--no-rivals`, `--no-speed`. Without data, speed and false hits only.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      fold: { type: 'string' },
      sets: { type: 'string' },
      strict: { type: 'boolean', default: false },
      noise: { type: 'string', default: '10' },
      'no-rivals': { type: 'boolean', default: false },
      'no-speed': { type: 'boolean', default: false },
    },
  });
  const detector = new Detector();
  const profile = values.strict ? 'strict' : 'default';
  const find = (text: string) => detector.find(text, { profile });
  const others = values['no-rivals'] ? [] : rivals();
  const sets = values.data ? chosen(readCorpora(values.data), values.sets, values.fold) : [];
  if (sets.length > 0) reportQuality(sets, { name: 'pvg', find }, others);
  await reportNoise(find, Number(values.noise));
  if (!values['no-speed']) reportSpeed(sets, find, others);
}

function chosen(sets: CorpusSet[], names: string | undefined, fold: string | undefined): CorpusSet[] {
  const wanted = names?.split(',');
  const kept = wanted ? sets.filter((set) => wanted.some((name) => set.name.includes(name))) : sets;
  return fold === undefined ? kept : kept.map((set) => foldOf(set, Number(fold)));
}

function reportQuality(sets: readonly CorpusSet[], own: Rival, others: readonly Rival[]): void {
  for (const finder of [own, ...others]) {
    const total = new Map<string, TypeScore>();
    for (const set of sets) {
      const scores = scoreSet(set, (text) => finder.find(text));
      addScores(total, scores);
      if (finder === own) print(renderScores(`${finder.name} on ${set.name} (${set.records.length} records)`, scores));
    }
    print(renderScores(`${finder.name} on all sets`, total));
  }
}

async function reportNoise(find: (text: string) => { type: string }[], megabytes: number): Promise<void> {
  const counts = new Map<string, number>();
  for (let part = 0; part < megabytes; part += 1) {
    for (const { type } of find(makeNoise(1_000_000, part + 1))) counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const rows = [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([type, count]) => `${type} ${(count / megabytes).toFixed(1)}`);
  print(
    `False hits per MB of ${megabytes} MB of logs, code, JSON and numbers (IP_ADDRESS are real ones): ${rows.join(', ') || 'none'}`,
  );
}

function reportSpeed(sets: readonly CorpusSet[], find: (text: string) => unknown, others: readonly Rival[]): void {
  const prose =
    sets.length > 0 ? sets.flatMap((set) => set.records.map((record) => record.text)).join('\n\n') : SAMPLE.repeat(600);
  const before = process.memoryUsage().rss;
  let perByte = 0;
  for (const size of PROSE_SIZES) {
    const speed = measureSpeed('pvg', pieces(prose, size, 400), find, 3);
    perByte = 1 / speed.megabytesPerSecond;
    print(line(speed));
  }
  print(
    `  resident memory after prose: ${Math.round(process.memoryUsage().rss / 1e6)} MB (${Math.round((process.memoryUsage().rss - before) / 1e6)} MB more than before)`,
  );
  for (const rival of others)
    print(line(measureSpeed(rival.name, pieces(prose, 2_000, 100), (text) => rival.find(text), 3)));
  const slow: string[] = [];
  for (const [name, text] of hostileShapes(HOSTILE_SIZE)) {
    const started = process.cpuUsage();
    find(text);
    const used = process.cpuUsage(started);
    const factor = (used.user + used.system) / text.length / perByte;
    if (factor > HOSTILE_FACTOR_MAX) slow.push(`${name} ${factor.toFixed(1)}×`);
  }
  print(
    `  hostile shapes of ${HOSTILE_SIZE} characters slower than ${HOSTILE_FACTOR_MAX}× prose per character: ${slow.join(', ') || 'none'}`,
  );
}

function line(speed: ReturnType<typeof measureSpeed>): string {
  return `  ${speed.name.padEnd(34)}${String(speed.characters).padStart(7)} characters  ${speed.megabytesPerSecond.toFixed(3).padStart(8)} MB/s of CPU  p50 ${speed.p50Ms.toFixed(2)} p95 ${speed.p95Ms.toFixed(2)} p99 ${speed.p99Ms.toFixed(2)} ms`;
}

const SAMPLE =
  'Maria Lopez wrote to the clinic on 3 March 2021 that her brother Paul Okafor had moved to 12 High Street, Leeds. She left a number, 020 7946 0958, and asked Dr. Amara Okoye to call before the hearing. The committee read the minutes, thanked the staff of Ferndown Logistics and closed at noon.\n\n';

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
