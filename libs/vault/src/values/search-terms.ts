import type { InfoType } from '#lib/kernel';
import type { SearchKind } from '../collections/collection-settings.js';
import { exactDigest, keyedDigest } from './blind-index.js';
import { normaliserOf } from './normalise.js';

/** 32 bits of a digest: enough to find by, and what collides is filtered after decryption. */
const TERM_DIGEST_BYTES = 4;
const LAST4_LENGTH_MIN = 8;

/** Digests under which a value is found in one way. A value that has no such term (a name has no domain) has none. */
export function digestFor(key: Uint8Array, kind: string, type: InfoType, value: string): Buffer[] {
  if (kind === 'exact') return [exactDigest(key, type, value)];
  return termsOf(kind as SearchKind, type, value).map((term) => termDigest(key, term));
}

export function termDigest(key: Uint8Array, term: string): Buffer {
  return keyedDigest(key, term).subarray(0, TERM_DIGEST_BYTES);
}

/** The terms of a value: what a search of that kind compares. */
export function termsOf(kind: SearchKind, type: InfoType, value: string): string[] {
  const normal = normaliserOf(type).normalise(value);
  switch (kind) {
    case 'last4':
      return last4Of(normal);
    case 'prefix':
      return prefixesOf(type, normal);
    case 'domain':
      return domainOf(type, normal);
    case 'year': {
      const date = dateOf(normal);
      return date ? [String(date.year)] : [];
    }
    case 'bucket': {
      const bucket = bucketOf(type, normal);
      return bucket === null ? [] : [bucket];
    }
  }
}

function last4Of(normal: string): string[] {
  const characters = [...normal.replace(/[^\p{L}\p{N}]/gu, '')];
  return characters.length >= LAST4_LENGTH_MIN ? [characters.slice(-4).join('')] : [];
}

/** How long a prefix a search must give at least; longer ones are compared after decryption. */
export function prefixLength(type: InfoType): number {
  if (type === 'CREDIT_CARD') return 6;
  if (type === 'PHONE') return 5;
  return 3;
}

/** Of each word for names and places, so that a surname is found too; of the whole for everything else. */
function prefixesOf(type: InfoType, normal: string): string[] {
  const length = prefixLength(type);
  const words = isWorded(type) ? normal.split(/[\s,]+/u) : [normal];
  const prefixes = words
    .filter((word) => [...word].length >= length)
    .map((word) => [...word].slice(0, length).join(''));
  return [...new Set(prefixes)];
}

export function isWorded(type: InfoType): boolean {
  return ['PERSON', 'ORGANIZATION', 'LOCATION', 'ADDRESS'].includes(type);
}

function domainOf(type: InfoType, normal: string): string[] {
  if (type !== 'EMAIL') return [];
  const at = normal.lastIndexOf('@');
  return at > 0 && at < normal.length - 1 ? [normal.slice(at + 1)] : [];
}

/** The year and month of a date written with a four-digit year: ISO order, or day and month in either order. */
export function dateOf(text: string): { year: number; month: number | null; day: number | null } | null {
  const iso = /(?<!\d)(1[89]\d\d|20\d\d)[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?!\d)/.exec(text);
  if (iso) return { year: Number(iso[1]), month: Number(iso[2]), day: iso[3] === undefined ? null : Number(iso[3]) };
  const year = /(?<!\d)(1[89]\d\d|20\d\d)(?!\d)/.exec(text);
  return year ? { year: Number(year[1]), month: null, day: null } : null;
}

export const AGE_BUCKET_YEARS = 5;

/** Ages in bands of five years, dates by year; null where the value is neither. */
function bucketOf(type: InfoType, normal: string): string | null {
  if (type === 'AGE') {
    const age = Number(/\d{1,3}/.exec(normal)?.[0] ?? Number.NaN);
    return Number.isNaN(age) ? null : `age:${Math.floor(age / AGE_BUCKET_YEARS)}`;
  }
  const date = dateOf(normal);
  return date ? `year:${date.year}` : null;
}

/** What a range compares, after decryption: an age, or a date as a number that sorts. Null: not comparable. */
export function rangeValueOf(type: InfoType, value: string): number | null {
  const normal = normaliserOf(type).normalise(value);
  if (type === 'AGE') return Number(/\d{1,3}/.exec(normal)?.[0] ?? Number.NaN) || null;
  const date = dateOf(normal);
  return date ? date.year * 10_000 + (date.month ?? 1) * 100 + (date.day ?? 1) : null;
}
