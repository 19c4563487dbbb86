import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { peRuc } from './pe-ruc.js';

describeRecognizer(peRuc, {
  finds: [
    ['ruc: 20512333797', '20512333797'],
    ['Her ruc 20869334228 was confirmed.', '20869334228'],
  ],
  ignores: ['archived under 20869334228, see below', 'ruc: 20700089373'],
  generated: { mask: '20########?', isValid: (v) => stdnum.PE!.ruc!.validate(v).isValid },
});
