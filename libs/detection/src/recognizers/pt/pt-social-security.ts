import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Portuguese social security number. Source: Segurança Social, NISS; prime weights 29 23 19 17 13 11 7 5 3 2. Check:
 * 9 minus weighted mod 10.
 */
export const ptSocialSecurity = patternRecognizer({
  id: 'pt.social-security',
  type: 'PT_SOCIAL_SECURITY',
  country: 'PT',
  title: 'Portuguese social security number',
  source: 'Segurança Social, NISS; prime weights 29 23 19 17 13 11 7 5 3 2',
  check: '9 minus weighted mod 10',
  patterns: [{ name: 'eleven digits', regex: /[12]\d{10}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isPtSocialSecurity),
  context: {
    pt: ['niss', 'segurança social', 'número de segurança social', 'n.º da segurança social'],
    en: ['niss', 'portuguese social security number', 'social security number'],
  },
  requiresContext: true,
  examples: { valid: ['15235141219'], invalid: ['13540555533'] },
});

function isPtSocialSecurity(value: string): boolean {
  const digits = compact(value);
  return 9 - (weightedSum(digits.slice(0, 10), [29, 23, 19, 17, 13, 11, 7, 5, 3, 2]) % 10) === Number(digits[10]);
}
