import { NameRecognizer, type NameRecognizerOptions, type NameSpan } from '../name-recognizer.js';
import { decodeModel } from './artifact.js';
import { chunks } from './chunks.js';
import { Chain } from './crf.js';
import { contextFeatures, FeatureBuffer, POSITIONS } from './features.js';
import { FormTable } from './forms.js';
import { MODEL } from './generated/model.js';
import { beginLabel, LABEL_COUNT } from './labels.js';
import { languageNumber } from './languages.js';
import { Lexicon } from './lexicon.js';
import { FormScores, type ModelData, WeightTable } from './model.js';
import { type Observations, observe, sentenceCase } from './observe.js';
import { spansOf, toNameSpan } from './spans.js';
import { sentenceBounds, tokenize } from './tokenize.js';

/** Added to the scores of PERSON labels with `strict`: more names found, more words taken for names. */
const STRICT_PERSON_BIAS = 1.5;
/** Taken from the score of OUTSIDE with `strict`. */
const STRICT_OUTSIDE_BIAS = 0.7;

/**
 * Finds names by a linear-chain CRF over hashed features, with int8 weights. Not re-entrant within one call, and never
 * asynchronous, so one instance serves a process. Keeps hashes of spellings between texts, never text.
 */
export class NameTagger extends NameRecognizer {
  readonly version: string;
  private readonly table: WeightTable;
  private readonly forms: FormTable;
  private readonly formScores: FormScores;
  private readonly phrases: Lexicon;
  private readonly chain: Chain;
  private readonly scale: number;
  private readonly buffer = new FeatureBuffer();
  private sums = new Int32Array(256 * LABEL_COUNT);
  private scores = new Float64Array(256 * LABEL_COUNT);

  constructor(model: ModelData = shippedModel()) {
    super();
    this.version = model.version;
    this.scale = model.scale;
    this.table = new WeightTable(model.fingerprints, model.weights);
    this.forms = new FormTable(new Lexicon(model.words));
    this.formScores = new FormScores(this.forms, this.table);
    this.phrases = new Lexicon(model.phrases);
    this.chain = new Chain(model.transitions);
  }

  find(text: string, options: NameRecognizerOptions = {}): NameSpan[] {
    const found: NameSpan[] = [];
    for (const [start, end] of chunks(text)) {
      this.findInChunk(start === 0 && end === text.length ? text : text.slice(start, end), start, options, found);
    }
    return found;
  }

  private findInChunk(text: string, offset: number, options: NameRecognizerOptions, found: NameSpan[]): void {
    if (this.forms.trim()) this.formScores.clear();
    const tokens = tokenize(text);
    if (tokens.count === 0) return;
    const seen = observe(text, tokens, this.forms, this.phrases, languageNumber(options.language));
    const labels = new Uint8Array(tokens.count);
    const marginals = new Float64Array(tokens.count * LABEL_COUNT);
    const bounds = sentenceBounds(text, tokens);
    for (let s = 0; s + 1 < bounds.length; s++) {
      const begin = bounds[s] as number;
      const end = bounds[s + 1] as number;
      this.score(seen, begin, end, options.strict === true);
      this.chain.decode(this.scores, end - begin, labels, begin);
      const own = marginals.subarray(begin * LABEL_COUNT, end * LABEL_COUNT);
      if (hasName(labels, begin, end)) this.chain.marginals(this.scores, end - begin, own);
    }
    const spans = spansOf(labels, marginals, tokens.count);
    for (const span of spans) found.push(toNameSpan(span, tokens, offset));
  }

  private score(seen: Observations, begin: number, end: number, strict: boolean): void {
    const size = (end - begin) * LABEL_COUNT;
    if (size > this.sums.length) {
      this.sums = new Int32Array(size * 2);
      this.scores = new Float64Array(size * 2);
    }
    const { sums, scores, buffer, scale } = this;
    sums.fill(0, 0, size);
    const sentence = sentenceCase(seen, begin, end);
    for (let i = begin; i < end; i++) {
      const at = (i - begin) * LABEL_COUNT;
      for (let p = 0; p < POSITIONS.length; p++) {
        const j = i + (POSITIONS[p] as number);
        if (j >= begin && j < end) this.formScores.addTo(seen.ids[j] as number, p, sums, at);
      }
      buffer.count = 0;
      contextFeatures(seen, i, begin, end, sentence, buffer);
      this.table.addTo(buffer, sums, at);
    }
    for (let k = 0; k < size; k++) scores[k] = (sums[k] as number) * scale;
    if (!strict) return;
    const person = beginLabel('PERSON');
    for (let at = 0; at < size; at += LABEL_COUNT) {
      scores[at] = (scores[at] as number) - STRICT_OUTSIDE_BIAS;
      scores[at + person] = (scores[at + person] as number) + STRICT_PERSON_BIAS;
      scores[at + person + 1] = (scores[at + person + 1] as number) + STRICT_PERSON_BIAS;
    }
  }
}

function hasName(labels: Uint8Array, begin: number, end: number): boolean {
  for (let i = begin; i < end; i++) if (labels[i] !== 0) return true;
  return false;
}

let shipped: ModelData | undefined;

/** The model in the repository, decoded once a process. */
export function shippedModel(): ModelData {
  shipped ??= decodeModel(MODEL);
  return shipped;
}
