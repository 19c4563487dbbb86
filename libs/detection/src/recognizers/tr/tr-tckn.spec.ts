import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { trTckn } from './tr-tckn.js';

describeRecognizer(trTckn, {
  finds: [
    ['tc kimlik: 17291716060', '17291716060'],
    ['Her turkish id 68542425590 was confirmed.', '68542425590'],
  ],
  ignores: ['archived under 68542425590, see below', 'tc kimlik: 17291716050'],
  generated: { mask: '[1-9]########??', isValid: (v) => stdnum.TR!.tckimlik!.validate(v).isValid },
});
