import { patternRecognizer } from '../../recognizer.js';

/**
 * Vietnamese citizen identity number. Source: Decree 137/2015/ND-CP, căn cước công dân: province, century and sex,
 * birth year, six digits.
 */
export const vnCitizenId = patternRecognizer({
  id: 'vn.citizen-id',
  type: 'VN_CITIZEN_ID',
  country: 'VN',
  title: 'Vietnamese citizen identity number',
  source: 'Decree 137/2015/ND-CP, căn cước công dân: province, century and sex, birth year, six digits',
  check: 'province (no check digit)',
  patterns: [
    { name: 'twelve digits', regex: /0\d{11}/, score: 0.2 },
    { name: 'nine digits (CMND)', regex: /\d{9}/, score: 0.12 },
  ],
  score: 0.2,
  validate: (value) => (isPlausible(value) ? 'unknown' : 'invalid'),
  context: {
    vi: ['cccd', 'cmnd', 'căn cước', 'căn cước công dân', 'chứng minh nhân dân', 'số cccd'],
    en: ['cccd', 'vietnamese id', 'citizen identity card'],
  },
  requiresContext: true,
  examples: { valid: ['001085012345', '001168258764'], invalid: ['099085012345'] },
});

/** Parts in their ranges; there is no check digit to pass. */
function isPlausible(value: string): boolean {
  return value.length === 9 || Number(value.slice(0, 3)) <= 96;
}
