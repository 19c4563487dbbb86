import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { thNationalId } from './th-national-id.js';

describeRecognizer(thNationalId, {
  finds: [
    ['เลขประจำตัวประชาชน: 1-2345-45678-78-1', '1-2345-45678-78-1'],
    ['Her thai id 3-2017-36873-37-0 was confirmed.', '3-2017-36873-37-0'],
    ['(เลขประจำตัวประชาชน 6029993585164)', '6029993585164'],
    ['archived under 3-2017-36873-37-0, see below', '3-2017-36873-37-0'],
  ],
  ignores: ['archived under 6029993585164, see below', 'เลขประจำตัวประชาชน: 1-2345-45678-78-2'],
  generated: {
    mask: '[1-8]###########?',
    spellings: ['#-####-#####-##-#', '#############'],
    isValid: (v) => stdnum.TH!.idnr!.validate(v).isValid,
  },
});
