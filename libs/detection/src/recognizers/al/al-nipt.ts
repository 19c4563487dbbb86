import { patternRecognizer } from '../../recognizer.js';

/**
 * Albanian tax and identity number. Source: QKB / DPT, NIPT (NUIS) and NID: letter for the decade, eight digits,
 * letter.
 */
export const alNipt = patternRecognizer({
  id: 'al.nipt',
  type: 'AL_NIPT',
  country: 'AL',
  title: 'Albanian tax and identity number',
  source: 'QKB / DPT, NIPT (NUIS) and NID: letter for the decade, eight digits, letter',
  check: 'none: shape and context',
  patterns: [{ name: 'letters and digits', regex: /[A-M]\d{8}[A-Z]/, score: 0.35 }],
  score: 0.2,
  context: {
    sq: ['nipt', 'nuis', 'nid', 'numri personal', 'numri i identitetit'],
    en: ['nipt', 'nid', 'albanian tax number', 'albanian id', 'personal number'],
  },
  requiresContext: true,
  examples: { valid: ['J91402501L', 'K22218003V', 'L58606859F'], invalid: ['Z 22218003 V'] },
});
