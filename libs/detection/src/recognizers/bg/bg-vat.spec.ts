import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { bgVat } from './bg-vat.js';

describeRecognizer(bgVat, {
  finds: [
    ['еик: BG175074752', 'BG175074752'],
    ['Her eik BG239243958 was confirmed.', 'BG239243958'],
    ['(еик 285757573)', '285757573'],
    ['archived under BG239243958, see below', 'BG239243958'],
  ],
  ignores: ['archived under 285757573, see below', 'еик: BG251896054'],
  generated: {
    mask: '########?',
    spellings: ['BG#########', '#########'],
    isValid: (v) => stdnum.BG!.vat!.validate(v).isValid,
  },
});
