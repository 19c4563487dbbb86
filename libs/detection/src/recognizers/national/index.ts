import type { Recognizer } from '../../recognizer.js';
import { AFRICA_OCEANIA_RECOGNIZERS } from './africa-oceania.js';
import { AMERICAS_RECOGNIZERS } from './americas.js';
import { ASIA_RECOGNIZERS } from './asia.js';
import { EUROPE_RECOGNIZERS } from './europe.js';

/** National, tax, health, bank and document identifiers, one folder a country under `recognizers/`. */
export const NATIONAL_RECOGNIZERS: readonly Recognizer[] = [
  ...EUROPE_RECOGNIZERS,
  ...AMERICAS_RECOGNIZERS,
  ...ASIA_RECOGNIZERS,
  ...AFRICA_OCEANIA_RECOGNIZERS,
];
