import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Swiss social security number. Source: AHV/AVS number (AHVN13), ZAS/CdC; EAN-13 by GS1. Check: EAN-13.
 */
export const chAhv = patternRecognizer({
  id: 'ch.ahv',
  type: 'CH_AHV',
  country: 'CH',
  title: 'Swiss social security number',
  source: 'AHV/AVS number (AHVN13), ZAS/CdC; EAN-13 by GS1',
  check: 'EAN-13',
  patterns: [
    { name: 'dotted', regex: /756\.\d{4}\.\d{4}\.\d{2}/, validScore: 0.95 },
    { name: 'spaced', regex: /756[ -]\d{4}[ -]\d{4}[ -]\d{2}/, validScore: 0.8 },
    { name: 'thirteen digits', regex: /756\d{10}/, validScore: 0.55 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isChAhv),
  context: {
    de: ['ahv', 'ahv-nummer', 'ahv-nr', 'ahvn13', 'sozialversicherungsnummer', 'versichertennummer'],
    fr: ['avs', 'numéro avs', 'nas', 'no avs'],
    it: ['avs', 'numero avs'],
    en: ['ahv', 'avs', 'swiss social security number', 'social security number'],
  },
  examples: {
    valid: ['756.9217.0769.85', '756.0037.9255.83', '756 0552 2534 68', '7564745804468'],
    invalid: ['756.8541.5493.19'],
  },
});

function isChAhv(value: string): boolean {
  return weightedSum(compact(value), [1, 3]) % 10 === 0;
}
