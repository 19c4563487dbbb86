import { compact, patternRecognizer } from '../../recognizer.js';

/**
 * German tax number of a tax office. Source: Steuernummer, § 93 AO practice of the Länder (ELSTER: Aufbau der
 * Steuernummer).
 */
export const deTaxNumber = patternRecognizer({
  id: 'de.tax-number',
  type: 'DE_TAX_NUMBER',
  country: 'DE',
  title: 'German tax number of a tax office',
  source: 'Steuernummer, § 93 AO practice of the Länder (ELSTER: Aufbau der Steuernummer)',
  check: 'none: ranges and context',
  patterns: [
    { name: 'slashes', regex: /\d{2,3}[/ ]\d{3,4}[/ ]\d{4,5}/, score: 0.35 },
    { name: 'federal, thirteen digits', regex: /\d{4}0\d{8}/, score: 0.12 },
  ],
  score: 0.2,
  validate: (value) => (isPlausible(value) ? 'unknown' : 'invalid'),
  context: {
    de: ['steuernummer', 'steuer-nr', 'steuer-nr.', 'st.-nr.', 'stnr', 'st-nr', 'steuernr'],
    en: ['german tax number'],
  },
  requiresContext: true,
  examples: { valid: ['181/815/08155', '2893081508152', '422/1677/7823', '67 905 01610'], invalid: ['181/81/081'] },
});

/** Parts in their ranges; there is no check digit to pass. */
function isPlausible(value: string): boolean {
  const digits = compact(value);
  return digits.length === 10 || digits.length === 11 || digits.length === 13;
}
