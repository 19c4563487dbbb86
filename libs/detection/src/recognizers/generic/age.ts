import { patternRecognizer } from '../../recognizer.js';

const WORDS =
  '(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)';
const NUMBER = '(?:1[01]\\d|[1-9]?\\d)';
const UNIT =
  '(?:[- ]?(?:years?|yrs?|months?|weeks?)[- ](?:old|of age)|[- ]?y\\/?o\\b|-jährige[rsnm]?|[ -]?jährig(?:e[rsnm]?)?| Jahre(?:n)? alt| Jahre(?=[,.;)]| alt)| ans(?![\\p{L}])| años(?: de edad)?| anni(?![\\p{L}])| anos(?: de idade)?| jaar(?: oud)?(?![\\p{L}])|-jarige| tahun(?![\\p{L}])| lat(?![\\p{L}]))';

/** Ages of persons, with the unit where it belongs to the phrase. */
export const age = patternRecognizer({
  id: 'age',
  type: 'AGE',
  title: 'Age of a person',
  source: '45 CFR 164.514(b)(2)(i)(C) (ages over 89); phrases in eight languages',
  score: 0.75,
  patterns: [
    {
      name: 'years old',
      kind: 'text',
      regex: new RegExp(`(?<![\\p{L}\\p{N}.,-])${NUMBER}${UNIT}`, 'u'),
      triggers: {
        words: [
          'year',
          'yr',
          'month',
          'week',
          'old',
          'y',
          'jahre',
          'jahren',
          'jahrig',
          'jahrige',
          'jahriger',
          'jahrigen',
          'jahriges',
          'ans',
          'anos',
          'anni',
          'jaar',
          'jarige',
          'tahun',
          'lat',
          'yo',
        ],
        before: 16,
        after: 16,
        withDigit: true,
      },
    },
    {
      name: 'years old in words',
      kind: 'text',
      regex: new RegExp(`(?<![\\p{L}])${WORDS}[- ]years?[- ](?:old|of age)`, 'iu'),
      triggers: {
        words: ['year'],
        before: 30,
        after: 12,
      },
    },
    {
      name: 'aged',
      kind: 'text',
      regex: new RegExp(
        `(?<![\\p{L}])(?:age[d]?|aet\\.?|Alter|âgée? de|Alder|edad(?: de)?|età(?: di)?|idade(?: de)?|leeftijd|usia|umur|wiek)["']?(?: is| of|:|=)?[\\s:="']{1,3}(${NUMBER}|${WORDS})(?![\\p{L}\\p{N}]|[.,/:-]\\d|%| *(?:%|percent|minutes|hours|days))`,
        'iu',
      ),
      group: 1,
      triggers: {
        words: [
          'age',
          'aged',
          'aet',
          'alter',
          'agee',
          'alder',
          'edad',
          'eta',
          'idade',
          'leeftijd',
          'usia',
          'umur',
          'wiek',
        ],
        before: 4,
        after: 40,
      },
    },
    {
      name: 'letter for the sex',
      kind: 'text',
      regex: new RegExp(`(?=\\d)(?<![\\p{L}\\p{N}.,/-])(${NUMBER}) ?(?:[MF]|yo ?[MF])(?=[ ,.;:)\\n]|$)`, 'u'),
      group: 1,
      score: 0.4,
      triggers: { runs: 'digits', before: 4, after: 8 },
    },
  ],
  context: { en: ['patient', 'pt', 'male', 'female', 'presents', 'admitted', 'bed'] },
  contextDistanceMax: 6,
  examples: { valid: ['52-year-old', '74 years old', '19 ans', '79 jaar', '45 Jahre alt'], invalid: ['1900', '12.5'] },
});
