import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { compiledModule } from './compile-wasm.js';

describe('the compiled inner loop', () => {
  it('is what its text says', async () => {
    const shipped = readFileSync('libs/detection/src/name-tagger/generated/sum-weights.ts', 'utf8');
    expect(await compiledModule('tools/name-tagger')).toBe(shipped);
  });
});
