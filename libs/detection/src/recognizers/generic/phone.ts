import {
  type CountryCode,
  type MetadataJson,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/metadata.max.json';
import type { Recognizer, ScanMatch } from '../../recognizer.js';

/**
 * A plus, double zero, parenthesis or digit, then digits in groups: at most two separator characters in a row. Bounded, and
 * starts only where no digit or word stands before, so the scan is linear.
 */
const CANDIDATE =
  /(?=[+(\d])(?<![\w@#$€£%&.+-])(?:(?=\+)|(?<!\d[ ,/:]))(?:\+ ?|00 ?)?\(?\+?\d(?:(?:[ ./()-]|\)[ .-]| \(|\. | - | ?\(0\) ?)?\d){5,18}(?:,? ?(?:ext|extn|x|ext\.|Durchwahl|poste)\.? ?\d{1,6})?(?![\w%@]|[.,:/-]\d|[€$£])/gi;
/** Regions whose national spellings with a leading zero or a trunk prefix are tried without further evidence. */
const LEADING_ZERO: readonly CountryCode[] = [
  'DE',
  'GB',
  'FR',
  'NL',
  'AT',
  'CH',
  'BE',
  'IT',
  'AU',
  'JP',
  'SE',
  'ID',
  'ZA',
  'TR',
  'UA',
  'IN',
];
const NANP = /^(?:1[-. ]?)?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}([-. ]))[2-9]?\d{2,3}[-. ]\d{4}$/;
const PAIRS = /^0[1-9](?:([ .-])\d{2})(?:\1\d{2}){3}$/;
const GROUPED_ZERO = /^\(?0\d{1,5}\)?[ /-]{1,3}\d{2,}(?:[ -]\d{2,}){0,4}$/;
/** Spellings that few other numbers have, with the regions whose plan they must fit. */
const NATIONAL_SHAPES: readonly (readonly [shape: RegExp, regions: readonly CountryCode[]])[] = [
  [/^\(?[1-9]\d\)? ?(?:9\d{4}|[2-5]\d{3})[- ]\d{4}$/, ['BR']],
  [/^3[2-9]\d[ ./-]\d{3}[ .-]?\d{3,4}$/, ['IT']],
  [/^[6-9]\d{2}([ -])(?!\d{3}[ -]000)\d{3}\1\d{3}$/, ['ES', 'PT']],
  [/^[6-9]\d{2}([ .-])\d{2}\1\d{2}\1\d{2}$/, ['ES']],
  [/^[49]\d{2} \d{2} \d{3}$/, ['NO']],
];
/** Mobile numbers written as one run of digits. */
const BARE_MOBILE: readonly (readonly [shape: RegExp, region: CountryCode])[] = [
  [/^07[1-9]\d{8}$/, 'GB'],
  [/^0[67]\d{8}$/, 'FR'],
  [/^06\d{8}$/, 'NL'],
  [/^01[567]\d{8,9}$/, 'DE'],
  [/^08[1-9]\d{7,10}$/, 'ID'],
];
const DATE_LIKE = /^(?:\d{1,2}[-./]\d{1,2}[-./]\d{2,4}|\d{4}[-./]\d{1,2}[-./]\d{1,2})(?:[ T]\d.*)?$/;
const DECIMAL = /^\d{1,3}\.\d+$/;
/** Three, two, four digits are a social security number's groups, never a phone's. */
const SOCIAL_SECURITY = /^\d{3}-\d{2}-\d{4}$/;
const TWO_YEARS = /^(?:19|20)\d{2}[ -/]+(?:19|20)\d{2}$/;

/** Phone numbers as they are written: international, national with separators, and bare digits that context must support. */
export function* scanPhones(text: string): Generator<ScanMatch> {
  for (const match of text.matchAll(CANDIDATE)) {
    const value = trimmed(match[0]);
    const start = match.index + match[0].indexOf(value);
    const judged = judge(value, text[start - 1]);
    if (judged) yield { start, end: start + value.length, ...judged };
  }
}

/** Without separators at the end, and without an opening parenthesis that belongs to the sentence. */
function trimmed(value: string): string {
  const body = value.replace(/[\s(.-]+$/, '');
  return body.startsWith('(') && !body.includes(')') ? body.slice(1) : body;
}

type Judged = Pick<ScanMatch, 'pattern' | 'score' | 'validation'>;

function judge(value: string, before: string | undefined): Judged | null {
  const number = value.replace(/,? ?(?:ext|extn|x|durchwahl|poste)\.?.*$/i, '');
  const digits = number.replace(/\D/g, '');
  if (digits.length < 7 || digits.length > 17 || /^(\d)\1+$/.test(digits) || DATE_LIKE.test(number)) return null;
  if (number.startsWith('+') || number.startsWith('(+')) return international(number);
  if (/^00[1-9]/.test(digits) && number.startsWith('00')) return international(`+${number.slice(2)}`);
  const separated = /\D/.test(number);
  if (!separated) return bare(digits, before);
  if (TWO_YEARS.test(number) || DECIMAL.test(number) || SOCIAL_SECURITY.test(number)) return null;
  if (NANP.test(number)) return { pattern: 'North American', score: 0.7, validation: 'unknown' };
  if (PAIRS.test(number)) return { pattern: 'pairs', score: 0.75, validation: 'unknown' };
  if (number.startsWith('0') || number.startsWith('(0')) {
    if (GROUPED_ZERO.test(number) && digits.length >= 9 && digits.length <= 12) {
      return { pattern: 'trunk prefix, grouped', score: 0.55, validation: 'unknown' };
    }
    if (isValidIn(number, LEADING_ZERO)) return { pattern: 'national', score: 0.65, validation: 'valid' };
    return { pattern: 'trunk prefix', score: 0.2, validation: 'unknown' };
  }
  const fits = NATIONAL_SHAPES.some(([shape, regions]) => shape.test(number) && isValidIn(number, regions));
  return { pattern: 'grouped', score: fits ? 0.5 : 0.18, validation: fits ? 'valid' : 'unknown' };
}

function parse(number: string, region: CountryCode | undefined): PhoneNumber | undefined {
  return region
    ? parsePhoneNumberFromString(number, region, metadata as unknown as MetadataJson)
    : parsePhoneNumberFromString(number, metadata as unknown as MetadataJson);
}

function international(number: string): Judged | null {
  const parsed = parse(number.replace('(0)', ''), undefined);
  if (parsed?.isValid()) return { pattern: 'international', score: 0.95, validation: 'valid' };
  if (parsed?.isPossible()) return { pattern: 'international, unassigned range', score: 0.7, validation: 'unknown' };
  return { pattern: 'plus sign', score: 0.25, validation: 'unknown' };
}

function bare(digits: string, before: string | undefined): Judged | null {
  if (digits.length > 13 || before === '.') return null;
  const inPath = before !== undefined && /[/=_-]/.test(before);
  if (!inPath && BARE_MOBILE.some(([shape, region]) => shape.test(digits) && isValidIn(digits, [region]))) {
    return { pattern: 'digits of a mobile number', score: 0.5, validation: 'valid' };
  }
  return {
    pattern: 'digits',
    score: digits.length === 10 || digits.startsWith('0') ? 0.15 : 0.1,
    validation: 'unknown',
  };
}

function isValidIn(number: string, regions: readonly CountryCode[]): boolean {
  return regions.some((region) => parse(number, region)?.isValid() === true);
}

/** Phone and fax numbers of all regions. */
export const phone: Recognizer = {
  id: 'phone',
  types: ['PHONE'],
  title: 'Phone number',
  source: 'ITU-T E.164 and E.123; ranges by libphonenumber-js 1.13 (Google libphonenumber metadata)',
  check: 'number plan of the region (international spelling); shape and context (national)',
  score: 0.15,
  patterns: [],
  scan: scanPhones,
  triggers: { runs: 'number', before: 8, after: 24 },
  context: {
    '*': ['tel', 'fax', 'whatsapp', 'gsm', 'sms', 'signal', 'telegram'],
    en: [
      'phone',
      'telephone',
      'mobile',
      'cell',
      'cellphone',
      'call',
      'called',
      'calling',
      'ring',
      'dial',
      'contact',
      'reach',
      'reached',
      'text',
      'landline',
      'hotline',
      'voicemail',
      'ph',
      'mob',
      'extension',
      'callback',
    ],
    de: [
      'telefon',
      'telefonnummer',
      'handy',
      'handynummer',
      'mobil',
      'mobilnummer',
      'rufnummer',
      'anrufen',
      'ruf',
      'rufen',
      'erreichbar',
      'durchwahl',
    ],
    fr: ['telephone', 'portable', 'mobile', 'appeler', 'appelez', 'joindre', 'joignable', 'appel'],
    es: ['telefono', 'movil', 'celular', 'llamar', 'llame', 'llamame', 'contacto'],
    it: ['telefono', 'cellulare', 'chiamare', 'chiama', 'chiami', 'recapito'],
    pt: ['telefone', 'telemovel', 'celular', 'ligar', 'ligue', 'contato', 'contacto'],
    nl: ['telefoon', 'telefoonnummer', 'mobiel', 'bellen', 'bel', 'nummer', 'bereikbaar'],
    id: ['telepon', 'hp', 'nomor', 'hubungi', 'ponsel', 'wa', 'telpon'],
    pl: ['telefon', 'komorka', 'zadzwon', 'numer'],
    tr: ['telefon', 'cep', 'arayın'],
    sv: ['telefon', 'mobil', 'ring'],
    da: ['telefon', 'tlf', 'mobil', 'ring'],
    cs: ['telefon', 'mobil', 'volejte'],
    el: ['τηλεφωνο', 'κινητο', 'καλεσε', 'καλεστε', 'τηλ'],
    ru: ['телефон', 'тел', 'моб', 'звоните', 'позвоните', 'номер'],
    uk: ['телефон', 'тел'],
    ar: ['هاتف', 'جوال', 'رقم'],
    zh: ['电话', '手机', '联系电话'],
    ja: ['電話', '携帯'],
    ko: ['전화', '휴대폰', '연락처'],
  },
  notContext: [
    'version',
    'build',
    'serial',
    'order',
    'invoice',
    'isbn',
    'issn',
    'doi',
    'pmid',
    'port',
    'timestamp',
    'epoch',
    'ticket',
    'case',
    'ref',
    'sku',
    'refresh',
    'retry',
    'expire',
    'ttl',
    'id',
  ],
  examples: {
    valid: [
      '+49 151 12345678',
      '(212) 555-0142',
      '212-555-0142',
      '+1 212 555 0142 ext. 12',
      '(704)794-5198x32731',
      '020 7946 0958',
      '01 42 68 53 00',
      '2101234567',
    ],
    invalid: ['2021-03-03', '03.03.2021', '12.345', '11111111'],
  },
};
