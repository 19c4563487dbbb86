import { checked, patternRecognizer } from '../../recognizer.js';

/**
 * Taiwanese business number. Source: MOF, 統一編號: weights 1 2 1 2 1 2 4 1, multiple of five since April 2023. Check:
 * cross sum mod 5 (mod 10 before 2023).
 */
export const twUbn = patternRecognizer({
  id: 'tw.ubn',
  type: 'TW_UBN',
  country: 'TW',
  title: 'Taiwanese business number',
  source: 'MOF, 統一編號: weights 1 2 1 2 1 2 4 1, multiple of five since April 2023',
  check: 'cross sum mod 5 (mod 10 before 2023)',
  patterns: [{ name: 'eight digits', regex: /\d{8}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isTwUbn),
  context: {
    zh: ['統一編號', '統編', '營利事業統一編號'],
    en: ['ubn', 'unified business number', 'taiwan business number'],
  },
  requiresContext: true,
  examples: { valid: ['00501503', '12345675', '89422703'], invalid: ['00501502'] },
});

function isTwUbn(value: string): boolean {
  let sum = 0;
  [1, 2, 1, 2, 1, 2, 4, 1].forEach((weight, i) => {
    const product = Number(value[i]) * weight;
    sum += Math.floor(product / 10) + (product % 10);
  });
  return sum % 5 === 0 || (value[6] === '7' && (sum + 1) % 5 === 0);
}
