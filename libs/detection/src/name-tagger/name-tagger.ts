import { NameRecognizer, type NameRecognizerOptions, type NameSpan } from '../name-recognizer.js';
import { decodeModel } from './artifact.js';
import { chunks } from './chunks.js';
import { findCjkNames } from './cjk-names.js';
import { Chain } from './crf.js';
import { contextFeatures, isPlain, plainFeature } from './features.js';
import { FormTable } from './forms.js';
import { MODEL } from './generated/model.js';
import { beginLabel, LABEL_COUNT, OUTSIDE } from './labels.js';
import { languageNumber } from './languages.js';
import { Lexicon } from './lexicon.js';
import type { ModelData } from './model.js';
import { type Observations, observe, sentenceCase } from './observe.js';
import { refine } from './refine.js';
import { spansOf, toNameSpan } from './spans.js';
import { COLUMN, sentenceBounds, tokenize } from './tokenize.js';
import { WeightTable } from './weight-table.js';

/**
 * Added to label scores before decoding, in natural-log units. `person` and `outside` set the balance of precision and recall
 * by profile; `code` is added to PERSON on lines full of symbols, where words that look like names mostly are none.
 */
const BIASES = {
  usual: { person: -0.3, outside: 0, code: -1 },
  strict: { person: 0.8, outside: -0.7, code: -0.5 },
} as const;

/** Tokens to each side of a sentence's names that their probabilities take into account. */
const CONTEXT_TOKENS = 4;

/** No name goes on in the next column. */
const ACROSS_COLUMNS = -1000;

/**
 * Finds names by a linear-chain CRF over hashed features, with int8 weights. Not re-entrant within one call, and never
 * asynchronous, so one instance serves a process. Keeps hashes of spellings between texts, never text.
 */
export class NameTagger extends NameRecognizer {
  readonly version: string;
  private readonly table: WeightTable;
  private readonly forms: FormTable;
  private readonly phrases: Lexicon;
  private readonly chain: Chain;
  private readonly scale: number;
  private readonly biases = BIASES;
  /** Scores of a plain token, which are always the same. */
  private readonly plain = new Float64Array(LABEL_COUNT);
  private scores = new Float64Array(256 * LABEL_COUNT);
  private labels = new Uint8Array(1024);
  /** Written around names only; read there only. */
  private marginals = new Float64Array(1024 * LABEL_COUNT);

  constructor(model: ModelData = shippedModel()) {
    super();
    this.version = model.version;
    this.scale = model.scale;
    this.forms = new FormTable(new Lexicon(model.words));
    this.table = new WeightTable(model, this.forms);
    this.phrases = new Lexicon(model.phrases);
    this.chain = new Chain(model.transitions);
    plainFeature(this.table.buffer);
    this.table.scoreAlone(this.scale, this.plain, 0);
  }

  find(text: string, options: NameRecognizerOptions = {}): NameSpan[] {
    const found: NameSpan[] = [];
    for (const [start, end] of chunks(text)) {
      this.findInChunk(start === 0 && end === text.length ? text : text.slice(start, end), start, options, found);
    }
    return merged(found, findCjkNames(text));
  }

  private findInChunk(text: string, offset: number, options: NameRecognizerOptions, found: NameSpan[]): void {
    if (this.forms.trim()) this.table.clear();
    const tokens = tokenize(text);
    if (tokens.count === 0) return;
    const seen = observe(text, tokens, this.forms, this.phrases, languageNumber(options.language));
    if (tokens.count > this.labels.length) {
      this.labels = new Uint8Array(tokens.count * 2);
      this.marginals = new Float64Array(tokens.count * 2 * LABEL_COUNT);
    }
    const { labels, marginals } = this;
    const bounds = sentenceBounds(text, tokens);
    this.table.learn(seen.ids);
    for (let s = 0; s + 1 < bounds.length; s++) {
      const begin = bounds[s] as number;
      const end = bounds[s + 1] as number;
      this.score(seen, begin, end, options.strict === true);
      this.chain.decode(this.scores, end - begin, labels, begin);
      this.weigh(labels, begin, end, marginals);
    }
    const spans = refine(text, seen, spansOf(labels, marginals, tokens.count));
    for (const span of spans) found.push(toNameSpan(span, tokens, offset));
  }

  /** Probabilities of the labels around the names of a sentence; a name depends hardly on what lies further off. */
  private weigh(labels: Uint8Array, begin: number, end: number, marginals: Float64Array): void {
    for (let i = begin; i < end; ) {
      if (labels[i] === OUTSIDE) {
        i++;
        continue;
      }
      const from = Math.max(begin, i - CONTEXT_TOKENS);
      let last = i;
      while (i < end && i - last <= 2 * CONTEXT_TOKENS) {
        if (labels[i] !== OUTSIDE) last = i;
        i++;
      }
      const to = Math.min(end, last + 1 + CONTEXT_TOKENS);
      const out = marginals.subarray(from * LABEL_COUNT, to * LABEL_COUNT);
      this.chain.marginals(this.scores, labels.subarray(begin, end), from - begin, to - begin, out);
    }
  }

  private score(seen: Observations, begin: number, end: number, strict: boolean): void {
    const size = (end - begin) * LABEL_COUNT;
    if (size > this.scores.length) this.scores = new Float64Array(size * 2);
    const { scores, table, scale } = this;
    const { buffer } = table;
    const sentence = sentenceCase(seen, begin, end);
    for (let i = begin; i < end; i++) {
      const at = (i - begin) * LABEL_COUNT;
      buffer.count = 0;
      if (isPlain(seen, i, begin, end, sentence)) scores.set(this.plain, at);
      else {
        contextFeatures(seen, i, begin, end, sentence, buffer);
        table.score(seen.ids, i, begin, end, scale, scores, at);
      }
      if (seen.tokens.gaps[i] === COLUMN) for (let y = 2; y < LABEL_COUNT; y += 2) scores[at + y] = ACROSS_COLUMNS;
    }
    const bias = strict ? this.biases.strict : this.biases.usual;
    const person = beginLabel('PERSON');
    for (let i = begin; i < end; i++) {
      const at = (i - begin) * LABEL_COUNT;
      const personBias = bias.person + (seen.symbols[i] ? bias.code : 0);
      scores[at] = (scores[at] as number) + bias.outside;
      scores[at + person] = (scores[at + person] as number) + personBias;
      scores[at + person + 1] = (scores[at + person + 1] as number) + personBias;
    }
  }
}

/** Names by pattern where the tagger found none: it was taught scripts that part their words by blanks. */
function merged(tagged: NameSpan[], byPattern: readonly NameSpan[]): NameSpan[] {
  if (byPattern.length === 0) return tagged;
  const own = tagged.filter((t) => !byPattern.some((p) => t.start < p.end && p.start < t.end));
  return [...own, ...byPattern].sort((a, b) => a.start - b.start || b.end - a.end);
}

let shipped: ModelData | undefined;

/** The model in the repository, decoded once a process. */
export function shippedModel(): ModelData {
  shipped ??= decodeModel(MODEL);
  return shipped;
}
