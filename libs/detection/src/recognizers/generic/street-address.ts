import { patternRecognizer, type Recognizer, type ScanMatch } from '../../recognizer.js';

const CAP = "\\p{Lu}[\\p{L}\\p{M}'’.-]{0,24}";
const ENGLISH =
  'Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Court|Ct|Boulevard|Blvd|Way|Close|Crescent|Terrace|Place|Pl|Square|Gardens|Parkway|Pkwy|Highway|Hwy|Circle|Cir|Trail|Row|Mews|Hill|Grove|Rise|Walk|Quay|Green';
const WORDS =
  `${ENGLISH}|rue|avenue|boulevard|chemin|place|impasse|allee|quai|calle|avenida|plaza|paseo|camino|carrera|via|viale|piazza|corso|vicolo|rua|travessa|praca|jl|jalan|gang|straat|laan|weg|plein|box`
    .toLowerCase()
    .split('|');

const SCORE = 0.75;
const COMPOUND_MAX = 44;
/** Words for a street in German, Dutch and the Nordic languages; not `Remembering 25` or `Spring 2024`. */
const COMPOUND =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}-]{2,30}(?:straße|strasse|str\.|weg|platz|allee|gasse|(?<=[nlskgfdhm])ring|damm|ufer|straat|laan|gracht|plein|kade|vägen|gatan|gata|vej|gade|veien)$/u;
/** The last three letters of those, by which most words are passed over. */
const COMPOUND_ENDS = new Set(
  'aße sse tr. weg atz lee sse ing amm fer aat aan cht ein ade gen tan ata vej ade ien'.split(' '),
);
const NUMBER_AFTER =
  /\d{1,4}(?: ?[a-zA-Z](?![\p{L}]))?(?:[-/]\d{1,4})?(?:, \d{4,5}(?: [A-Z]{2})? \p{Lu}[\p{L}\p{M}-]{2,30})?(?![\p{L}\p{N}])/uy;

/** `Poststrasse 14`: a compound word for a street, and the number. */
function* scanCompounds(text: string): Generator<ScanMatch> {
  for (const match of text.matchAll(/[a-z.]\s(?=\d)/g)) {
    const wordEnd = match.index + 1;
    if (!COMPOUND_ENDS.has(text.slice(wordEnd - 3, wordEnd))) continue;
    NUMBER_AFTER.lastIndex = wordEnd + 1;
    const number = NUMBER_AFTER.exec(text);
    const from = Math.max(0, wordEnd - COMPOUND_MAX);
    const word = number && COMPOUND.exec(text.slice(from, wordEnd));
    if (!word) continue;
    const end = NUMBER_AFTER.lastIndex;
    yield { start: from + word.index, end, pattern: 'compound street, number', score: SCORE, validation: 'unknown' };
  }
}

const byWord = patternRecognizer({
  id: 'street-address',
  type: 'ADDRESS',
  title: 'Street address',
  source: 'UPU S42 address templates (thoroughfare and premises); USPS Publication 28 appendix C (suffixes)',
  score: SCORE,
  patterns: [
    {
      name: 'number, street',
      kind: 'text',
      regex: new RegExp(
        `(?<![\\p{L}\\p{N}.,/-])\\d{1,5}[A-Za-z]?(?:[-/]\\d{1,4})? (?:(?:N|S|E|W|NE|NW|SE|SW)\\.? )?(?:${CAP} ){1,4}(?:${ENGLISH})\\.?(?:,? (?:Apt|Apartment|Suite|Ste|Unit|Flat|#)\\.? ?[\\p{L}\\p{N}-]{1,6})?(?![\\p{L}\\p{N}])`,
        'u',
      ),
      triggers: { words: WORDS, before: 90, after: 30, withDigit: true },
    },
    {
      name: 'street, number',
      kind: 'text',
      regex: new RegExp(
        `(?<![\\p{L}\\p{N}])(?:(?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Cc]hemin|[Cc]alle|[Aa]venida|Avda\\.?|[Pp]laza|[Pp]aseo|[Vv]ia|[Vv]iale|[Pp]iazza|[Cc]orso|[Rr]ua|[Tt]ravessa|Jl\\.?|Jalan) (?:(?:de|del|della|di|da|do|dos|des|du|la|las|los|le|les) ){0,2}(?:${CAP} ?){1,4}),? ?(?:n[º°.]? ?|No\\.? ?)?\\d{1,5}(?:[ -]?(?:bis|ter|[a-zA-Z]))?(?![\\p{L}\\p{N}])`,
        'u',
      ),
      triggers: { words: WORDS, before: 4, after: 90, withDigit: true },
    },
    {
      name: 'post office box',
      kind: 'text',
      regex: /(?<![\p{L}])(?:P\.? ?O\.? Box|Postfach|BP|Apartado|Postbus|Caixa Postal) \d{1,6}(?: ?\d{2,4})?(?!\d)/u,
      triggers: {
        literals: ['box', 'postfach', 'bp ', 'apartado', 'postbus', 'caixa'],
        before: 8,
        after: 32,
        withDigit: true,
      },
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

/** Street addresses by the word for street and the number, in seven languages. */
export const streetAddress: Recognizer = { ...byWord, scan: scanCompounds };
