import { checked, patternRecognizer } from '../../recognizer.js';

/**
 * New Zealand health index number. Source: HISO 10046, NHI: AAANNNC (mod 11) and AAANNAX (mod 23), letters without I
 * and O. Check: weighted mod 11 or mod 23.
 */
export const nzNhi = patternRecognizer({
  id: 'nz.nhi',
  type: 'NZ_NHI',
  country: 'NZ',
  title: 'New Zealand health index number',
  source: 'HISO 10046, NHI: AAANNNC (mod 11) and AAANNAX (mod 23), letters without I and O',
  check: 'weighted mod 11 or mod 23',
  patterns: [
    { name: 'old', regex: /[A-HJ-NP-Z]{3}\d{4}/, validScore: 0.35 },
    { name: 'new', regex: /[A-HJ-NP-Z]{3}\d{2}[A-HJ-NP-Z]{2}/, validScore: 0.45 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isNzNhi),
  context: { en: ['nhi', 'nhi number', 'national health index', 'health index'] },
  examples: { valid: ['ZZZ0016', 'ZAC5361', 'ZBN77VL', 'ZZZ5557'], invalid: ['ZZZ0017'] },
});

function isNzNhi(value: string): boolean {
  const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
  let sum = 0;
  for (let i = 0; i < 6; i++)
    sum += (/\d/.test(value[i]!) ? Number(value[i]) : alphabet.indexOf(value[i]!) + 1) * (7 - i);
  if (/\d$/.test(value)) return sum % 11 !== 0 && (11 - (sum % 11)) % 10 === Number(value[6]);
  return alphabet[23 - (sum % 23) - 1] === value[6];
}
