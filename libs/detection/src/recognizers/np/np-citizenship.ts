import { patternRecognizer } from '../../recognizer.js';

/**
 * Nepali citizenship certificate number. Source: District Administration Offices, नागरिकता: district, year, serial.
 */
export const npCitizenship = patternRecognizer({
  id: 'np.citizenship',
  type: 'NP_CITIZENSHIP',
  country: 'NP',
  title: 'Nepali citizenship certificate number',
  source: 'District Administration Offices, नागरिकता: district, year, serial',
  check: 'none: shape and context',
  patterns: [{ name: 'hyphens or slashes', regex: /\d{2}[-/]\d{2}[-/]\d{2}[-/]\d{5}/, score: 0.2 }],
  score: 0.2,
  context: {
    ne: ['नागरिकता', 'नागरिकता नं'],
    en: ['citizenship number', 'citizenship no', 'citizenship certificate', 'nepali citizenship'],
  },
  requiresContext: true,
  examples: { valid: ['27-01-72-01234', '61-05-74-77176'], invalid: [] },
});
