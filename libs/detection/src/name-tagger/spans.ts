import type { NameSpan } from '../name-recognizer.js';
import { LABEL_COUNT, OUTSIDE, type TaggedType, typeOf } from './labels.js';
import type { Tokens } from './tokenize.js';

/** A tagged span in token indexes, `[first, last]`. */
export interface TokenSpan {
  readonly type: TaggedType;
  first: number;
  last: number;
  score: number;
}

/**
 * Reads spans off the labels. A span's score is the least of its tokens' probabilities of being of the type, begun or
 * continued: a name is as sure as its least sure word.
 */
export function spansOf(labels: Uint8Array, marginals: Float64Array, count: number): TokenSpan[] {
  const spans: TokenSpan[] = [];
  for (let i = 0; i < count; ) {
    const label = labels[i] as number;
    if (label === OUTSIDE) {
      i++;
      continue;
    }
    const begin = label % 2 === 1 ? label : label - 1;
    let score = probability(marginals, i, begin);
    let last = i;
    while (last + 1 < count && labels[last + 1] === begin + 1) {
      last++;
      score = Math.min(score, probability(marginals, last, begin));
    }
    spans.push({ type: typeOf(label) as TaggedType, first: i, last, score });
    i = last + 1;
  }
  return spans;
}

function probability(marginals: Float64Array, i: number, begin: number): number {
  return Math.min(
    1,
    (marginals[i * LABEL_COUNT + begin] as number) + (marginals[i * LABEL_COUNT + begin + 1] as number),
  );
}

export function toNameSpan(span: TokenSpan, tokens: Tokens, offset: number): NameSpan {
  return {
    start: (tokens.starts[span.first] as number) + offset,
    end: (tokens.ends[span.last] as number) + offset,
    type: span.type,
    score: span.score,
  };
}
