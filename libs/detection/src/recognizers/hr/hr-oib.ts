import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { iso7064Mod11And10 } from '../check-digits.js';

/**
 * Croatian personal identification number. Source: OIB Act (NN 60/08), Porezna uprava; check ISO/IEC 7064. Check:
 * ISO/IEC 7064 MOD 11,10.
 */
export const hrOib = patternRecognizer({
  id: 'hr.oib',
  type: 'HR_OIB',
  country: 'HR',
  title: 'Croatian personal identification number',
  source: 'OIB Act (NN 60/08), Porezna uprava; check ISO/IEC 7064',
  check: 'ISO/IEC 7064 MOD 11,10',
  patterns: [
    { name: 'prefixed', regex: /HR ?\d{11}/, validScore: 0.7 },
    { name: 'eleven digits', regex: /\d{11}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isHrOib),
  context: {
    hr: ['oib', 'osobni identifikacijski broj', 'oib-a'],
    en: ['oib', 'croatian personal identification number', 'personal identification number', 'vat', 'tax number'],
  },
  examples: { valid: ['33392005961', '36133288955', 'HR85594362029'], invalid: ['44550030974'] },
});

function isHrOib(value: string): boolean {
  return iso7064Mod11And10(compact(value).replace(/^HR/, ''));
}
