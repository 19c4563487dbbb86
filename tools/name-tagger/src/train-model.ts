import { createHash } from 'node:crypto';
import { encodeModel } from '../../../libs/detection/src/name-tagger/artifact.js';
import { LABEL_COUNT } from '../../../libs/detection/src/name-tagger/labels.js';
import { type LexiconEntries, ORDINARY } from '../../../libs/detection/src/name-tagger/lexicon.js';
import { fingerprint, firstSlot, type ModelData } from '../../../libs/detection/src/name-tagger/model.js';
import { recased, renamed } from './augment.js';
import { learnable, type Mark, type Paragraph } from './corpus.js';
import { type Gazetteer, ordinaryWords, phraseEntries, wordEntries } from './gazetteer.js';
import { Learner } from './learner.js';
import { NameMaker } from './name-maker.js';
import { Random } from './random.js';
import { buildSequences, type Sequences } from './sequences.js';
import { fill, readTemplates } from './synthesize.js';

export interface TrainingOptions {
  readonly seed: number;
  /** Features kept in the model. */
  readonly featuresMax: number;
  readonly epochs: number;
  /** How often each written paragraph is read as it stands, and how often with other names. */
  readonly writtenCopies: number;
  readonly writtenRenamed: number;
  readonly synthetic: number;
  readonly log: (line: string) => void;
}

export const DEFAULTS: Omit<TrainingOptions, 'log'> = {
  seed: 13,
  featuresMax: 130_000,
  epochs: 5,
  writtenCopies: 2,
  writtenRenamed: 2,
  synthetic: 16_000,
};

export interface TrainingTexts {
  /** Corpora that mark persons, places and organisations only. */
  readonly corpora: readonly { readonly paragraphs: readonly Paragraph[]; readonly running: boolean }[];
  readonly written: readonly Paragraph[];
}

/** Trains a model. Deterministic for a seed, a Node version and the same inputs. */
export function trainModel(
  texts: TrainingTexts,
  gazetteer: Gazetteer,
  folder: string,
  options: TrainingOptions,
): ModelData {
  const random = new Random(options.seed);
  const maker = new NameMaker(random, gazetteer.names);
  const words = new Map(gazetteer.words);
  const english = [...texts.corpora.flatMap((c) => c.paragraphs), ...texts.written.filter((p) => p.group.length > 2)];
  const others = texts.written.filter((p) => p.group.length === 2);
  const ordinary = [
    ...ordinaryWords(
      english.map((p) => p.text),
      4,
    ),
    ...ordinaryWords(
      others.map((p) => p.text),
      2,
    ),
  ];
  for (const word of ordinary) words.set(word, (words.get(word) ?? 0) | ORDINARY);
  const paragraphs = gather(texts, maker, folder, options);
  const entries = { words: wordEntries(words), phrases: phraseEntries(gazetteer.phrases) };
  const data = buildSequences(paragraphs, entries.words, entries.phrases, random, 3);
  options.log(
    `${paragraphs.length} paragraphs, ${data.labels.length} tokens, ${data.hashes.length} features, ${entries.words.hashes.length} words`,
  );
  return learnt(data, entries, options);
}

function gather(texts: TrainingTexts, maker: NameMaker, folder: string, options: TrainingOptions): Paragraph[] {
  const { random } = maker;
  const real: Paragraph[] = [];
  for (const { paragraphs, running } of texts.corpora) {
    const clean = paragraphs.map((p) => learnable(p, false));
    real.push(...(running ? joined(clean, random) : clean));
  }
  const written = texts.written.map((p) => learnable(p, true));
  const out: Paragraph[] = [...real];
  for (let n = 0; n < options.writtenCopies; n++) out.push(...written);
  for (const paragraph of real) {
    if (paragraph.group !== 'litbank_proper' && paragraph.group !== 'sec_filings') out.push(paragraph);
    if (paragraph.spans.length > 0 && random.chance(paragraph.spans.some((s) => s[2] === 'PERSON') ? 0.8 : 0.25)) {
      out.push(renamed(paragraph, maker));
    }
    if (random.chance(0.1)) out.push(recased(paragraph, 'lower'));
    if (random.chance(0.05)) out.push(recased(paragraph, 'upper'));
  }
  for (const paragraph of written) {
    for (let n = 0; n < options.writtenRenamed; n++)
      if (paragraph.spans.length > 0) out.push(renamed(paragraph, maker));
    out.push(recased(random.chance(0.4) ? paragraph : renamed(paragraph, maker), 'lower'));
    if (random.chance(0.5)) out.push(recased(renamed(paragraph, maker), 'lower'));
    out.push(recased(random.chance(0.4) ? paragraph : renamed(paragraph, maker), 'upper'));
  }
  const templates = readTemplates(folder);
  const english = templates.filter((t) => t.language === 'en');
  const others = templates.filter((t) => t.language !== 'en');
  for (let n = 0; n < options.synthetic; n++) {
    const paragraph = fill(random.pick(random.chance(0.65) ? english : others), maker);
    const x = random.next();
    out.push(x < 0.14 ? recased(paragraph, 'lower') : x < 0.19 ? recased(paragraph, 'upper') : paragraph);
  }
  return out;
}

