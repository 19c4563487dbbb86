import { patternRecognizer } from '../../recognizer.js';

/**
 * Ethiopian digital identity number. Source: Digital ID Proclamation 1284/2023, Fayda: sixteen digits (FAN) or
 * twelve (FIN).
 */
export const etFayda = patternRecognizer({
  id: 'et.fayda',
  type: 'ET_FAYDA',
  country: 'ET',
  title: 'Ethiopian digital identity number',
  source: 'Digital ID Proclamation 1284/2023, Fayda: sixteen digits (FAN) or twelve (FIN)',
  check: 'none: shape and context',
  patterns: [
    { name: 'sixteen digits', regex: /\d{4} ?\d{4} ?\d{4} ?\d{4}/, score: 0.15 },
    { name: 'twelve digits', regex: /\d{4} ?\d{4} ?\d{4}/, score: 0.15 },
  ],
  score: 0.2,
  context: { am: ['ፋይዳ'], en: ['fayda', 'fayda number', 'fan number', 'ethiopian national id'] },
  requiresContext: true,
  examples: { valid: ['6140 7983 5162', '5980 2994 0955', '909776953555'], invalid: [] },
});
