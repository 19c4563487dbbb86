import { describeRecognizer } from '../testing/describe-recognizer.js';
import { bdNid } from './bd-nid.js';

describeRecognizer(bdNid, {
  finds: [
    ['জাতীয় পরিচয়পত্র: 19852690123456789', '19852690123456789'],
    ['Her nid 2851234567 was confirmed.', '2851234567'],
    ['(জাতীয় পরিচয়পত্র 19600052420195534)', '19600052420195534'],
  ],
  ignores: ['archived under 19600052420195534, see below'],
  generated: { mask: '19[5-9]0#############' },
});
