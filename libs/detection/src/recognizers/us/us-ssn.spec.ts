import { describeRecognizer } from '../testing/describe-recognizer.js';
import { usSsn } from './us-ssn.js';

describeRecognizer(usSsn, {
  finds: [
    ['my SSN is 536-90-4399', '536-90-4399'],
    ['Social Security: 536 90 4399', '536 90 4399'],
    ['social security number 536904399', '536904399'],
    ['archived under 536-90-4399, see below', '536-90-4399'],
    ['415-555-0137, social 219-09-9999.', '219-09-9999'],
  ],
  ignores: [
    'ref 900-12-3456 was archived',
    'SSN 666-12-3456',
    'SSN 000-12-3456',
    'SSN 536-00-4399',
    'SSN 536-90-0000',
    'SSN ***-**-4399',
    'SSN 219099999',
    'part 219-099-999 was ordered',
    'archived under 536904399, see below',
    'archived under 536 90 4399, see below',
  ],
  generated: { mask: '[1-5]##[1-8]#[1-9]###', spellings: ['###-##-####', '### ## ####', '#########'] },
});
