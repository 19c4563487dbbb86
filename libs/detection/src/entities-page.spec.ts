import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { INFO_TYPE_LENGTH_MAX, isInfoType } from '#lib/kernel';
import { ALL_RECOGNIZERS } from './detector.js';
import { renderEntities } from './entities-page.js';

describe('docs/entities.md', () => {
  it('is what the recognizers say (else run node scripts/entities.mjs)', () => {
    const page = readFileSync(new URL('../../../docs/entities.md', import.meta.url), 'utf8');
    expect(page).toBe(renderEntities(ALL_RECOGNIZERS));
  });

  it('lists each recognizer once, with types that fit into a vault token', () => {
    const ids = ALL_RECOGNIZERS.map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const type of ALL_RECOGNIZERS.flatMap((one) => one.types)) {
      expect(isInfoType(type)).toBe(true);
      expect(type.length).toBeLessThanOrEqual(INFO_TYPE_LENGTH_MAX);
    }
  });

  it('covers at least sixty countries', () => {
    expect(new Set(ALL_RECOGNIZERS.flatMap((one) => one.country ?? [])).size).toBeGreaterThanOrEqual(60);
  });
});
