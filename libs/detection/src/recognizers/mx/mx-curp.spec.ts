import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { mxCurp } from './mx-curp.js';

describeRecognizer(mxCurp, {
  finds: [
    ['curp: BOXW310820HNERXN09', 'BOXW310820HNERXN09'],
    ['Her curp BOXW681030MVZNSK01 was confirmed.', 'BOXW681030MVZNSK01'],
    ['archived under BOXW681030MVZNSK01, see below', 'BOXW681030MVZNSK01'],
  ],
  ignores: ['curp: BOXW310820HNERXN08'],
  generated: { mask: 'BOXW{ymd}[HM]VZNSK0?', isValid: (v) => stdnum.MX!.curp!.validate(v).isValid },
});
