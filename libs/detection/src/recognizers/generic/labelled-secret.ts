import type { Recognizer, ScanMatch } from '../../recognizer.js';
import { validateSecretText } from './provider-key.js';

const NAMES =
  'api[ _-]?key|apikey|secret(?:[ _-]?key)?|client[ _-]?secret|access[ _-]?key(?:[ _-]?id)?|access[ _-]?token|auth(?:entication|orization)?[ _-]?token|refresh[ _-]?token|id[ _-]?token|security[ _-]?token|session[ _-]?token|api[ _-]?token|bot[ _-]?token|private[ _-]?key|encryption[ _-]?key|signing[ _-]?key|webhook[ _-]?secret|signature|credential|token|bearer|schlüssel|api-schlüssel|clé(?: api)?|clave api|chiave(?: api|_api)?|chave(?: api|_api)?|sleutel|kunci(?: api|_api)?|[a-z]{2,16}[_-](?:key|token|secret|clé|kunci|sleutel|chiave|chave|schluessel)';
const LABELLED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${NAMES})["'\`]?(?: ?(?::=|=>|[:=])| is| ist| est| es| was)?\\s?(?:bearer |basic |token )?["'\`]?([A-Za-z0-9_+/=.~-]{12,512})(?![A-Za-z0-9_+/=~-])`,
  'giu',
);
const BASIC = /\bbasic\s([A-Za-z0-9+/]{8,512}={0,2})(?![A-Za-z0-9+/=])/gi;
const UPPER_BOUND = 512;
/** Bits a character; English words have about 4 over 26 letters but few digits, so digits are asked for too. */
const ENTROPY_MIN = 3;

/** Shannon entropy of a text's characters, in bits a character. */
export function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const symbol of value) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

function looksRandom(value: string): boolean {
  if (value.length > UPPER_BOUND || validateSecretText(value) === 'invalid' || entropy(value) < ENTROPY_MIN)
    return false;
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  // Paths, identifiers in snake or dot case, file names, versions.
  return !/^(?:[a-z]+[_./-])+[a-z]+\d{0,3}$/i.test(value) && !/^\d{4}-\d{2}-\d{2}/.test(value);
}

/** Keys and tokens of no known provider, where a name says so and the value looks random. */
export function* scanLabelledSecrets(text: string): Generator<ScanMatch> {
  for (const match of text.matchAll(LABELLED)) {
    const value = match[1]!.replace(/[.]+$/, '');
    if (!looksRandom(value)) continue;
    const start = match.index + match[0].length - match[1]!.length;
    yield { start, end: start + value.length, pattern: 'labelled, high entropy', score: 0.85, validation: 'unknown' };
  }
  for (const match of text.matchAll(BASIC)) {
    const decoded = Buffer.from(match[1]!, 'base64').toString('latin1');
    if (!/^[\x21-\x7e]{1,128}:[\x20-\x7e]{1,128}$/.test(decoded)) continue;
    const start = match.index + match[0].length - match[1]!.length;
    yield { start, end: start + match[1]!.length, pattern: 'basic authentication', score: 0.95, validation: 'valid' };
  }
}

/** Secrets that only their name and their randomness give away. */
export const labelledSecret: Recognizer = {
  id: 'labelled-secret',
  types: ['SECRET'],
  title: 'Key or token of any provider, by label and entropy',
  source: 'RFC 7617 (Basic), RFC 6750 (Bearer); Shannon entropy over 3 bits a character',
  check: 'entropy, letters and digits, not a placeholder',
  score: 0.85,
  patterns: [],
  scan: scanLabelledSecrets,
  triggers: {
    words: [
      'key',
      'apikey',
      'secret',
      'token',
      'signature',
      'credential',
      'bearer',
      'basic',
      'schlussel',
      'schluessel',
      'cle',
      'clave',
      'chiave',
      'chave',
      'sleutel',
      'kunci',
    ],
    before: 40,
    after: 560,
  },
  context: {},
  examples: {
    valid: ['api_key=«AKzq81Lm0Pw7Rt55Vb2N»', 'Security token «F9SXMECOSFOGYR3XKXWNREK8»'],
    invalid: ['glpat-XXXXXXXXXXXXXXXXXXXX', 'your-api-key-here', 'config.secret_key'],
  },
};
