import { patternRecognizer } from '../../recognizer.js';

const CAP = "\\p{Lu}[\\p{L}\\p{M}'’.-]{0,24}";
const ENGLISH =
  'Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Court|Ct|Boulevard|Blvd|Way|Close|Crescent|Terrace|Place|Pl|Square|Gardens|Parkway|Pkwy|Highway|Hwy|Circle|Cir|Trail|Row|Mews|Hill|Grove|Rise|Walk|Quay|Green';
const WORDS =
  `${ENGLISH}|rue|avenue|boulevard|chemin|place|impasse|allee|quai|calle|avenida|plaza|paseo|camino|carrera|via|viale|piazza|corso|vicolo|rua|travessa|praca|jl|jalan|gang|straat|laan|weg|plein|box`
    .toLowerCase()
    .split('|');

/** Street addresses by the word for street and the number, in seven languages. */
export const streetAddress = patternRecognizer({
  id: 'street-address',
  type: 'ADDRESS',
  title: 'Street address',
  source: 'UPU S42 address templates (thoroughfare and premises); USPS Publication 28 appendix C (suffixes)',
  score: 0.75,
  patterns: [
    {
      name: 'number, street',
      kind: 'text',
      regex: new RegExp(
        `(?<![\\p{L}\\p{N}.,/-])\\d{1,5}[A-Za-z]?(?:[-/]\\d{1,4})? (?:(?:N|S|E|W|NE|NW|SE|SW)\\.? )?(?:${CAP} ){1,4}(?:${ENGLISH})\\.?(?:,? (?:Apt|Apartment|Suite|Ste|Unit|Flat|#)\\.? ?[\\p{L}\\p{N}-]{1,6})?(?![\\p{L}\\p{N}])`,
        'u',
      ),
      triggers: { words: WORDS, before: 90, after: 30 },
    },
    {
      name: 'street, number',
      kind: 'text',
      regex: new RegExp(
        `(?<![\\p{L}\\p{N}])(?:(?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Cc]hemin|[Cc]alle|[Aa]venida|Avda\\.?|[Pp]laza|[Pp]aseo|[Vv]ia|[Vv]iale|[Pp]iazza|[Cc]orso|[Rr]ua|[Tt]ravessa|Jl\\.?|Jalan) (?:(?:de|del|della|di|da|do|dos|des|du|la|las|los|le|les) ){0,2}(?:${CAP} ?){1,4}),? ?(?:n[º°.]? ?|No\\.? ?)?\\d{1,5}(?:[ -]?(?:bis|ter|[a-zA-Z]))?(?![\\p{L}\\p{N}])`,
        'u',
      ),
      triggers: { words: WORDS, before: 4, after: 90 },
    },
    {
      name: 'compound street, number',
      kind: 'text',
      regex:
        /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}-]{2,30}(?:straße|strasse|str\.|weg|platz|allee|gasse|ring|damm|ufer|straat|laan|gracht|plein|kade|vägen|gatan|gata|vej|gade|veien)\s\d{1,4}(?: ?[a-zA-Z](?![\p{L}]))?(?:[-/]\d{1,4})?(?:, \d{4,5}(?: [A-Z]{2})? \p{Lu}[\p{L}\p{M}-]{2,30})?(?![\p{L}\p{N}])/u,
      hints: [
        'straße',
        'strasse',
        'str.',
        'weg',
        'platz',
        'allee',
        'gasse',
        'damm',
        'ufer',
        'straat',
        'laan',
        'gracht',
        'plein',
        'kade',
        'vägen',
        'gatan',
        'gata',
        'vej',
        'gade',
        'veien',
      ],
    },
    {
      name: 'post office box',
      kind: 'text',
      regex: /(?<![\p{L}])(?:P\.? ?O\.? Box|Postfach|BP|Apartado|Postbus|Caixa Postal) \d{1,6}(?: ?\d{2,4})?(?!\d)/u,
      hints: ['box', 'postfach', 'bp ', 'apartado', 'postbus', 'caixa'],
    },
  ],
  context: {},
  examples: {
    valid: [
      '418 Larkmoor Street',
      '22 Chantry Rise',
      'Poststrasse 14',
      'rue de la Paix 12',
      'Jl. Melati No. 5',
      'PO Box 1234',
    ],
    invalid: ['12 Angry Men', 'Street 1'],
  },
});
