import type { InfoType } from './info-type.js';
import { isInfoType } from './info-type.js';
import type { Span } from './span.js';

declare const vaultTokenBrand: unique symbol;

/**
 * A vault token in its canonical form `[TYPE_XXXXXXXXXX]`: brackets, the info type, `_`, and ten characters of Crockford
 * base32 (no I L O U): eight random (40 bits) and two check symbols.
 */
export type VaultToken = string & { readonly [vaultTokenBrand]: true };

export const TOKEN_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const TOKEN_BODY_LENGTH = 10;
const TOKEN_RANDOM_LENGTH = 8;

/** GF(32) with the primitive polynomial x⁵ + x² + 1; EXP[i] = αⁱ. */
const EXP: number[] = [];
const LOG: number[] = [];
for (let power = 0, value = 1; power < 31; power += 1) {
  EXP[power] = value;
  LOG[value] = power;
  value <<= 1;
  if (value & 32) value ^= 0b100101;
}

function multiply(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : EXP[(LOG[a]! + LOG[b]!) % 31]!;
}

const SYMBOL = new Map([...TOKEN_ALPHABET].map((character, index) => [character, index]));

/** Generator (x − α)(x − α²) = x² + (α + α²)x + α³: minimum distance 3, so every one and two symbol error is detected. */
const GENERATOR_1 = EXP[1]! ^ EXP[2]!;
const GENERATOR_0 = EXP[3]!;

function remainder(symbols: readonly number[]): [number, number] {
  let high = 0;
  let low = 0;
  for (const symbol of symbols) {
    const factor = high ^ symbol;
    high = low ^ multiply(factor, GENERATOR_1);
    low = multiply(factor, GENERATOR_0);
  }
  return [high, low];
}

/**
 * Makes the ten-character body of a token from 40 random bits (5 bytes), adding the two Reed–Solomon check symbols.
 * Throws a RangeError on any other length.
 */
export function tokenBodyFrom(random: Uint8Array): string {
  if (random.length !== 5) throw new RangeError('a token body takes 5 random bytes');
  let bits = 0n;
  for (const byte of random) bits = (bits << 8n) | BigInt(byte);
  const symbols: number[] = [];
  for (let index = TOKEN_RANDOM_LENGTH - 1; index >= 0; index -= 1)
    symbols.push(Number((bits >> BigInt(5 * index)) & 31n));
  const [high, low] = remainder(symbols);
  return [...symbols, high, low].map((symbol) => TOKEN_ALPHABET[symbol]).join('');
}

/** Whether ten characters (upper case) are a token body whose check symbols hold. */
export function isTokenBody(body: string): boolean {
  if (body.length !== TOKEN_BODY_LENGTH) return false;
  const symbols: number[] = [];
  for (const character of body) {
    const symbol = SYMBOL.get(character);
    if (symbol === undefined) return false;
    symbols.push(symbol);
  }
  const [high, low] = remainder(symbols.slice(0, TOKEN_RANDOM_LENGTH));
  return high === symbols[8] && low === symbols[9];
}

/** The canonical token of a type and a body. Throws a RangeError when either is not well formed. */
export function vaultToken(type: InfoType, body: string): VaultToken {
  if (!isInfoType(type) || !isTokenBody(body)) throw new RangeError('not the parts of a vault token');
  return `[${type}_${body}]` as VaultToken;
}

export interface VaultTokenParts {
  readonly token: VaultToken;
  readonly type: InfoType;
  readonly body: string;
}

const EXACT = /^\[?([A-Z][A-Z0-9_]*)_([0-9A-HJKMNP-TV-Z]{10})\]?$/;

/** Reads one token in canonical or bare form. Null when the text is anything else or its check symbols fail. */
export function parseVaultToken(text: string): VaultTokenParts | null {
  const match = EXACT.exec(text);
  if (!match) return null;
  const [, type, body] = match as unknown as [string, string, string];
  if (text.startsWith('[') !== text.endsWith(']') || !isInfoType(type) || !isTokenBody(body)) return null;
  return { token: `[${type}_${body}]` as VaultToken, type, body };
}

/** The bracketless form, for fields whose charset forbids brackets. */
export function bareVaultToken(token: VaultToken): string {
  return token.slice(1, -1);
}

/** What the form `token-last4` puts behind the body. */
const LAST4 = /-[A-Za-z0-9]{4}\]$/;
const EMBEDDED =
  /\[[A-Z][A-Z0-9_]{0,23}_[0-9A-HJKMNP-TV-Z]{10}(?:-[A-Za-z0-9]{4})?\]|(?<![A-Za-z0-9_])[A-Z][A-Z0-9_]{0,23}_[0-9A-HJKMNP-TV-Z]{10}(?![A-Za-z0-9_])/g;

/**
 * Finds every token in canonical, last-four or bare form whose check symbols hold, left to right. Detection leaves these spans alone,
 * so that a second pass changes nothing.
 */
export function findVaultTokens(text: string): (Span & VaultTokenParts)[] {
  const found: (Span & VaultTokenParts)[] = [];
  for (const match of text.matchAll(EMBEDDED)) {
    const parts = parseVaultToken(match[0].replace(LAST4, ']'));
    if (parts) found.push({ start: match.index, end: match.index + match[0].length, ...parts });
  }
  return found;
}
