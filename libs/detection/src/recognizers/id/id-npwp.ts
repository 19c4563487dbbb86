import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { luhn } from '../check-digits.js';

/**
 * Indonesian tax number. Source: DJP, NPWP: nine digits with Luhn digit, tax office, branch. Check: Luhn over the
 * first nine digits.
 */
export const idNpwp = patternRecognizer({
  id: 'id.npwp',
  type: 'ID_NPWP',
  country: 'ID',
  title: 'Indonesian tax number',
  source: 'DJP, NPWP: nine digits with Luhn digit, tax office, branch',
  check: 'Luhn over the first nine digits',
  patterns: [
    { name: 'punctuated', regex: /\d{2}\.\d{3}\.\d{3}\.\d-\d{3}\.\d{3}/, validScore: 0.85 },
    { name: 'fifteen digits', regex: /\d{15}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isIdNpwp),
  context: { id: ['npwp', 'nomor pokok wajib pajak'], en: ['npwp', 'indonesian tax number', 'tax number'] },
  examples: { valid: ['01.312.166.0-091.000', '01.490.468.4-013.000', '010933877013000'], invalid: [] },
});

function isIdNpwp(value: string): boolean {
  return luhn(compact(value).slice(0, 9));
}
