import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { inVoterId } from './in-voter-id.js';

describeRecognizer(inVoterId, {
  finds: [
    ['Her voter id WKH1186253 was confirmed.', 'WKH1186253'],
    ['मतदाता पहचान पत्र: WKH0737353', 'WKH0737353'],
  ],
  ignores: ['archived under WKH0737353, see below', 'voter id: WKH1186254'],
  generated: { mask: 'WKH######?', isValid: (v) => stdnum.IN!.epic!.validate(v).isValid },
});
