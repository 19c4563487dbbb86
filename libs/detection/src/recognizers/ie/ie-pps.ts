import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { base36, weightedSum } from '../check-digits.js';

/**
 * Irish Personal Public Service number. Source: Social Welfare Consolidation Act 2005, PPS number; weights as in
 * python-stdnum (ie.pps). Check: weighted mod 23.
 */
export const iePps = patternRecognizer({
  id: 'ie.pps',
  type: 'IE_PPS',
  country: 'IE',
  title: 'Irish Personal Public Service number',
  source: 'Social Welfare Consolidation Act 2005, PPS number; weights as in python-stdnum (ie.pps)',
  check: 'weighted mod 23',
  patterns: [{ name: 'plain', regex: /\d{7} ?[A-W] ?[A-IW]?/i, validScore: 0.42 }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isIePps),
  context: {
    en: ['pps', 'ppsn', 'pps number', 'pps no', 'personal public service', 'personal public service number'],
    ga: ['uimhir pspp'],
  },
  examples: { valid: ['6433435F', '6433435OA', '1663396N'], invalid: ['6433435E'] },
});

function isIePps(value: string): boolean {
  const characters = compact(value);
  const second = characters[8] === undefined || characters[8] === 'W' ? 0 : base36(characters[8]) - 9;
  const sum = weightedSum(characters.slice(0, 7), [8, 7, 6, 5, 4, 3, 2]) + second * 9;
  return 'WABCDEFGHIJKLMNOPQRSTUV'[sum % 23] === characters[7];
}
