import { de, en, es, fr, it, type LocaleDefinition } from '@faker-js/faker';
import type { InfoType } from '#lib/kernel';
import { normaliserOf } from '../values/normalise.js';
import { formatValue } from './format-value.js';
import type { RandomSource } from './random-source.js';

export const SURROGATE_LOCALES = ['en', 'de', 'fr', 'es', 'it'] as const;
export type SurrogateLocale = (typeof SURROGATE_LOCALES)[number];

const DEFINITIONS: Readonly<Record<SurrogateLocale, LocaleDefinition>> = { en, de, fr, es, it };

type Gender = 'female' | 'male' | 'generic';

/** What the surrogate of a value has to fit: the names that were made up for the same exchange. */
export interface SurrogateContext {
  readonly locale: SurrogateLocale;
  /** Surrogates of persons met so far: real name to made-up name. An e-mail address of one of them follows. */
  readonly persons: ReadonlyMap<string, string>;
}

/**
 * A realistic value that stands for nobody: a name of the same gender, where the first name tells it, and as many parts; an
 * address that goes with the name; reserved numbers and domains. Null for types that have no surrogate.
 */
export function surrogateValue(
  type: InfoType,
  value: string,
  random: RandomSource,
  context: SurrogateContext,
): string | null {
  switch (type) {
    case 'PERSON':
      return personSurrogate(value, random, context.locale);
    case 'EMAIL':
      return emailSurrogate(value, random, context);
    case 'ORGANIZATION':
      return `${random.pick(lastNames(context.locale, 'generic'))} ${random.pick(['Group', 'Partners', 'Works', 'Holding'])}`;
    case 'LOCATION':
      return random.pick(namesOf(DEFINITIONS[context.locale].location?.city_name ?? en.location?.city_name));
    case 'ADDRESS':
      return `${1 + random.below(180)} ${random.pick(lastNames('en', 'generic'))} Street, ${random.pick(namesOf(en.location?.city_name))}`;
    case 'USERNAME':
      return `${random.pick(firstNames(context.locale, 'generic')).toLowerCase()}${random.digits(3)}`;
    default:
      return formatValue(type, value, random);
  }
}

const TITLE = /^(?:mr|mrs|ms|miss|mx|dr|prof|herr|frau|mme|m|sr|sra)\.?$/iu;
const FEMALE_TITLE = /^(?:mrs|ms|miss|frau|mme|sra)\.?$/iu;
const MALE_TITLE = /^(?:mr|herr|m|sr)\.?$/iu;

function personSurrogate(value: string, random: RandomSource, locale: SurrogateLocale): string {
  const words = value.trim().split(/\s+/u);
  const titles = words.filter((word) => TITLE.test(word));
  const names = words.filter((word) => !TITLE.test(word));
  const gender = genderOf(titles, names[0] ?? '', locale);
  const first = random.pick(firstNames(locale, gender));
  const last = random.pick(lastNames(locale, gender));
  // A surname alone follows a title; a single name without one is a first name.
  if (names.length <= 1) return [...titles, titles.length > 0 ? last : first].join(' ');
  const middle = names
    .slice(1, -1)
    .map((name) => (/^\p{L}\.?$/u.test(name) ? `${first[0]}.` : random.pick(firstNames(locale, gender))));
  return [...titles, first, ...middle, last].join(' ');
}

function genderOf(titles: readonly string[], firstName: string, locale: SurrogateLocale): Gender {
  if (titles.some((title) => FEMALE_TITLE.test(title))) return 'female';
  if (titles.some((title) => MALE_TITLE.test(title))) return 'male';
  const wanted = firstName.toLowerCase();
  const has = (gender: Gender) =>
    [locale, 'en' as const].some((one) =>
      namesOf(DEFINITIONS[one].person?.first_name?.[gender]).some((name) => name.toLowerCase() === wanted),
    );
  const [female, male] = [has('female'), has('male')];
  return female === male ? 'generic' : female ? 'female' : 'male';
}

/** The address of a person whose surrogate is known, made of the surrogate's name; any other at random. */
function emailSurrogate(value: string, random: RandomSource, context: SurrogateContext): string {
  const mailbox = lettersOf(value.split('@')[0] ?? '');
  const domain = `${random
    .pick(lastNames('en', 'generic'))
    .toLowerCase()
    .replace(/[^a-z]/g, '')}.example`;
  for (const [real, made] of context.persons) {
    const words = partsOf(real);
    const [first, last] = [words[0], words.at(-1)];
    if (first === undefined || last === undefined || words.length < 2) continue;
    if ([first + last, last + first, first[0] + last, first + last[0]].includes(mailbox)) {
      return `${partsOf(made).join('.')}@${domain}`;
    }
  }
  return `${partsOf(random.pick(firstNames(context.locale, 'generic'))).join('')}.${random.digits(4)}@${domain}`;
}

function partsOf(name: string): string[] {
  return name
    .split(/\s+/u)
    .filter((word) => !TITLE.test(word))
    .map(lettersOf)
    .filter((word) => word !== '');
}

function lettersOf(text: string): string {
  return normaliserOf('PERSON')
    .normalise(text)
    .normalize('NFD')
    .replace(/[^a-z]/g, '');
}

function firstNames(locale: SurrogateLocale, gender: Gender): readonly string[] {
  const names = DEFINITIONS[locale].person?.first_name;
  const own = namesOf(names?.[gender]);
  return own.length > 0 ? own : [...namesOf(names?.female), ...namesOf(names?.male)];
}

function lastNames(locale: SurrogateLocale, gender: Gender): readonly string[] {
  const names = DEFINITIONS[locale].person?.last_name;
  const own = namesOf(names?.[gender]);
  return own.length > 0 ? own : namesOf(names?.generic);
}

function namesOf(names: readonly string[] | null | undefined): readonly string[] {
  return names ?? [];
}
