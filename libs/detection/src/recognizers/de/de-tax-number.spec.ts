import { describeRecognizer } from '../testing/describe-recognizer.js';
import { deTaxNumber } from './de-tax-number.js';

describeRecognizer(deTaxNumber, {
  finds: [
    ['steuernummer: 181/815/08155', '181/815/08155'],
    ['Her german tax number 2893081508152 was confirmed.', '2893081508152'],
    ['(steuernummer 422/1677/7823)', '422/1677/7823'],
    ['(german tax number 67 905 01610)', '67 905 01610'],
  ],
  ignores: [
    'archived under 422/1677/7823, see below',
    'archived under 67 905 01610, see below',
    'steuernummer: 181/81/081',
  ],
  generated: { mask: '###########', spellings: ['###/####/####', '## ### #####'] },
});
