import { describeRecognizer } from '../testing/describe-recognizer.js';
import { byPersonalNumber } from './by-personal-number.js';

describeRecognizer(byPersonalNumber, {
  finds: [
    ['ідэнтыфікацыйны нумар: 4110872A012PB3', '4110872A012PB3'],
    ['идентификационный номер: 3130186M482PB4', '3130186M482PB4'],
    ['Her belarusian personal number 4110872A012PB3 was confirmed.', '4110872A012PB3'],
    ['archived under 3130186M482PB4, see below', '3130186M482PB4'],
  ],
  ignores: ['ідэнтыфікацыйны нумар: 4311372A012PB3'],
  generated: { mask: '[34]{dmy}[ABCEHKM]###PB#' },
});
