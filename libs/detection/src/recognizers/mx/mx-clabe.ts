import { checked, compact, patternRecognizer } from '../../recognizer.js';

/**
 * Mexican bank account (CLABE). Source: Banxico / ABM, CLABE interbancaria; weights 3 7 1. Check: weighted mod 10.
 */
export const mxClabe = patternRecognizer({
  id: 'mx.clabe',
  type: 'MX_CLABE',
  country: 'MX',
  title: 'Mexican bank account (CLABE)',
  source: 'Banxico / ABM, CLABE interbancaria; weights 3 7 1',
  check: 'weighted mod 10',
  patterns: [
    { name: 'grouped', regex: /\d{3}[ -]\d{3}[ -]\d{11}[ -]\d/, validScore: 0.6 },
    { name: 'eighteen digits', regex: /\d{18}/, validScore: 0.35 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isMxClabe),
  context: { es: ['clabe', 'clabe interbancaria', 'cuenta clabe'], en: ['clabe', 'bank account', 'account'] },
  examples: {
    valid: ['032180000118359719', '022 796 90694979852 6', '012727099874303286'],
    invalid: ['032180000118359718'],
  },
});

function isMxClabe(value: string): boolean {
  const digits = compact(value);
  let sum = 0;
  for (let i = 0; i < 17; i++) sum += (Number(digits[i]) * [3, 7, 1][i % 3]!) % 10;
  return (10 - (sum % 10)) % 10 === Number(digits[17]);
}
