import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { tokenBodyFrom, vaultToken } from '#lib/kernel';
import type { Container } from './container.js';
import { StreamRestorer } from './stream-restorer.js';
import type { TokenReading, TokenResolver } from './token-reading.js';

const BODY = tokenBodyFrom(new Uint8Array([61, 150, 40, 84, 4]));
const OTHER_BODY = tokenBodyFrom(new Uint8Array([9, 8, 7, 6, 5]));
const SSN_BODY = tokenBodyFrom(new Uint8Array([200, 1, 99, 34, 250]));
const FOREIGN_BODY = tokenBodyFrom(new Uint8Array([1, 1, 1, 1, 1]));
const EMAIL = vaultToken('EMAIL', BODY);
const PERSON = vaultToken('PERSON', OTHER_BODY);
const FOREIGN = vaultToken('EMAIL', FOREIGN_BODY);

const VALUES: Readonly<Record<string, { type: string; value: string }>> = {
  [BODY]: { type: 'EMAIL', value: 'ana@example.org' },
  [OTHER_BODY]: { type: 'PERSON', value: 'Ana Ruiz' },
  [SSN_BODY]: { type: 'US_SSN', value: '219-09-9999' },
};

function resolverOf(values = VALUES): TokenResolver {
  return {
    types: new Set(Object.values(values).map(({ type }) => type)),
    resolve: ({ body, type }: TokenReading) => {
      const known = values[body];
      return known && (type === null || type === known.type) ? known.value : undefined;
    },
  };
}

function restore(text: string, container: Container = 'text', values = VALUES) {
  const restorer = new StreamRestorer(resolverOf(values), container);
  return { text: restorer.push(text) + restorer.flush(), counts: restorer.counts };
}

function restoreParts(parts: readonly string[], container: Container = 'text', values = VALUES): string {
  const restorer = new StreamRestorer(resolverOf(values), container);
  return parts.map((part) => restorer.push(part)).join('') + restorer.flush();
}

const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
const [head, tail] = [BODY.slice(0, 4), BODY.slice(4)];

/** Ways in which models and front ends respell a token, and what a reader gets to see. */
const RESPELLINGS: readonly [name: string, spelled: string, shown: string][] = [
  ['as issued', EMAIL, 'ana@example.org'],
  ['lower case', EMAIL.toLowerCase(), 'ana@example.org'],
  ['title case', `[Email_${BODY}]`, 'ana@example.org'],
  ['no opening bracket', EMAIL.slice(1), 'ana@example.org'],
  ['no closing bracket', EMAIL.slice(0, -1), 'ana@example.org'],
  ['no brackets', EMAIL.slice(1, -1), 'ana@example.org'],
  ['escaped underscore', `[EMAIL\\_${BODY}]`, 'ana@example.org'],
  ['escaped underscore, no brackets', `EMAIL\\_${BODY}`, 'ana@example.org'],
  ['escaped brackets', `\\[EMAIL\\_${BODY}\\]`, 'ana@example.org'],
  ['escaped twice', `\\\\[EMAIL\\\\_${BODY}\\\\]`, 'ana@example.org'],
  ['spaces inside the brackets', `[ EMAIL_${BODY} ]`, 'ana@example.org'],
  ['spaces inside the body', `[EMAIL_${head} ${tail}]`, 'ana@example.org'],
  ['a space for the underscore', `[EMAIL ${BODY}]`, 'ana@example.org'],
  ['a hyphen for the underscore', `[EMAIL-${BODY}]`, 'ana@example.org'],
  ['lost underscore', `[EMAIL${BODY}]`, 'ana@example.org'],
  ['bold around', `**${EMAIL}**`, '**ana@example.org**'],
  ['bold inside', `[**EMAIL_${BODY}**]`, 'ana@example.org'],
  ['emphasis by underscores', `__EMAIL_${BODY}__`, '__ana@example.org__'],
  ['code', `\`${EMAIL}\``, '`ana@example.org`'],
  ['HTML brackets', `&#91;EMAIL_${BODY}&#93;`, 'ana@example.org'],
  ['HTML names', `&lbrack;EMAIL&lowbar;${BODY}&rbrack;`, 'ana@example.org'],
  ['angle brackets instead', `<EMAIL_${BODY}>`, '<ana@example.org>'],
  ['escaped angle brackets', `&lt;EMAIL_${BODY}&gt;`, '&lt;ana@example.org&gt;'],
  ['full width', fullWidth(EMAIL), 'ana@example.org'],
  ['CJK brackets', `【EMAIL_${BODY}】`, 'ana@example.org'],
  ['plural', `${EMAIL}s`, 'ana@example.orgs'],
  ['plural without brackets', `EMAIL_${BODY}s`, 'ana@example.orgs'],
  ['possessive', `${PERSON}'s`, "Ana Ruiz's"],
  ['possessive without brackets', `PERSON_${OTHER_BODY}’s`, 'Ana Ruiz’s'],
  ['translated type word', `[CORREO_${BODY}]`, 'ana@example.org'],
  ['translated type words', `[correo electrónico_${BODY}]`, 'ana@example.org'],
  ['type word in Chinese', `[电子邮件_${BODY}]`, 'ana@example.org'],
  ['doubled', `${EMAIL}${EMAIL}`, 'ana@example.organa@example.org'],
  ['doubled brackets', `[${EMAIL}]`, '[ana@example.org]'],
  ['next to Chinese', `请写信给EMAIL_${BODY}谢谢`, '请写信给ana@example.org谢谢'],
  ['zero-width characters inside', `[EMAIL_${head}\u200b${tail}]`, 'ana@example.org'],
  ['type with its own underscore lost', `[USSSN_${SSN_BODY}]`, '219-09-9999'],
  ['type with its own underscore as a space', `[US SSN ${SSN_BODY}]`, '219-09-9999'],
];

