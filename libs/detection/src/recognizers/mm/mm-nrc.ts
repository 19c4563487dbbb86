import { patternRecognizer } from '../../recognizer.js';

/**
 * Burmese national registration card number. Source: Myanmar Ministry of Immigration, NRC: state, township letters,
 * kind, six digits.
 */
export const mmNrc = patternRecognizer({
  id: 'mm.nrc',
  type: 'MM_NRC',
  country: 'MM',
  title: 'Burmese national registration card number',
  source: 'Myanmar Ministry of Immigration, NRC: state, township letters, kind, six digits',
  check: 'none: shape',
  patterns: [
    {
      name: 'latin letters',
      regex: /(?<![0-9A-Za-z/])(?:1[0-4]|[1-9])\/[A-Za-z]{3,9} ?\((?:N|E|P|T|Y|S|C|Naing|Eh|Pyu)\) ?\d{6}(?!\d)/,
      kind: 'text',
      triggers: { runs: 'number', before: 32, after: 8 },
      score: 0.8,
    },
  ],
  score: 0.6,
  context: { my: ['မှတ်ပုံတင်', 'နိုင်ငံသားစိစစ်ရေးကတ်'], en: ['nrc', 'nrc number', 'national registration card'] },
  examples: {
    valid: ['12/OuKaMa(N)123456', '9/MAKANA(N)145678', '12/OUKAMA(N)822553'],
    invalid: ['15/OUKAMA(N)123456'],
  },
});
