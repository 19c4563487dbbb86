import { describe, expect, it } from '@jest/globals';
import { ToolPolicy } from '#lib/config';
import type { ToolValue } from '#lib/deidentification';
import type { RevealLevel } from '#lib/kernel';
import { ArgumentRules, isOnList } from './argument-levels.js';
import { PointerRules } from './pointer-rules.js';

const value = (change: Partial<ToolValue> = {}): ToolValue =>
  ({
    token: '[EMAIL_0000000000]',
    type: 'EMAIL',
    origins: ['crm'],
    toolLevel: 'plain',
    callerLevel: 'token',
    mayUse: true,
    ...change,
  }) as ToolValue;

function levelAt(
  rule: object,
  change: {
    value?: Partial<ToolValue>;
    whole?: boolean;
    origins?: string[];
    placements?: Record<string, 'url' | 'header' | 'code'>;
  } = {},
): RevealLevel {
  const { whole = true, origins = ['crm', 'prompt'], placements = {} } = change;
  const rules = new ArgumentRules({
    policy: ToolPolicy.parse({ arguments: { '/q/email': rule }, origins }),
    placements,
  });
  return rules.levelOf(rules.at('/q/email'), value(change.value), whole);
}

describe('how much of a value a tool gets', () => {
  it.each<[string, RevealLevel, object, Parameters<typeof levelAt>[1]]>([
    ['a value, lifted by vault:Use', 'plain', { role: 'value' }, {}],
    ['a destination, lifted by vault:Use', 'plain', { role: 'destination' }, {}],
    ['no more than the argument takes', 'masked', { role: 'value', reveal: 'masked' }, {}],
    ['no more than the tool may see', 'token', { role: 'value' }, { value: { toolLevel: 'token' } }],
    ['no more than the caller sees, without vault:Use', 'token', { role: 'value' }, { value: { mayUse: false } }],
    [
      'as much as the caller sees, without vault:Use',
      'plain',
      { role: 'value' },
      { value: { mayUse: false, callerLevel: 'plain' } },
    ],
    ['no more than the caller sees, with text around it', 'token', { role: 'value' }, { whole: false }],
    ['no more than the caller sees, in a text', 'masked', { role: 'text' }, { value: { callerLevel: 'masked' } }],
    ['a token, of a type that does not belong there', 'token', { role: 'value', types: ['US_SSN'] }, {}],
    ['a token, from where the tool takes nothing', 'token', { role: 'value' }, { origins: ['prompt'] }],
    [
      'a token, when one of its origins is not taken',
      'token',
      { role: 'value' },
      { value: { origins: ['crm', 'hr'] } },
    ],
    ['a token, of no known origin', 'token', { role: 'value' }, { value: { origins: [] } }],
    ['less than a token where policy says so', 'redacted', { role: 'value' }, { value: { toolLevel: 'redacted' } }],
  ])('%s: %s', (_, expected, rule, change) => expect(levelAt(rule, change)).toBe(expected));

  it.each(['url', 'header', 'code'] as const)(
    'is never lifted where an argument reaches a %s, whatever the policy says',
    (placement) => {
      for (const role of ['value', 'destination']) {
        expect(levelAt({ role }, { placements: { '/q': placement } })).toBe('token');
      }
    },
  );

  it('is what a text gets where no rule names the argument', () => {
    const rules = new ArgumentRules({ policy: ToolPolicy.parse({ origins: ['*'] }), placements: {} });
    expect(rules.levelOf(rules.at('/anything'), value(), true)).toBe('token');
  });
});

describe('rules by pointer', () => {
  const rules = new PointerRules({
    '': 'all',
    '/items/*/email': 'each',
    '/items/0': 'first',
    '/items/0/email': 'exact',
  });

  it.each([
    ['/other', 'all'],
    ['/items/3/email', 'each'],
    ['/items/0/name', 'first'],
    ['/items/0/email', 'exact'],
    ['/items/7/email/work', 'each'],
  ])('hold for what they point at and below: %s', (pointer, rule) => expect(rules.find(pointer)).toBe(rule));
});

describe('the list of destinations', () => {
  it.each([
    ['Boss@Shop.example', true],
    ['boss@shop.example.evil.test', false],
    ['boss@evil.test', false],
    ['@shop.example', true],
    ['x', false],
  ])('%s', (text, allowed) => expect(isOnList(text, ['*@shop.example', 'exact'])).toBe(allowed));
});
