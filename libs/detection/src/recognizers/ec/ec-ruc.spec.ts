import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { ecRuc } from './ec-ruc.js';

describeRecognizer(ecRuc, {
  finds: [
    ['ruc: 1792060346001', '1792060346001'],
    ['Her ruc 1760001550001 was confirmed.', '1760001550001'],
    ['(ruc 1895331690001)', '1895331690001'],
  ],
  ignores: ['archived under 1895331690001, see below', 'ruc: 1792060347001'],
  generated: { mask: '[01][1-9]9######?001', isValid: (v) => stdnum.EC!.ruc!.validate(v).isValid },
});
