import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  findVaultTokens,
  isTokenBody,
  parseVaultToken,
  TOKEN_ALPHABET,
  tokenBodyFrom,
  vaultToken,
} from './vault-token.js';

const bodies = fc.uint8Array({ minLength: 5, maxLength: 5 }).map(tokenBodyFrom);

describe('vault token', () => {
  it('round trips through its text form', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const token = vaultToken('EMAIL', body);
        expect(parseVaultToken(token)).toEqual({ token, type: 'EMAIL', body });
        expect(parseVaultToken(token.slice(1, -1))?.token).toBe(token);
      }),
    );
  });

  it('detects every single and double symbol error and every swap', () => {
    const body = tokenBodyFrom(randomBytes(5));
    const symbols = [...body];
    const put = (...changes: [number, string][]) => {
      const copy = [...symbols];
      for (const [at, symbol] of changes) copy[at] = symbol;
      return copy.join('');
    };
    for (let i = 0; i < 10; i += 1) {
      for (const a of TOKEN_ALPHABET) {
        if (a !== symbols[i]) expect(isTokenBody(put([i, a]))).toBe(false);
        for (let j = i + 1; j < 10; j += 1) {
          for (const b of TOKEN_ALPHABET) {
            if (a !== symbols[i] || b !== symbols[j]) expect(isTokenBody(put([i, a], [j, b]))).toBe(false);
          }
        }
      }
      for (let j = i + 1; j < 10; j += 1) {
        if (symbols[i] !== symbols[j]) expect(isTokenBody(put([i, symbols[j]!], [j, symbols[i]!]))).toBe(false);
      }
    }
  });

  it('holds no character that HTML, JSON or Markdown would escape', () => {
    fc.assert(fc.property(bodies, (body) => /^\[[A-Z0-9_]+\]$/.test(vaultToken('US_SSN', body))));
  });

  it.each([
    ['', null],
    ['[EMAIL_]', null],
    ['[EMAIL_7Q4KX2M9WA', null],
    ['EMAIL_7Q4KX2M9WA]', null],
    ['[email_7Q4KX2M9WA]', null],
  ])('reads %j as no token', (text, expected) => {
    expect(parseVaultToken(text)).toBe(expected);
  });

  it('finds canonical and bare tokens in running text, and nothing whose check fails', () => {
    const token = vaultToken('PERSON', tokenBodyFrom(new Uint8Array([1, 2, 3, 4, 5])));
    const wrong = token.replace(/.\]$/, token.at(-2) === '0' ? '1]' : '0]');
    const text = `a ${token} b ${token.slice(1, -1)} c ${wrong} xPERSON_0000000000`;
    const found = findVaultTokens(text);
    expect(found.map((one) => text.slice(one.start, one.end))).toEqual([token, token.slice(1, -1)]);
  });

  it('finds a token with its last four as one span', () => {
    const token = vaultToken('PHONE', tokenBodyFrom(new Uint8Array([9, 8, 7, 6, 5])));
    const text = `call ${token.slice(0, -1)}-4567] now, not ${token.slice(0, -1)}-45678]`;
    const found = findVaultTokens(text);
    expect(found.map((one) => text.slice(one.start, one.end))).toEqual([
      `${token.slice(0, -1)}-4567]`,
      token.slice(1, -1),
    ]);
    expect(found.map((one) => one.token)).toEqual([token, token]);
  });
});
