import { checked, compact, patternRecognizer } from '../../recognizer.js';

/**
 * Turkish identity number. Source: NVİ, T.C. Kimlik No: two check digits. Check: two weighted mod 10.
 */
export const trTckn = patternRecognizer({
  id: 'tr.tckn',
  type: 'TR_TCKN',
  country: 'TR',
  title: 'Turkish identity number',
  source: 'NVİ, T.C. Kimlik No: two check digits',
  check: 'two weighted mod 10',
  patterns: [{ name: 'eleven digits', regex: /[1-9]\d{9}[02468]/, validScore: 0.4 }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isTrTckn),
  context: {
    tr: ['tc kimlik', 't.c. kimlik no', 'tckn', 'kimlik no', 'kimlik numarası', 'tc kimlik no', 'tc no'],
    en: ['turkish id', 'tckn', 'turkish identity number', 'national id'],
  },
  examples: { valid: ['17291716060', '68542425590'], invalid: ['17291716050'] },
});

function isTrTckn(value: string): boolean {
  const digits = [...compact(value)].map(Number);
  const odd = digits[0]! + digits[2]! + digits[4]! + digits[6]! + digits[8]!;
  const even = digits[1]! + digits[3]! + digits[5]! + digits[7]!;
  const tenth = (((odd * 7 - even) % 10) + 10) % 10;
  return tenth === digits[9] && (odd + even + tenth) % 10 === digits[10];
}