/** What must never become a value. */
const swapped = `${BODY[1]}${BODY[0]}${BODY.slice(2)}`;
const UNREADABLE: readonly [name: string, text: string][] = [
  ['two symbols swapped', `[EMAIL_${swapped}]`],
  ['one symbol changed', `[EMAIL_${BODY.slice(0, -1)}${BODY.endsWith('Z') ? 'Y' : 'Z'}]`],
  ['one symbol changed, no brackets', `EMAIL_${BODY[0] === '2' ? '3' : '2'}${BODY.slice(1)}`],
  ['cut body', `[EMAIL_${BODY.slice(0, 7)}]`],
  ['body of another type', `[PERSON_${BODY}]`],
  ['foreign token', FOREIGN],
  ['type without a body', '[EMAIL]'],
  ['ordinal', '[EMAIL_1]'],
  ['a longer word', `EMAIL_${BODY}X`],
  ['the end of another name', `MY_EMAIL_${BODY}`],
  ['bare with a translated word', `CORREO_${BODY}`],
  ['Markdown link', '[E-mail us](https://example.org/)'],
  ['prose', 'Personal emails, people & US persons; EMAIL_ADDRESS = [email]'],
];

describe('stream restorer', () => {
  it.each(RESPELLINGS)('restores a token spelled %s', (_, spelled, shown) => {
    const { text, counts } = restore(`Write to ${spelled}, please.`);
    expect(text).toBe(`Write to ${shown}, please.`);
    expect(counts).toMatchObject({ unresolved: 0, mangled: 0 });
    expect(counts.restored).toBeGreaterThan(0);
    expect(restore(spelled).text).toBe(shown);
  });

  it.each(UNREADABLE)('leaves as it is: %s', (_, text) => {
    expect(restore(`a ${text} b`)).toMatchObject({ text: `a ${text} b`, counts: { restored: 0 } });
  });

  it('counts unresolved and mangled tokens', () => {
    expect(restore(`${FOREIGN} [PHONE_${BODY.slice(0, 3)}] [EMAIL_${swapped}] ${EMAIL}`).counts).toEqual({
      restored: 1,
      unresolved: 1,
      mangled: 1,
    });
  });

  it('drops a token that the end cuts off, and nothing else', () => {
    for (let length = 'EMAIL_'.length + 1; length < EMAIL.length - 1; length += 1) {
      expect(restore(`Sent to ${EMAIL.slice(0, length)}`)).toMatchObject({ text: 'Sent to ', counts: { mangled: 1 } });
    }
    for (const text of ['see [', 'see [E', 'see [EMA', 'EMAIL', 'EMAIL_', 'a &', 'a \\', '[a', 'person']) {
      expect(restore(text).text).toBe(text);
    }
  });

  it('shows a masked value or a token as the resolver says, and counts a token as not restored', () => {
    const shown = new StreamRestorer({ types: new Set(['EMAIL']), resolve: () => EMAIL });
    expect(shown.push(EMAIL.toLowerCase()) + shown.flush()).toBe(EMAIL);
    expect(shown.counts.restored).toBe(0);
  });

  it('streams prose without waiting', () => {
    const restorer = new StreamRestorer(resolverOf());
    for (const word of [
      'The ',
      'quick & brown ',
      'fox (a ',
      'mammal) jumps. ',
      'Every ',
      'person ',
      'émigré ',
      '的人 ',
    ]) {
      expect(restorer.push(word)).toBe(word);
    }
    expect(restorer.push('They e')).toBe('They ');
    expect(restorer.push('a')).toBe('ea');
    expect(restorer.push(' per')).toBe(' ');
    expect(restorer.push('haps')).toBe('perhaps');
    expect(restorer.flush()).toBe('');
  });

  it('never holds back more than a bounded suffix', () => {
    const restorer = new StreamRestorer(resolverOf());
    const text = `[${'a '.repeat(500)}[${'*'.repeat(500)}[EMAIL${' '.repeat(500)}&#&&\\\\\\\\\\\\[[[[[${'x'.repeat(500)}`;
    let out = 0;
    for (let at = 0; at < text.length; at += 1) {
      out += restorer.push(text[at]!).length;
      expect(at + 1 - out).toBeLessThanOrEqual(120);
    }
    expect(out + restorer.flush().length).toBe(text.length);
  });

  it('gives the same text for every cut and every pair of cuts', () => {
    const all = [...RESPELLINGS.map(([, spelled]) => spelled), ...UNREADABLE.map(([, text]) => text)];
    for (const spelled of all) {
      const text = `To ${spelled}. [x`;
      const whole = restore(text).text;
      for (let first = 0; first <= text.length; first += 1) {
        for (let second = first; second <= text.length; second += 1) {
          const parts = [text.slice(0, first), text.slice(first, second), text.slice(second)];
          if (restoreParts(parts) !== whole) throw new Error(`${JSON.stringify(parts)} differs from ${whole}`);
        }
      }
    }
  });

  it('gives the same text for random texts in random pieces', () => {
    const piece = fc.constantFrom(
      ...RESPELLINGS.map(([, spelled]) => spelled),
      ...UNREADABLE.map(([, text]) => text),
      ...['[', ']', '\\', '&', '_', '**', ' ', '\n', '"', '😀', 'e', 'EMAIL_', 's', BODY, '{', ':', ','],
    );
    const container = fc.constantFrom<Container>('text', 'json', 'python');
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
        container,
        (pieces, sizes, kind) => {
          const text = pieces.join('');
          const parts: string[] = [];
          for (let at = 0; at < text.length; ) {
            const size = sizes.next().value as number;
            parts.push(text.slice(at, at + size));
            at += size;
          }
          expect(restoreParts(parts, kind)).toBe(restore(text, kind).text);
        },
      ),
      { numRuns: 10_000 },
    );
  });

  it('undoes de-identification', () => {
    const value = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
    const filler = fc
      .string({ unit: fc.constantFrom(...'abc XYZ_.,-[]()*&\\"\n{}'), maxLength: 10 })
      .map((text) => `${text} `);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(filler, value, fc.uint8Array({ minLength: 5, maxLength: 5 })), { maxLength: 6 }),
        (rows) => {
          const values: Record<string, { type: string; value: string }> = {};
          let original = '';
          let sent = '';
          for (const [before, one, random] of rows) {
            const body = tokenBodyFrom(random);
            values[body] ??= { type: 'EMAIL', value: one };
            original += before + values[body].value;
            sent += before + vaultToken('EMAIL', body);
          }
          // A text that itself begins as a token does is another matter; the filler has no letters of the type.
          expect(restore(`${sent} `, 'text', values).text).toBe(`${original} `);
        },
      ),
    );
  });
});

