import { describeRecognizer } from '../testing/describe-recognizer.js';
import { fjTin } from './fj-tin.js';

describeRecognizer(fjTin, {
  finds: [
    ['Her fijian tin 50-12345-0-6 was confirmed.', '50-12345-0-6'],
    ['(fijian tin 50-27468-5-3)', '50-27468-5-3'],
    ['(fiji tin 504010174)', '504010174'],
  ],
  ignores: ['archived under 50-27468-5-3, see below', 'archived under 504010174, see below'],
  generated: { mask: '50#######', spellings: ['##-#####-#-#', '#########'] },
});
