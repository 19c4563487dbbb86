import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mergeThreeWays, resolved } from '../../apps/console/src/features/policies/statements.js';

type Document = Parameters<typeof mergeThreeWays>[0];
const statement = (sid: string, description: string) =>
  ({ sid, description, effect: 'allow', principal: '*', action: ['vault:Search'], resource: '*' }) as const;
const document = (texts: Readonly<Record<string, string>>): Document => ({
  version: '2026-12-01',
  statements: Object.entries(texts).map(([sid, text]) => ({ ...statement(sid, text), action: ['vault:Search'] })),
});
const textsOf = ({ statements }: Document) =>
  Object.fromEntries(statements.map(({ sid, description }) => [sid, description]));

describe('merging two changes of one draft', () => {
  it('keeps what only one side changed, added or removed', () => {
    const merge = mergeThreeWays(
      document({ A: 'a', B: 'b', C: 'c' }),
      document({ A: 'mine', B: 'b', New: 'n' }),
      document({ A: 'a', B: 'theirs', C: 'c' }),
    );
    expect(merge.conflicts).toEqual([]);
    expect(textsOf(merge.document)).toEqual({ A: 'mine', B: 'theirs', New: 'n' });
  });

  it('asks about what both changed, and keeps the side that is chosen', () => {
    const merge = mergeThreeWays(document({ A: 'a' }), document({ A: 'mine' }), document({ A: 'theirs' }));
    expect(merge.conflicts.map(({ sid }) => sid)).toEqual(['A']);
    expect(textsOf(resolved(merge, new Set(['A'])))).toEqual({ A: 'mine' });
    expect(textsOf(resolved(merge, new Set()))).toEqual({ A: 'theirs' });
  });

  it('brings back a statement that the other side removed while this one changed it, if that is chosen', () => {
    const merge = mergeThreeWays(document({ A: 'a' }), document({ A: 'mine' }), document({}));
    expect(textsOf(resolved(merge, new Set(['A'])))).toEqual({ A: 'mine' });
    expect(textsOf(resolved(merge, new Set()))).toEqual({});
  });

  it('loses no change of either side, whatever was changed', () => {
    const texts = fc.dictionary(fc.constantFrom('A', 'B', 'C', 'D'), fc.constantFrom('1', '2', '3'));
    fc.assert(
      fc.property(texts, texts, texts, (base, mine, theirs) => {
        const merge = mergeThreeWays(document(base), document(mine), document(theirs));
        const all = new Set(merge.conflicts.map(({ sid }) => sid));
        const [chosenMine, chosenTheirs] = [textsOf(resolved(merge, all)), textsOf(resolved(merge, new Set()))];
        for (const sid of ['A', 'B', 'C', 'D']) {
          if (mine[sid] !== base[sid]) expect(chosenMine[sid]).toBe(mine[sid]);
          if (theirs[sid] !== base[sid]) expect(chosenTheirs[sid]).toBe(theirs[sid]);
        }
      }),
    );
  });
});
