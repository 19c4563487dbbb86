import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { mtVat } from './mt-vat.js';

describeRecognizer(mtVat, {
  finds: [
    ['Her vat MT 1167 9112 was confirmed.', 'MT 1167 9112'],
    ['(vat MT13926108)', 'MT13926108'],
    ['(vat number MT7520 0513)', 'MT7520 0513'],
    ['archived under MT13926108, see below', 'MT13926108'],
    ['archived under MT7520 0513, see below', 'MT7520 0513'],
  ],
  ignores: ['vat: MT52749021'],
  generated: {
    mask: 'MT[1-9]#####??',
    spellings: ['##########', '###### ####'],
    isValid: (v) => stdnum.MT!.vat!.validate(v).isValid,
  },
});
