import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Venezuelan tax number. Source: SENIAT, Registro de Información Fiscal; weights 3 2 7 6 5 4 3 2 and a letter value.
 * Check: weighted mod 11.
 */
export const veRif = patternRecognizer({
  id: 've.rif',
  type: 'VE_RIF',
  country: 'VE',
  title: 'Venezuelan tax number',
  source: 'SENIAT, Registro de Información Fiscal; weights 3 2 7 6 5 4 3 2 and a letter value',
  check: 'weighted mod 11',
  patterns: [
    { name: 'letter and hyphens', regex: /[VEJPG]-\d{8}-\d/, validScore: 0.7 },
    { name: 'letter', regex: /[VEJPG]-?\d{9}/, validScore: 0.4 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isVeRif),
  context: {
    es: ['rif', 'r.i.f.', 'registro de información fiscal'],
    en: ['rif', 'venezuelan tax number', 'tax number'],
  },
  examples: { valid: ['V-11470283-4', 'V-73125753-8', 'V788677371'], invalid: ['J-86648638-7'] },
});

function isVeRif(value: string): boolean {
  const characters = compact(value);
  const sum = 4 * (1 + 'VEJPG'.indexOf(characters[0]!)) + weightedSum(characters.slice(1, 9), [3, 2, 7, 6, 5, 4, 3, 2]);
  return '00987654321'[sum % 11] === characters[9];
}