const HARD = ['say "hi"', 'a\\b', 'line\nbreak', 'tab\t\u0001', '😀 é 的', '\ud800 lone', "it's", '{x}', '\u2028'];

describe('stream restorer in JSON', () => {
  const valuesWith = (value: string) => ({ [BODY]: { type: 'EMAIL', value } });
  const escapes: readonly [string, (token: string) => string][] = [
    ['plain', (token) => token],
    [
      'every character escaped',
      (token) => token.replace(/./g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ],
    ['brackets escaped', (token) => token.replace('[', '\\u005b').replace(']', '\\u005D')],
    ['Markdown escaped', (token) => token.replace('_', '\\\\_')],
  ];

  it.each(escapes)('puts any value into a string so that the JSON parses to it: %s', (_, spell) => {
    for (const value of HARD) {
      const text = `{ "a": "x ${spell(EMAIL)} y", "n": 1.50, "k":[ "${spell(EMAIL)}" ] }`;
      const whole = restore(text, 'json', valuesWith(value)).text;
      expect(JSON.parse(whole)).toEqual({ a: `x ${value} y`, n: 1.5, k: [value] });
      expect(whole).toContain('"n": 1.50');
      for (let cut = 0; cut <= text.length; cut += 1) {
        expect(restoreParts([text.slice(0, cut), text.slice(cut)], 'json', valuesWith(value))).toBe(whole);
      }
    }
  });

  it('escapes once for each level of JSON in strings', () => {
    for (const value of HARD) {
      const text = JSON.stringify({
        body: JSON.stringify({ to: [EMAIL, JSON.stringify([EMAIL])] }),
        note: `"${EMAIL}"`,
      });
      const whole = restore(text, 'json', valuesWith(value)).text;
      const outer = JSON.parse(whole) as { body: string; note: string };
      const middle = JSON.parse(outer.body) as { to: [string, string] };
      expect(outer.note).toBe(`"${value}"`);
      expect(middle.to[0]).toBe(value);
      expect(JSON.parse(middle.to[1])).toEqual([value]);
      expect(restoreParts([...text], 'json', valuesWith(value))).toBe(whole);
    }
  });

  it('quotes a value whose token stands outside of strings', () => {
    expect(JSON.parse(restore(`{"a": ${EMAIL}}`, 'json', valuesWith('"')).text)).toEqual({ a: '"' });
  });

  it('treats a text that is no JSON as text', () => {
    expect(restore(`${EMAIL} said "${EMAIL}"`, 'json', valuesWith('a"b')).text).toBe('a"b said "a"b"');
  });

  it('restores bare tokens in keys', () => {
    expect(restore(`{"EMAIL_${BODY}":1}`, 'json').text).toBe('{"ana@example.org":1}');
  });
});

describe('stream restorer in Python', () => {
  const render = (source: string, value: string) =>
    restore(source, 'python', { [BODY]: { type: 'EMAIL', value } }).text;

  it.each([
    [`f('${EMAIL}')`, `it's "x"\n\\`, `f('it\\'s "x"\\n\\\\')`],
    [`f("${EMAIL}")`, `it's "x"`, `f("it's \\"x\\"")`],
    [`f("""a"b ${EMAIL}""")`, '"""', 'f("""a"b \\"\\"\\"""")'],
    [`f(${EMAIL})`, `o'x`, `f('o\\'x')`],
    [`f('', ${EMAIL})`, 'x', "f('', 'x')"],
    [`f(r'a\\d ${EMAIL}')`, `o'x`, `f(r'a\\d ' 'o\\'x' r'')`],
    [`f'{n} ${EMAIL}'`, '{x}', `f'{n} {{x}}'`],
    [`x = 1  # ask ${EMAIL}`, 'a\nimport os', 'x = 1  # ask a import os'],
  ])('writes %s safely', (source, value, expected) => {
    expect(render(source, value)).toBe(expected);
  });
});
