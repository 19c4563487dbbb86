import { describe, expect, it } from '@jest/globals';
import { Chain } from './crf.js';
import { isInside, LABEL_COUNT, mayFollow } from './labels.js';

const L = LABEL_COUNT;

function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 0) / 2 ** 32 - 0.5;
  };
}

/** All label sequences of a length with their scores, the slow way. */
function* sequences(
  scores: Float64Array,
  transitions: Float64Array,
  count: number,
  prefix: number[] = [],
  score = 0,
): Generator<[number[], number]> {
  if (prefix.length === count) {
    yield [prefix, score];
    return;
  }
  const i = prefix.length;
  for (let y = 0; y < L; y++) {
    if (i === 0 ? isInside(y) : !mayFollow(prefix[i - 1] as number, y)) continue;
    const step = i === 0 ? 0 : (transitions[(prefix[i - 1] as number) * L + y] as number);
    yield* sequences(scores, transitions, count, [...prefix, y], score + step + (scores[i * L + y] as number));
  }
}

describe('Chain', () => {
  const next = noise(7);
  const transitions = Float64Array.from({ length: L * L }, () => next() * 2);
  const scores = Float64Array.from({ length: 3 * L }, () => next() * 6);
  const all = [...sequences(scores, transitions, 3)];

  it('decodes the sequence of the highest score', () => {
    const best = all.reduce((a, b) => (b[1] > a[1] ? b : a))[0];
    const labels = new Uint8Array(3);
    new Chain(transitions).decode(scores, 3, labels, 0);
    expect([...labels]).toEqual(best);
  });

  it('gives the marginals that enumeration gives', () => {
    const out = new Float64Array(3 * L);
    const chain = new Chain(transitions);
    const labels = new Uint8Array(3);
    chain.decode(scores, 3, labels, 0);
    chain.marginals(scores, labels, 0, 3, out);
    const total = all.reduce((sum, [, score]) => sum + Math.exp(score), 0);
    for (let i = 0; i < 3; i++) {
      for (let y = 0; y < L; y++) {
        const share =
          all.filter(([labels]) => labels[i] === y).reduce((sum, [, score]) => sum + Math.exp(score), 0) / total;
        expect(out[i * L + y]).toBeCloseTo(share, 9);
      }
    }
  });

  it('never decodes an inside without its beginning', () => {
    const random = noise(11);
    const chain = new Chain(Float64Array.from({ length: L * L }, () => random() * 8));
    const labels = new Uint8Array(400);
    chain.decode(
      Float64Array.from({ length: 400 * L }, () => random() * 20),
      400,
      labels,
      0,
    );
    labels.forEach((label, i) => {
      expect(i === 0 ? !isInside(label) : mayFollow(labels[i - 1] as number, label)).toBe(true);
    });
  });
});
