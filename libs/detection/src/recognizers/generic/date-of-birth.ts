import { contextWords } from '../../context/context-words.js';
import type { Recognizer } from '../../recognizer.js';
import { scanDates } from './date-scan.js';

const CONTEXT = {
  en: ['dob', 'd o b', 'date of birth', 'birth date', 'birthdate', 'birthday', 'born', 'birth', 'bday'],
  de: ['geboren', 'geburtsdatum', 'geb', 'geburtstag', 'gebdat', 'geb datum'],
  fr: ['ne', 'nee', 'naissance', 'date de naissance', 'anniversaire'],
  es: [
    'nacido',
    'nacida',
    'nacimiento',
    'nacio',
    'fecha de nacimiento',
    'cumpleanos',
    'fecha nac',
    'f nac',
    'fecha nacimiento',
  ],
  it: ['nato', 'nata', 'nascita', 'data di nascita', 'compleanno'],
  pt: [
    'nascido',
    'nascida',
    'nascimento',
    'nasceu',
    'data de nascimento',
    'aniversario',
    'data nasc',
    'nasc',
    'data de nasc',
  ],
  nl: ['geboren', 'geboortedatum', 'geb', 'verjaardag'],
  id: ['lahir', 'tanggal lahir', 'tgl lahir', 'ttl', 'kelahiran'],
  pl: ['urodzony', 'urodzona', 'data urodzenia', 'ur'],
  sv: ['fodd', 'fodelsedatum'],
  da: ['fodt', 'fodselsdato', 'født', 'fødselsdato'],
  fi: ['syntynyt', 'syntymaaika'],
  cs: ['narozen', 'narozena', 'datum narozeni'],
  ro: ['nascut', 'nascuta', 'data nasterii'],
  hu: ['szuletett', 'szuletesi'],
  tr: ['dogum', 'dogum tarihi', 'doğum', 'dogumlu'],
  el: ['γεννηση', 'γεννηθηκε', 'γεννησης'],
  ru: ['родился', 'родилась', 'рождения', 'дата рождения'],
  uk: ['народився', 'народилася', 'народження'],
  ar: ['تاريخ الميلاد', 'الميلاد'],
  zh: ['出生', '生日'],
  ja: ['生年月日', '生まれ', '誕生日'],
  ko: ['생년월일', '출생'],
};

/** The first words of the context phrases: dates are looked for around them only. */
const BIRTH_WORDS = [
  ...new Set(
    Object.values(CONTEXT)
      .flat()
      .map((phrase) => contextWords(phrase)[0]!),
  ),
];

/** Dates of birth: a date with a word of birth beside it, in the languages of the names. */
export const dateOfBirth: Recognizer = {
  id: 'date-of-birth',
  types: ['DATE_OF_BIRTH'],
  title: 'Date of birth',
  source: 'ISO 8601-1 §5.2.2; CLDR 46 month names and date formats',
  check: 'a day of the calendar, not in the future of 2100',
  score: 0.2,
  patterns: [],
  scan: function* (text) {
    for (const date of scanDates(text)) if (date.complete) yield { ...date, score: 0.2, validation: 'unknown' };
  },
  triggers: { words: BIRTH_WORDS, before: 60, after: 140, withDigit: true },
  requiresContext: true,
  contextDistanceMax: 6,
  context: CONTEXT,
  examples: {
    valid: [
      '3/3/2021',
      '1981-07-14',
      '14 July 1981',
      'July 14, 1981',
      '14.07.1981',
      '14. Juli 1981',
      '14 juillet 1981',
    ],
    invalid: ['99/99/2021', '32.13.1981', '68th'],
  },
};
