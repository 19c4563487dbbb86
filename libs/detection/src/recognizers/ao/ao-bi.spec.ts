import { describeRecognizer } from '../testing/describe-recognizer.js';
import { aoBi } from './ao-bi.js';

describeRecognizer(aoBi, {
  finds: [
    ['bilhete de identidade: 000123456LA041', '000123456LA041'],
    ['Her angolan id 005354497LA096 was confirmed.', '005354497LA096'],
    ['archived under 005354497LA096, see below', '005354497LA096'],
  ],
  ignores: ['bilhete de identidade: 000123456QQ041'],
  generated: { mask: '00[0-9]######LA0##' },
});
