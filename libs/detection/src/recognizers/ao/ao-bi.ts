import { patternRecognizer } from '../../recognizer.js';

/**
 * Angolan identity card. Source: Lei 4/09, Bilhete de Identidade: nine digits, province letters, three digits.
 */
export const aoBi = patternRecognizer({
  id: 'ao.bi',
  type: 'AO_BI',
  country: 'AO',
  title: 'Angolan identity card',
  source: 'Lei 4/09, Bilhete de Identidade: nine digits, province letters, three digits',
  check: 'none: shape',
  patterns: [{ name: 'fourteen characters', regex: /\d{9}[A-Z]{2}\d{3}/, score: 0.55 }],
  score: 0.55,
  validate: (value) => (isPlausible(value) ? 'unknown' : 'invalid'),
  context: { pt: ['bilhete de identidade', 'bi', 'nif'], en: ['angolan id', 'identity card'] },
  examples: { valid: ['000123456LA041', '005354497LA096'], invalid: ['000123456QQ041'] },
});

/** Parts in their ranges; there is no check digit to pass. */
function isPlausible(value: string): boolean {
  return /(?:BA|BE|BG|BO|CA|CC|CE|CN|CS|CU|HA|HO|KN|KS|LA|LN|LS|ME|MO|MX|NE|UE|UI|ZE)\d{3}$/.test(value);
}
