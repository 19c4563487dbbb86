import { patternRecognizer } from '../../recognizer.js';

/**
 * Russian internal passport. Source: Постановление Правительства РФ № 828: series (four digits) and number (six).
 */
export const ruPassport = patternRecognizer({
  id: 'ru.passport',
  type: 'RU_PASSPORT',
  country: 'RU',
  title: 'Russian internal passport',
  source: 'Постановление Правительства РФ № 828: series (four digits) and number (six)',
  check: 'none: shape and context',
  patterns: [
    { name: 'series and number', regex: /\d{2} ?\d{2}[ №]{1,3}\d{6}/, score: 0.25 },
    { name: 'ten digits', regex: /\d{10}/, score: 0.12 },
  ],
  score: 0.2,
  context: {
    ru: ['паспорт', 'паспорта', 'серия', 'паспортные данные', 'паспортом'],
    en: ['russian passport', 'passport', 'passport series'],
  },
  requiresContext: true,
  examples: { valid: ['45 08 123456', '45 34 271510', '4564 059792'], invalid: [] },
});
