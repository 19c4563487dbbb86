import { stdnum } from 'stdnum';
import { compact, patternRecognizer } from '../../recognizer.js';
import { byStdnum } from '../by-stdnum.js';

/**
 * Ukrainian company number. Source: Держстат, ЄДРПОУ; two weightings as in stdnum (UA.edrpou). Check: weighted mod
 * 11.
 */
export const uaEdrpou = patternRecognizer({
  id: 'ua.edrpou',
  type: 'UA_EDRPOU',
  country: 'UA',
  title: 'Ukrainian company number',
  source: 'Держстат, ЄДРПОУ; two weightings as in stdnum (UA.edrpou)',
  check: 'weighted mod 11',
  patterns: [{ name: 'eight digits', regex: /\d{8}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: byStdnum(stdnum.UA!.edrpou!, compact),
  context: { uk: ['єдрпоу', 'код єдрпоу'], en: ['edrpou', 'usreou'] },
  requiresContext: true,
  examples: { valid: ['32855961', '28233800'], invalid: ['27088142'] },
});
