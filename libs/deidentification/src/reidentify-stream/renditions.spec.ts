import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { tokenBodyFrom, type VaultToken, vaultToken } from '#lib/kernel';
import type { Form } from '#lib/vault';
import { type Restorable, Restoration } from '../restoration.js';
import type { Container } from './container.js';
import { StreamRestorer } from './stream-restorer.js';

const token = (type: string, seed: number) => vaultToken(type, tokenBodyFrom(new Uint8Array([seed, 7, 9, seed, 3])));
const PERSON = token('PERSON', 1);
const MOTHER = token('PERSON', 2);
const PHONE = token('PHONE', 3);
const DATE = token('DATE', 4);
const CITY = token('LOCATION', 5);
const SECRET = token('PERSON', 6);

const restorable = (own: VaultToken, text: string): Restorable => ({
  token: own,
  type: own.slice(1, own.lastIndexOf('_')),
  level: 'plain',
  text,
});
const rendered = (own: VaultToken, form: Form, text: string) => ({ token: own, form, text });

/** Two names of which one begins the other, a phone with punctuation, a date, a name with letters beyond ASCII. */
const RESTORATION = new Restoration(
  [
    restorable(PERSON, 'Jane "JR" Roe'),
    restorable(MOTHER, 'Mary Roe'),
    restorable(PHONE, '777-123-4567'),
    restorable(DATE, '9 March 1984'),
    restorable(CITY, 'Göteborg'),
    restorable(SECRET, SECRET),
  ],
  [
    rendered(PERSON, 'surrogate', 'Maria Keller'),
    rendered(MOTHER, 'surrogate', 'Maria'),
    rendered(PHONE, 'format', '(212) 555-0143'),
    rendered(DATE, 'date-shift', '1984-05-21'),
    rendered(CITY, 'surrogate', 'Zürich'),
    rendered(SECRET, 'surrogate', 'Otto Falk'),
  ],
);

function restoreParts(parts: readonly string[], container: Container = 'text') {
  const restorer = new StreamRestorer(RESTORATION, container);
  return { text: parts.map((part) => restorer.push(part)).join('') + restorer.flush(), counts: restorer.counts };
}

const restore = (text: string, container?: Container) => restoreParts([text], container).text;
const last4 = (own: VaultToken, digits: string) => `${own.slice(0, -1)}-${digits}]`;

describe('a stream whose values left in other forms', () => {
  it.each([
    ['Dear Maria Keller, call (212) 555-0143.', 'Dear Jane "JR" Roe, call 777-123-4567.'],
    ['Maria and Maria Keller', 'Mary Roe and Jane "JR" Roe'],
    ["Maria Keller's file of 1984-05-21", `Jane "JR" Roe's file of 9 March 1984`],
    ['Annamaria Kellers, Maria Kellermann, 11984-05-21', 'Annamaria Kellers, Mary Roe Kellermann, 11984-05-21'],
    ['from Zürich to Zürichs', 'from Göteborg to Zürichs'],
    [`Otto Falk and ${PERSON}`, `${SECRET} and Jane "JR" Roe`],
    [`${last4(PHONE, '4567')}, ${last4(PHONE, '45678')}`, '777-123-4567, 777-123-4567-45678]'],
    [`[TELEFON_${PHONE.slice(-11, -1)}-4567]!`, '777-123-4567!'],
    [last4(PHONE, '4567').slice(0, -2), '777-123-4567'],
    ['maria keller', 'maria keller'],
  ])('reads %j as %j', (text, shown) => {
    expect(restore(text)).toBe(shown);
  });

  it('counts what was restored, and not what the caller sees as a token', () => {
    expect(restoreParts(['Maria, Otto Falk, Zürich']).counts).toEqual({ restored: 2, unresolved: 0, mangled: 0 });
  });

  it('writes values so that they are data in their container, and reads escaped renditions', () => {
    const answer = restore('{"to":"Maria Keller","from":"Z\\u00fcrich","n":1.50}', 'json');
    expect(JSON.parse(answer)).toEqual({ to: 'Jane "JR" Roe', from: 'Göteborg', n: 1.5 });
    expect(answer).toContain('1.50');
  });

  const TEXTS: readonly [Container, string][] = [
    ['text', `Maria Keller (212) 555-0143 Maria ${last4(PHONE, '4567')} Zürich, Otto Falk Mar 1984-05-21`],
    ['json', `{"a":"Maria Keller and \\"Maria\\"","b":["Z\\u00fcrich","${last4(PHONE, '4567')}"],"c":"1984-05-21"}`],
    ['python', `send(to='Maria Keller', tel="(212) 555-0143", on='1984-05-21', t='${last4(PHONE, '4567')}')`],
  ];

  it.each(TEXTS)('gives the same %s wherever it is cut', (container, text) => {
    const whole = restore(text, container);
    expect(whole).not.toContain('Maria');
    for (let at = 0; at <= text.length; at += 1) {
      expect(restoreParts([text.slice(0, at), text.slice(at)], container).text).toBe(whole);
    }
    expect(restoreParts([...text], container).text).toBe(whole);
  });

  it('gives the same however random text is cut', () => {
    const words = fc.constantFrom(
      ...['Maria', ' ', 'Keller', 'Maria Keller', '1984-05-21', '(212) 555-0143', '(', '-', 'Zür', 'ich', '\\', '"'],
      ...['\\u00fc', PERSON, last4(PHONE, '4567'), PHONE.slice(0, -1), ']', '😀', 'x', '0', '{"', '"}', '&#91;', '\n'],
    );
    fc.assert(
      fc.property(
        fc.array(words, { maxLength: 16 }),
        fc.array(fc.nat(120), { maxLength: 8 }),
        fc.constantFrom<Container>('text', 'json', 'python'),
        (parts, cuts, container) => {
          const text = parts.join('');
          const places = [...new Set(cuts.map((cut) => Math.min(cut, text.length)))].sort((a, b) => a - b);
          const pieces = [0, ...places].map((from, index) => text.slice(from, places[index] ?? text.length));
          expect(restoreParts(pieces, container).text).toBe(restore(text, container));
        },
      ),
      { numRuns: 1_500 },
    );
  });

  it('holds back no more than the longest rendition, and nothing of what begins none', () => {
    const restorer = new StreamRestorer(RESTORATION);
    expect(restorer.push('So then ')).toBe('So then ');
    let seen = 'So then '.length;
    let given = seen;
    for (const unit of 'Maria Kellex Maria Kelle (212) 555-01 ok, ') {
      seen += 1;
      given += restorer.push(unit).length;
      expect(seen - given).toBeLessThanOrEqual(RESTORATION.renditions.lengthMax);
    }
  });
});
