import { describe, expect, it } from '@jest/globals';
import type { NameSpan } from '../../../libs/detection/src/name-recognizer.js';
import { emptyTally, f1, tallyParagraph } from './evaluate.js';

const text = 'Dr Anna Berg saw Bo at 5 Oak Street.';
const at = (value: string, type: string): NameSpan => ({
  start: text.indexOf(value),
  end: text.indexOf(value) + value.length,
  type,
  score: 1,
});
const gold = [at('Anna Berg', 'PERSON'), at('Bo', 'PERSON'), at('5 Oak Street', 'ADDRESS')].map(
  (s): [number, number, string] => [s.start, s.end, s.type],
);

function tallied(...found: NameSpan[]) {
  const tally = emptyTally();
  tallyParagraph(tally, { text, spans: gold, group: 'legal' }, found);
  return tally;
}

describe('tallyParagraph', () => {
  it('counts exact spans; a title within does not matter', () => {
    expect(tallied(at('Dr Anna Berg', 'PERSON')).counts.PERSON).toMatchObject({ exact: 1, found: 1, gold: 2 });
    expect(tallied(at('Anna', 'PERSON')).counts.PERSON).toMatchObject({ exact: 0, found: 1, touched: 1 });
  });

  it('counts neither way a name within a value that has its own recognizer', () => {
    expect(tallied(at('Oak', 'PERSON')).counts.PERSON).toMatchObject({ found: 0 });
  });

  it('counts a person as covered by spans of any type, whole only', () => {
    expect(tallied(at('Anna Berg', 'LOCATION'), at('B', 'PERSON')).covered).toBe(1);
  });

  it('is 100 for all and nothing else', () => {
    const counts = tallied(at('Anna Berg', 'PERSON'), at('Bo', 'PERSON')).counts.PERSON;
    expect(counts && f1([counts])).toBe(100);
  });
});
