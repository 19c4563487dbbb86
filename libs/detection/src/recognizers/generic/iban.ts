import { countrySpecs } from 'ibantools';
import type { Recognizer, ScanMatch } from '../../recognizer.js';
import { mod97 } from './mod97.js';

/** Length by country (SWIFT IBAN registry, as ibantools carries it). */
const LENGTHS = new Map(
  Object.entries(countrySpecs).flatMap(([country, spec]) => (spec.chars ? [[country, spec.chars] as const] : [])),
);

const START = /(?<![A-Za-z0-9])[A-Za-z]{2} ?\d{2}(?=[ .-]?[A-Za-z0-9])/g;
const SEPARATORS = new Set([' ', '-', '.']);

/** Finds IBANs by country code and registered length, in any grouping. */
export function* scanIbans(text: string): Generator<ScanMatch> {
  for (const match of text.matchAll(START)) {
    const country = match[0].slice(0, 2).toUpperCase();
    const length = LENGTHS.get(country);
    if (length === undefined) continue;
    const found = readSymbols(text, match.index, length);
    if (!found) continue;
    const valid = mod97(found.symbols.slice(4) + found.symbols.slice(0, 4)) === 1;
    yield {
      start: match.index,
      end: found.end,
      pattern: `${country}, ${length} characters`,
      score: valid ? 0.98 : 0.2,
      validation: valid ? 'valid' : 'invalid',
    };
  }
}

function isSymbol(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/** Reads exactly `length` letters and digits with at most one separator between two; null when more or fewer stand there. */
function readSymbols(text: string, start: number, length: number): { symbols: string; end: number } | null {
  let symbols = '';
  let at = start;
  while (symbols.length < length) {
    const character = text[at];
    if (character === undefined) return null;
    if (isSymbol(character.charCodeAt(0))) symbols += character;
    else if (!SEPARATORS.has(character) || SEPARATORS.has(text[at - 1]!)) return null;
    at += 1;
  }
  return /[\p{L}\p{N}]/u.test(text[at] ?? '') ? null : { symbols: symbols.toUpperCase(), end: at };
}

/** International bank account numbers. */
export const iban: Recognizer = {
  id: 'iban',
  types: ['IBAN'],
  title: 'International bank account number',
  source: 'ISO 13616-1; SWIFT IBAN registry (lengths from ibantools 4.5)',
  check: 'ISO 7064 MOD 97-10 and length by country',
  score: 0.2,
  validScore: 0.98,
  failedCheckScore: 0.2,
  patterns: [],
  scan: scanIbans,
  triggers: { runs: 'digits', before: 8, after: 90 },
  context: {
    '*': ['iban'],
    en: ['account', 'bank account'],
    de: ['konto', 'kontonummer', 'bankverbindung'],
    fr: ['compte', 'rib'],
    es: ['cuenta'],
    it: ['conto'],
    pt: ['conta'],
    nl: ['rekening', 'rekeningnummer'],
    pl: ['konto', 'rachunek'],
  },
  examples: {
    valid: [
      'DE89 3704 0044 0532 0130 00',
      'GB29NWBK60161331926819',
      'UA213223130000026007233566001',
      'EG380019000500000000263180002',
    ],
    invalid: ['DE89 3704', 'ZZ89370400440532013000', 'DE8937040044053201300012'],
  },
};
