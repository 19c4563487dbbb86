import { describeRecognizer } from '../testing/describe-recognizer.js';
import { svDui } from './sv-dui.js';

describeRecognizer(svDui, {
  finds: [
    ['dui: 00016297-5', '00016297-5'],
    ['Her dui 08227653-0 was confirmed.', '08227653-0'],
    ['(dui 043543649)', '043543649'],
  ],
  ignores: ['archived under 08227653-0, see below', 'archived under 043543649, see below', 'dui: 09750989-2'],
  generated: {
    mask: '0#######?',
    spellings: ['########-#', '#########'],
    isValid: (v) => ([...v.slice(0, 8)].reduce((s, d, i) => s + Number(d) * (9 - i), 0) + Number(v[8])) % 10 === 0,
  },
});