/** One to five consecutive sentences as one text, so that what recurs in a document recurs in training. */
function joined(paragraphs: readonly Paragraph[], random: Random): Paragraph[] {
  const out: Paragraph[] = [];
  for (let i = 0; i < paragraphs.length; ) {
    const size = 1 + random.below(5);
    let text = '';
    const spans: Mark[] = [];
    for (const paragraph of paragraphs.slice(i, i + size)) {
      if (text) text += random.chance(0.8) ? ' ' : '\n';
      for (const [start, end, type] of paragraph.spans) spans.push([start + text.length, end + text.length, type]);
      text += paragraph.text;
    }
    out.push({ text, spans, group: (paragraphs[i] as Paragraph).group });
    i += size;
  }
  return out;
}

function learnt(
  data: Sequences,
  entries: { readonly words: LexiconEntries; readonly phrases: LexiconEntries },
  options: TrainingOptions,
): ModelData {
  const learner = new Learner(data, { rate: 0.15, dropout: 0.25, seed: 123_456_789 ^ options.seed });
  for (let n = 1; n <= options.epochs; n++) {
    if (n === 3) learner.startAveraging();
    options.log(`epoch ${n}: ${learner.epoch(n > options.epochs - 2 ? 0.5 : 1).toFixed(5)}`);
  }
  learner.finishAveraging();
  const kept = mostImportant(learner, options.featuresMax);
  options.log(`pruned: ${learner.epoch(0.5, kept).toFixed(5)}`);
  learner.startAveraging();
  for (let n = 0; n < 2; n++) options.log(`pruned: ${learner.epoch(0.3, kept).toFixed(5)}`);
  learner.finishAveraging();
  return quantised(learner, data, kept, entries);
}

function mostImportant(learner: Learner, count: number): Uint8Array {
  const importance = learner.importance();
  const kept = new Uint8Array(importance.length).fill(1);
  if (importance.length <= count) return kept;
  const threshold = Float32Array.from(importance).sort()[importance.length - count] as number;
  for (let f = 0; f < importance.length; f++) {
    if ((importance[f] as number) >= threshold) continue;
    kept[f] = 0;
    learner.weights.fill(0, f * LABEL_COUNT, (f + 1) * LABEL_COUNT);
  }
  return kept;
}

/** Shares of weights beyond the largest int8: clipped. */
const CLIPPED_SHARE = 0.0005;
const LOAD_MAX = 0.7;

function quantised(
  learner: Learner,
  data: Sequences,
  kept: Uint8Array,
  entries: { readonly words: LexiconEntries; readonly phrases: LexiconEntries },
): ModelData {
  const live = [...kept.keys()].filter((f) => kept[f] === 1);
  const sizes = Float32Array.from(
    live.flatMap((f) => [...learner.weights.subarray(f * LABEL_COUNT, (f + 1) * LABEL_COUNT)].map(Math.abs)),
  ).sort();
  const largest = sizes[Math.floor(sizes.length * (1 - CLIPPED_SHARE))] as number;
  let bits = 10;
  while (2 ** bits * LOAD_MAX < live.length) bits++;
  const fingerprints = new Uint16Array(2 ** bits);
  const weights = new Int8Array(2 ** bits * LABEL_COUNT);
  for (const f of live) {
    const hash = data.hashes[f] as number;
    let slot = firstSlot(hash, bits);
    while (fingerprints[slot] !== 0) slot = (slot + 1) & (fingerprints.length - 1);
    fingerprints[slot] = fingerprint(hash);
    for (let y = 0; y < LABEL_COUNT; y++) {
      const value = Math.round(((learner.weights[f * LABEL_COUNT + y] as number) / largest) * 127);
      weights[slot * LABEL_COUNT + y] = Math.max(-127, Math.min(127, value));
    }
  }
  const model = {
    version: '',
    scale: largest / 127,
    transitions: learner.transitions,
    fingerprints,
    weights,
    ...entries,
  };
  const sum = createHash('sha256').update(encodeModel(model)).digest('hex');
  return { ...model, version: `crf-${sum.slice(0, 12)}` };
}
