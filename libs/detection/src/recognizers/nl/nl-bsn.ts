import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { isRepeatedDigit, weightedSum } from '../check-digits.js';

/**
 * Dutch citizen service number. Source: Wet algemene bepalingen burgerservicenummer; RvIG: elfproef with weight -1
 * last. Check: weighted mod 11.
 */
export const nlBsn = patternRecognizer({
  id: 'nl.bsn',
  type: 'NL_BSN',
  country: 'NL',
  title: 'Dutch citizen service number',
  source: 'Wet algemene bepalingen burgerservicenummer; RvIG: elfproef with weight -1 last',
  check: 'weighted mod 11',
  patterns: [
    { name: 'dotted', regex: /\d{4}\.\d{2}\.\d{3}/, validScore: 0.55 },
    { name: 'nine digits', regex: /\d{9}|\d{3}[ .]\d{3}[ .]\d{3}/ },
    { name: 'eight digits', regex: /\d{8}/, validScore: 0.3 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isNlBsn),
  context: {
    nl: ['bsn', 'burgerservicenummer', 'sofinummer', 'sofi-nummer', 'bsn-nummer', 'bsn nummer', 'persoonsnummer'],
    en: ['bsn', 'citizen service number', 'dutch social security number', 'sofi'],
  },
  examples: { valid: ['1112.22.333', '111222333', '839365044', '6092.94.726'], invalid: ['111252333'] },
});

function isNlBsn(value: string): boolean {
  const digits = compact(value).padStart(9, '0');
  return !isRepeatedDigit(digits) && weightedSum(digits, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0;
}
