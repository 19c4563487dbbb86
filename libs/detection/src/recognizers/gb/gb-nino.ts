import { compact, patternRecognizer } from '../../recognizer.js';

/**
 * UK National Insurance number. Source: HMRC NIM39110: format of National Insurance numbers. Prefixes BG, GB, KN,
 * NK, NT, TN and ZZ are not allocated; D, F, I, Q, U and V are not used, nor O as second letter.
 */
export const gbNino = patternRecognizer({
  id: 'gb.nino',
  type: 'GB_NINO',
  country: 'GB',
  title: 'UK National Insurance number',
  source: 'HMRC NIM39110: format of National Insurance numbers',
  check: 'none: ranges and context',
  patterns: [
    { name: 'spaced', regex: /[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z][ -]\d{2}[ -]\d{2}[ -]\d{2}[ -][A-D]/i, score: 0.85 },
    { name: 'plain', regex: /[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{6} ?[A-D]/i, score: 0.6 },
    { name: 'without suffix', regex: /[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2}/i, score: 0.15 },
  ],
  score: 0.3,
  validate: (value) => (isPlausible(value) ? 'unknown' : 'invalid'),
  context: {
    en: ['nino', 'ni number', 'national insurance', 'national insurance number', 'ni no', 'ni', 'n.i. number'],
  },
  examples: { valid: ['AB123456C', 'JB 19 32 80 B', 'WB146299A', 'AE 031440 D'], invalid: ['BG123456C', 'QQ123456C'] },
});

/** Parts in their ranges; there is no check digit to pass. */
function isPlausible(value: string): boolean {
  return !/^(?:BG|GB|KN|NK|NT|TN|ZZ)/.test(compact(value));
}
