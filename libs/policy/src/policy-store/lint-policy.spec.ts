import { describe, expect, it } from '@jest/globals';
import { parsePolicy } from '../language/check-policy.js';
import { policyOf } from '../testing/requests.js';
import { diffPolicies } from './diff-policies.js';
import { lintPolicy } from './lint-policy.js';
import { SEED_POLICY } from './seed-policies.js';

const allow = (sid: string, change: object = {}) => ({
  sid,
  effect: 'allow',
  principal: { role: 'support' },
  action: ['vault:Reveal'],
  resource: 'pvg:*:*/EMAIL',
  reveal: 'masked',
  ...change,
});
const parsed = (...statements: object[]) => parsePolicy(policyOf(...statements));
const codes = (...statements: object[]) =>
  lintPolicy(parsed(...statements), 'acme').map(({ code, sid }) => `${code} ${sid}`);
const fraudOnly = { condition: { StringEquals: { 'ctx.purpose': 'fraud' } } };

describe('lint', () => {
  it('has no doubt about the seed', () => {
    expect(lintPolicy(SEED_POLICY, 'default')).toEqual([]);
  });

  it.each([
    ['everyone sees plain', [allow('A', { principal: '*', reveal: 'plain' })], ['reveal.everyone_sees_plain A']],
    [
      'plain sensitive types without a condition',
      [
        allow('A', { resource: 'pvg:*:*/IBAN', reveal: 'plain' }),
        allow('B', { resource: '*', reveal: 'plain', ...fraudOnly }),
      ],
      ['reveal.sensitive_without_condition A'],
    ],
    ['a statement of another tenant', [allow('A', { resource: 'pvg:other:*/*' })], ['statement.unreachable A']],
    [
      'an allow that a deny always refuses',
      [allow('A'), allow('D', { effect: 'deny', principal: '*', resource: '*', reveal: undefined })],
      ['statement.unreachable A'],
    ],
    [
      'an allow that another contains',
      [allow('A'), allow('B', { resource: 'pvg:acme:customers/EMAIL', ...fraudOnly })],
      ['statement.redundant B'],
    ],
    ['one of two equal statements', [allow('A'), allow('B')], ['statement.redundant B']],
    ['an allow below the default', [allow('A', { reveal: 'redacted' })], ['reveal.below_default A']],
    [
      'a wildcard that gives no level',
      [allow('A', { action: ['*'], reveal: undefined })],
      ['reveal.no_level A', 'action.wildcard_allow A'],
    ],
  ])('points out %s', (_title, statements, expected) => {
    expect(codes(...statements)).toEqual(expected);
  });
});

describe('diff', () => {
  it('names added, removed and changed statements, and sees through order', () => {
    const before = parsed(allow('Same', { resource: ['*', 'pvg:*:*/EMAIL'] }), allow('Gone'), allow('Other'));
    const after = parsed(
      allow('Other', { reveal: 'plain', ...fraudOnly }),
      allow('Same', { resource: ['pvg:*:*/EMAIL', '*'] }),
      allow('New'),
    );
    const diff = diffPolicies(before, after);
    expect(diff.added.map((one) => one.sid)).toEqual(['New']);
    expect(diff.removed.map((one) => one.sid)).toEqual(['Gone']);
    expect(diff.changed.map(({ sid, fields }) => [sid, fields])).toEqual([['Other', ['condition', 'reveal']]]);
    expect(diff.ceilingsChanged).toBe(false);
    expect(diffPolicies(after, { ...after, ceilings: { collections: { '*': 'token' } } }).ceilingsChanged).toBe(true);
  });
});
