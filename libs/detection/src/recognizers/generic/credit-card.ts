import { compact, patternRecognizer, type Validation } from '../../recognizer.js';
import { luhn } from '../check-digits.js';

/** First digits and lengths of the issuers' ranges (ISO/IEC 7812-1; the networks' published BIN tables). */
const RANGES: readonly (readonly [from: string, to: string, lengths: readonly number[]])[] = [
  ['4', '4', [13, 16, 19]],
  ['51', '55', [16]],
  ['2221', '2720', [16]],
  ['34', '34', [15]],
  ['37', '37', [15]],
  ['300', '305', [14, 16, 19]],
  ['3095', '3095', [14, 16, 19]],
  ['36', '36', [14, 16, 19]],
  ['38', '39', [14, 16, 19]],
  ['6011', '6011', [16, 19]],
  ['644', '649', [16, 19]],
  ['65', '65', [16, 19]],
  ['3528', '3589', [16, 17, 18, 19]],
  ['62', '62', [16, 17, 18, 19]],
  ['81', '81', [16, 17, 18, 19]],
  ['50', '50', [16, 19]],
  ['56', '58', [16, 19]],
  ['60', '60', [16]],
  ['63', '63', [16, 19]],
  ['67', '67', [16, 19]],
  ['2200', '2204', [16, 17, 18, 19]],
  ['9792', '9792', [16]],
];

function issuerKnows(digits: string): boolean {
  return RANGES.some(([from, to, lengths]) => {
    const prefix = digits.slice(0, from.length);
    return prefix >= from && prefix <= to && lengths.includes(digits.length);
  });
}

/** Luhn and an issuer's range; a run of one digit is no card. */
export function validateCard(value: string): Validation {
  const digits = compact(value);
  if (/^(\d)\1+$/.test(digits)) return 'invalid';
  return luhn(digits) && issuerKnows(digits) ? 'valid' : 'invalid';
}

/** Payment card numbers. */
export const creditCard = patternRecognizer({
  id: 'credit-card',
  type: 'CREDIT_CARD',
  title: 'Payment card number',
  source: 'ISO/IEC 7812-1 (numbering and Luhn check), published BIN ranges of the networks',
  check: 'Luhn and issuer range',
  score: 0.2,
  validScore: 0.95,
  patterns: [
    { name: 'groups of four', regex: /\d{4}([ .-])\d{4}\1\d{4}\1\d{4}(?:\1\d{1,3})?/, failedCheckScore: 0.2 },
    { name: '4-6-5 or 4-6-4', regex: /\d{4}([ .-])\d{6}\1\d{4,5}/, failedCheckScore: 0.2 },
    { name: 'bare, 15 or 16 digits', regex: /[2-6]\d{14,15}/, validScore: 0.8, score: 0.1, failedCheckScore: 0.15 },
    { name: 'bare', regex: /\d{13,14}|[017-9]\d{14,15}|\d{17,19}/, validScore: 0.45, score: 0.1 },
  ],
  validate: validateCard,
  context: {
    en: [
      'card',
      'credit',
      'debit',
      'visa',
      'mastercard',
      'amex',
      'american express',
      'discover',
      'diners',
      'maestro',
      'pan',
      'cc',
    ],
    de: ['kreditkarte', 'kartennummer', 'karte', 'debitkarte'],
    fr: ['carte', 'carte bancaire', 'carte bleue'],
    es: ['tarjeta'],
    it: ['carta', 'carta di credito'],
    pt: ['cartao'],
    nl: ['creditcard', 'kaartnummer', 'kaart'],
    id: ['kartu', 'kartu kredit'],
    pl: ['karta', 'karty'],
    tr: ['kart', 'kredi karti'],
    ru: ['карта', 'карты', 'номер карты'],
    zh: ['卡号', '信用卡'],
    ja: ['カード番号'],
    ko: ['카드'],
  },
  examples: {
    valid: [
      '4111 1111 1111 1111',
      '4532015112830366',
      '5555-5555-5555-4444',
      '3782 822463 10005',
      '30569309025904',
      '6011111111111117',
    ],
    invalid: ['0000000000000000', '1607635102123', '****-****-****-0366'],
  },
});
