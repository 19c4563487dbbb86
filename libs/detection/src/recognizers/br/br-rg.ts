import { patternRecognizer } from '../../recognizer.js';

/**
 * Brazilian identity card (RG). Source: Lei 7.116/1983, Registro Geral; São Paulo form with two to nine and X.
 */
export const brRg = patternRecognizer({
  id: 'br.rg',
  type: 'BR_RG',
  country: 'BR',
  title: 'Brazilian identity card (RG)',
  source: 'Lei 7.116/1983, Registro Geral; São Paulo form with two to nine and X',
  check: 'none nationwide: shape and context',
  patterns: [
    { name: 'punctuated', regex: /\d{1,2}\.\d{3}\.\d{3}-?[\dX]/, score: 0.3 },
    { name: 'plain', regex: /\d{8,9}|\d{8}X/, score: 0.12 },
  ],
  score: 0.2,
  context: {
    pt: ['rg', 'r.g.', 'registro geral', 'carteira de identidade', 'identidade'],
    en: ['brazilian id', 'rg number', 'identity card'],
  },
  requiresContext: true,
  examples: { valid: ['24.678.131-4', '43.696.208-7', '598613146'], invalid: [] },
});
