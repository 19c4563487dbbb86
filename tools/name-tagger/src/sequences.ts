import {
  contextFeatures,
  FeatureBuffer,
  formFeatures,
  isPlain,
  POSITIONS,
  plainFeature,
} from '../../../libs/detection/src/name-tagger/features.js';
import { FormTable } from '../../../libs/detection/src/name-tagger/forms.js';
import { beginLabel, type TaggedType } from '../../../libs/detection/src/name-tagger/labels.js';
import { Lexicon, type LexiconEntries, NAME_BITS, ORDINARY } from '../../../libs/detection/src/name-tagger/lexicon.js';
import { firstSlot } from '../../../libs/detection/src/name-tagger/model.js';
import { type Observations, observe, sentenceCase } from '../../../libs/detection/src/name-tagger/observe.js';
import { sentenceBounds, tokenize } from '../../../libs/detection/src/name-tagger/tokenize.js';
import { type Paragraph, UNKNOWN } from './corpus.js';
import type { Random } from './random.js';

/** A token that teaches nothing. */
export const UNKNOWN_LABEL = 255;

/** Sentences with their features as dense indexes, ready to learn from. */
export interface Sequences {
  /** Sentence k is the tokens `[bounds[k], bounds[k + 1])`. */
  readonly bounds: Int32Array;
  readonly labels: Uint8Array;
  /** Features of token i are `features[offsets[i] … offsets[i + 1] - 1]`. */
  readonly offsets: Int32Array;
  readonly features: Int32Array;
  /** Hash of each dense index. */
  readonly hashes: Int32Array;
}

interface Sentence {
  readonly seen: Observations;
  readonly begin: number;
  readonly end: number;
  readonly labels: Uint8Array;
}

const COUNT_BITS = 26;
const INDEX_BITS = 23;
/** Share of paragraphs read as if no word were in a name list, so that unlisted names are learned too. */
const UNLISTED_SHARE = 0.12;

/** Turns paragraphs into sequences; a feature seen fewer than `least` times is left out. */
export function buildSequences(
  paragraphs: readonly Paragraph[],
  words: LexiconEntries,
  phrases: LexiconEntries,
  random: Random,
  least: number,
): Sequences {
  const lexicon = new Lexicon(words);
  const places = new Lexicon(phrases);
  const nothing = new Lexicon({ hashes: new Int32Array(0), masks: new Int32Array(0) });
  const listed = new FormTable(lexicon, Number.MAX_SAFE_INTEGER);
  const unlisted = new FormTable(
    { get: (hash) => lexicon.get(hash) & ~(NAME_BITS & ~ORDINARY) },
    Number.MAX_SAFE_INTEGER,
  );
  const sentences: Sentence[] = [];
  let tokenCount = 0;
  for (const paragraph of paragraphs) {
    const tokens = tokenize(paragraph.text);
    if (tokens.count === 0) continue;
    const hidden = random.chance(UNLISTED_SHARE);
    const seen = observe(paragraph.text, tokens, hidden ? unlisted : listed, hidden ? nothing : places);
    const labels = labelsOf(paragraph, tokens.starts, tokens.ends, tokens.count);
    const bounds = sentenceBounds(paragraph.text, tokens);
    for (let s = 0; s + 1 < bounds.length; s++) {
      const begin = bounds[s] as number;
      const end = bounds[s + 1] as number;
      const own = labels.slice(begin, end);
      const first = own[0] as number;
      if (first !== UNKNOWN_LABEL && first > 0 && first % 2 === 0) own[0] = first - 1;
      sentences.push({ seen, begin, end, labels: own });
      tokenCount += end - begin;
    }
  }
  return indexed(sentences, tokenCount, least);
}

function labelsOf(paragraph: Paragraph, starts: Int32Array, ends: Int32Array, count: number): Uint8Array {
  const labels = new Uint8Array(count);
  let i = 0;
  for (const [start, end, type] of paragraph.spans) {
    while (i < count && (ends[i] as number) <= start) i++;
    for (let j = i, first = true; j < count && (starts[j] as number) < end; j++, first = false) {
      labels[j] = type === UNKNOWN ? UNKNOWN_LABEL : beginLabel(type as TaggedType) + (first ? 0 : 1);
    }
  }
  return labels;
}

function eachToken(sentences: readonly Sentence[], visit: (features: FeatureBuffer) => void): void {
  const buffer = new FeatureBuffer();
  for (const { seen, begin, end } of sentences) {
    const sentence = sentenceCase(seen, begin, end);
    for (let i = begin; i < end; i++) {
      buffer.count = 0;
      if (isPlain(seen, i, begin, end, sentence)) {
        plainFeature(buffer);
        visit(buffer);
        continue;
      }
      for (let p = 0; p < POSITIONS.length; p++) {
        const j = i + (POSITIONS[p] as number);
        if (j >= begin && j < end) formFeatures(seen.forms, seen.ids[j] as number, p, buffer);
      }
      contextFeatures(seen, i, begin, end, sentence, buffer);
      visit(buffer);
    }
  }
}

function indexed(sentences: readonly Sentence[], tokenCount: number, least: number): Sequences {
  const counts = new Uint8Array(1 << COUNT_BITS);
  const mask = counts.length - 1;
  let total = 0;
  eachToken(sentences, ({ hashes, count }) => {
    total += count;
    for (let f = 0; f < count; f++) {
      const at = (hashes[f] as number) & mask;
      if ((counts[at] as number) < 255) counts[at] = (counts[at] as number) + 1;
    }
  });
  const keys = new Int32Array(1 << INDEX_BITS);
  const values = new Int32Array(1 << INDEX_BITS).fill(-1);
  const features = new Int32Array(total);
  const offsets = new Int32Array(tokenCount + 1);
  const known: number[] = [];
  let used = 0;
  let token = 0;
  eachToken(sentences, ({ hashes, count }) => {
    offsets[token++] = used;
    for (let f = 0; f < count; f++) {
      const hash = hashes[f] as number;
      if ((counts[hash & mask] as number) < least) continue;
      let slot = firstSlot(hash, INDEX_BITS);
      while ((values[slot] as number) >= 0 && keys[slot] !== hash) slot = (slot + 1) & (values.length - 1);
      if ((values[slot] as number) < 0) {
        keys[slot] = hash;
        values[slot] = known.length;
        known.push(hash);
      }
      features[used++] = values[slot] as number;
    }
  });
  offsets[token] = used;
  const bounds = new Int32Array(sentences.length + 1);
  const labels = new Uint8Array(tokenCount);
  let at = 0;
  sentences.forEach((sentence, k) => {
    bounds[k] = at;
    labels.set(sentence.labels, at);
    at += sentence.labels.length;
  });
  bounds[sentences.length] = at;
  return { bounds, labels, offsets, features: features.slice(0, used), hashes: Int32Array.from(known) };
}
