import { patternRecognizer } from '../../recognizer.js';

/**
 * Ghana card number. Source: NIA Ghana, Ghana Card PIN: GHA, nine digits, one digit.
 */
export const ghCard = patternRecognizer({
  id: 'gh.card',
  type: 'GH_CARD',
  country: 'GH',
  title: 'Ghana card number',
  source: 'NIA Ghana, Ghana Card PIN: GHA, nine digits, one digit',
  check: 'none: shape',
  patterns: [{ name: 'prefixed', regex: /GHA-?\d{9}-?\d/, score: 0.8 }],
  score: 0.8,
  context: { en: ['ghana card', 'ghana card number', 'nia'] },
  examples: { valid: ['GHA-712345678-9', 'GHA-753622024-8', 'GHA7253280528'], invalid: [] },
});
