import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { iso7064Mod11And10 } from '../check-digits.js';

/**
 * German tax identification number. Source: § 139b AO, BZSt: Steuerliche Identifikationsnummer; check ISO/IEC 7064.
 * Check: ISO/IEC 7064 MOD 11,10 and digit pattern. Among the first ten digits one occurs twice or three times and no
 * two digits repeat otherwise (BZSt, since 2016).
 */
export const deTaxId = patternRecognizer({
  id: 'de.tax-id',
  type: 'DE_TAX_ID',
  country: 'DE',
  title: 'German tax identification number',
  source: '§ 139b AO, BZSt: Steuerliche Identifikationsnummer; check ISO/IEC 7064',
  check: 'ISO/IEC 7064 MOD 11,10 and digit pattern',
  patterns: [
    { name: 'grouped', regex: /\d{2} \d{3} \d{3} \d{3}/, validScore: 0.6 },
    { name: 'eleven digits', regex: /\d{2}[ /.-]?\d{3}[ /.-]?\d{3}[ /.-]?\d{3}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isDeTaxId),
  context: {
    de: [
      'steuer-id',
      'steuer-idnr',
      'steueridentifikationsnummer',
      'steuerliche identifikationsnummer',
      'identifikationsnummer',
      'idnr',
      'idnr.',
      'steuer-identifikationsnummer',
    ],
    en: ['german tax id', 'tax id', 'tax identification number', 'tin', 'tax number'],
  },
  examples: { valid: ['36 574 261 809', '86095742719', '11 741 385 626', '36091004751'], invalid: ['36 574 261 890'] },
});

function isDeTaxId(value: string): boolean {
  const digits = compact(value);
  if (digits[0] === '0') return false;
  const counts = new Map<string, number>();
  for (const digit of digits.slice(0, 10)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  const repeated = [...counts.values()].filter((count) => count > 1);
  return repeated.length === 1 && repeated[0]! <= 3 && iso7064Mod11And10(digits);
}
