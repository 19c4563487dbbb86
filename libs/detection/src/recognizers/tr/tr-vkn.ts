import { checked, compact, patternRecognizer } from '../../recognizer.js';

/**
 * Turkish tax number. Source: GİB, Vergi Kimlik Numarası; check as in stdnum (TR.vkn). Check: powers of two mod 9.
 */
export const trVkn = patternRecognizer({
  id: 'tr.vkn',
  type: 'TR_VKN',
  country: 'TR',
  title: 'Turkish tax number',
  source: 'GİB, Vergi Kimlik Numarası; check as in stdnum (TR.vkn)',
  check: 'powers of two mod 9',
  patterns: [{ name: 'ten digits', regex: /\d{10}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isTrVkn),
  context: {
    tr: ['vergi no', 'vergi numarası', 'vergi kimlik numarası', 'vkn', 'vergi kimlik no'],
    en: ['turkish tax number', 'tax number', 'vkn'],
  },
  requiresContext: true,
  examples: { valid: ['4540536920', '9689184176'], invalid: ['3392141468'] },
});

function isTrVkn(value: string): boolean {
  const digits = compact(value);
  let sum = 0;
  for (let i = 0; i < 9; i++) {
    const shifted = (Number(digits[i]) + 9 - i) % 10;
    if (shifted !== 0) sum += (shifted * 2 ** (9 - i)) % 9 || 9;
  }
  return (10 - (sum % 10)) % 10 === Number(digits[9]);
}
