import { patternRecognizer } from '../../recognizer.js';

/**
 * Andorran tax register number. Source: Govern d’Andorra, NRT: letter, six digits, letter.
 */
export const adNrt = patternRecognizer({
  id: 'ad.nrt',
  type: 'AD_NRT',
  country: 'AD',
  title: 'Andorran tax register number',
  source: 'Govern d’Andorra, NRT: letter, six digits, letter',
  check: 'none: shape and context',
  patterns: [
    { name: 'hyphens', regex: /[ACDEFGLOPU]-\d{6}-[A-Z]/, score: 0.4 },
    { name: 'plain', regex: /[ACDEFGLOPU]\d{6}[A-Z]/, score: 0.2 },
  ],
  score: 0.2,
  context: {
    ca: ['nrt', 'número de registre tributari', 'registre tributari'],
    en: ['nrt', 'andorran tax number', 'tax number'],
  },
  requiresContext: true,
  examples: { valid: ['L-709604-E', 'L-250246-L', 'F104664K'], invalid: ['I 706193 G'] },
});
