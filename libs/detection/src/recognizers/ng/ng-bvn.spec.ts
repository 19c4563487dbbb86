import { describeRecognizer } from '../testing/describe-recognizer.js';
import { ngBvn } from './ng-bvn.js';

describeRecognizer(ngBvn, {
  finds: [
    ['Her bvn 22212345678 was confirmed.', '22212345678'],
    ['(bvn 22450106296)', '22450106296'],
  ],
  ignores: ['archived under 22450106296, see below', 'bvn: 12212345678'],
  generated: { mask: '22[1-5]########' },
});
