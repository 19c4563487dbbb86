import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { decodeModel, encodeModel } from './artifact.js';
import { LABEL_COUNT } from './labels.js';
import type { ModelData } from './model.js';

const model: ModelData = {
  version: 'crf-test',
  scale: 0.25,
  transitions: Float64Array.from({ length: LABEL_COUNT ** 2 }, (_, i) => i / 7),
  fingerprints: Uint16Array.from([0, 7, 0, 65535, 0, 0, 0, 1]),
  weights: Int8Array.from({ length: 8 * LABEL_COUNT }, (_, i) =>
    [1, 3, 7].includes(Math.floor(i / LABEL_COUNT)) ? (i % 251) - 125 : 0,
  ),
  words: { hashes: Int32Array.from([5, 1 << 30, -3]), masks: Int32Array.from([1, 128, 1]) },
  phrases: { hashes: Int32Array.from([9]), masks: Int32Array.from([1 << 30]) },
};

describe('the model file', () => {
  it('is read as it was written', () => {
    expect(decodeModel(brotliCompressSync(encodeModel(model)).toString('base64'))).toEqual(model);
  });

  it('is refused when it ends early or has another layout', () => {
    const bytes = encodeModel(model);
    const base64 = (part: Uint8Array) => brotliCompressSync(part).toString('base64');
    expect(() => decodeModel(base64(bytes.slice(0, bytes.length - 3)))).toThrow(RangeError);
    expect(() => decodeModel(base64(bytes.map((b, i) => (i === 4 ? b + 1 : b))))).toThrow(RangeError);
  });
});
