import { describeRecognizer } from '../testing/describe-recognizer.js';
import { kePin } from './ke-pin.js';

describeRecognizer(kePin, {
  finds: [
    ['Her kra P051365947M was confirmed.', 'P051365947M'],
    ['kra pin: A007312575J', 'A007312575J'],
  ],
  ignores: ['archived under A007312575J, see below', 'kra: B051365947M'],
  generated: { mask: '[AP]00#######[A-Z]' },
});
