import { parseArgs } from 'node:util';
import { Detector } from '#lib/detection';
import { type CorpusSet, foldOf, readCorpora } from './detection/corpus.js';
import { makeNoise } from './detection/noise.js';
import { presidio } from './detection/presidio.js';
import { type Rival, rivals } from './detection/rivals.js';
import { addScores, renderScores, scoreSet, type TypeScore } from './detection/scorer.js';
import { compareInTurns, hostileShapes, measureSpeed, pieces } from './detection/speed.js';

const PROSE_SIZES = [1_000, 2_000, 20_000, 100_000];
/** Sizes at which the peers read the same pieces; they are slow. */
const SIZES_OF_PEERS = [2_000, 20_000];
const CHARACTERS_OF_PEERS = 60_000;
const ROUNDS = 6;
const PIECES_MAX = 400;
const HOSTILE_FACTOR_MAX = 3;

/**
 * Measures detection: `--data <folder of jsonl.gz>` for precision and recall, `--fold 0..4` for one fifth of each set,
 * `--sets a,b`, `--presidio <python[:spaCy model]>`, `--strict`, `--noise <MB>`, `--hostile <MB>`, `--no-quality`, `--no-rivals`, `--no-speed`. Without data, speed
 * and false hits only.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      fold: { type: 'string' },
      sets: { type: 'string' },
      presidio: { type: 'string' },
      strict: { type: 'boolean', default: false },
      noise: { type: 'string', default: '10' },
      hostile: { type: 'string', default: '1' },
      'no-quality': { type: 'boolean', default: false },
      'no-rivals': { type: 'boolean', default: false },
      'no-speed': { type: 'boolean', default: false },
    },
  });
  const detector = new Detector();
  const profile = values.strict ? 'strict' : 'default';
  const find = (text: string) => detector.find(text, { profile });
  const others = values['no-rivals'] ? [] : rivals();
  const sets = values.data ? chosen(readCorpora(values.data), values.sets, values.fold) : [];
  if (sets.length > 0 && !values['no-quality']) {
    const peers = values.presidio ? [...others, askPresidio(values.presidio, sets, find)] : others;
    reportQuality(sets, { name: 'pvg', find }, peers);
  }
  await reportNoise(find, Number(values.noise));
  if (values['no-speed']) return;
  const perCharacter = reportSpeed(sets, find, others);
  reportHostile(find, Number(values.hostile) * 1_000_000, perCharacter);
}

/** Presidio reads everything beforehand: its speed is told here, beside this detector's on the same texts. */
function askPresidio(python: string, sets: readonly CorpusSet[], find: (text: string) => unknown): Rival {
  const texts = sets.flatMap(({ records }) => records.map(({ text }) => text));
  const { rival, megabytesPerSecond } = presidio(python, texts);
  const own = measureSpeed('pvg', texts, find, 3).megabytesPerSecond;
  print(
    `${rival.name}: ${megabytesPerSecond.toFixed(3)} MB/s of CPU; pvg on the same texts ${own.toFixed(3)}: ${(own / megabytesPerSecond).toFixed(1)}×`,
  );
  return rival;
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

/**
 * Speed by size and kind of text, beside the peers on the same pieces in turns; returns the CPU time of a character of prose in
 * microseconds, of the size that is slowest.
 */
function reportSpeed(sets: readonly CorpusSet[], find: (text: string) => unknown, others: readonly Rival[]): number {
  const before = process.memoryUsage().rss;
  let slowest = 0;
  for (const [kind, text] of kinds(sets)) {
    print(kind);
    for (const size of PROSE_SIZES) {
      const texts = pieces(text, size, PIECES_MAX);
      const own = measureSpeed('pvg', texts, find, 3);
      print(line(own));
      slowest = Math.max(slowest, 1 / own.megabytesPerSecond);
      if (!SIZES_OF_PEERS.includes(size) || others.length === 0) continue;
      const few = texts.slice(0, Math.ceil(CHARACTERS_OF_PEERS / size));
      const [best, ...peers] = compareInTurns([{ name: 'pvg', find }, ...others], few, ROUNDS);
      const ratios = peers.map(
        (peer) => `${(best!.megabytesPerSecond / peer.megabytesPerSecond).toFixed(1)}× ${peer.name}`,
      );
      print(`    best of ${ROUNDS} in turns: ${best!.megabytesPerSecond.toFixed(2)} MB/s, ${ratios.join(', ')}`);
    }
  }
  const after = process.memoryUsage().rss;
  print(`  resident memory: ${Math.round(after / 1e6)} MB (${Math.round((after - before) / 1e6)} MB more than before)`);
  return slowest;
}

/** Running prose (novels, news), paragraphs dense with names and numbers, and the sample that needs no data. */
function kinds(sets: readonly CorpusSet[]): [kind: string, text: string][] {
  const textOf = (wanted: (name: string) => boolean): string =>
    sets
      .filter(({ name }) => wanted(name))
      .flatMap(({ records }) => records.map((record) => record.text))
      .join('\n\n');
  const novels = textOf((name) => name.includes('litbank'));
  const others = textOf((name) => !name.includes('litbank'));
  const found: [string, string][] = [
    ['prose of novels', novels],
    ['all other sets: paragraphs dense with values', others],
    ['sample: three names, an address, a date and a phone number in 290 characters', SAMPLE.repeat(600)],
  ];
  return found.filter(([, text]) => text.length > 0);
}

function reportHostile(find: (text: string) => unknown, size: number, perCharacter: number): void {
  const factors = hostileShapes(size).map(([name, text]): [string, number] => {
    const started = process.cpuUsage();
    find(text);
    const { user, system } = process.cpuUsage(started);
    return [name, (user + system) / text.length / perCharacter];
  });
  factors.sort((a, b) => b[1] - a[1]);
  const slow = factors.filter(([, factor]) => factor > HOSTILE_FACTOR_MAX);
  const show = ([name, factor]: [string, number]): string => `${name} ${factor.toFixed(1)}×`;
  print(
    `  ${factors.length} hostile shapes of ${size / 1e6} MB, time per character against prose: slowest ${factors.slice(0, 5).map(show).join(', ')}; over ${HOSTILE_FACTOR_MAX}×: ${slow.map(show).join(', ') || 'none'}`,
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
