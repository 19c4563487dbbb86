import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { nzIrd } from './nz-ird.js';

describeRecognizer(nzIrd, {
  finds: [
    ['Her ird 49-091-850 was confirmed.', '49-091-850'],
    ['te tari taake: 49091850', '49091850'],
    ['(ird 48-979-475)', '48-979-475'],
    ['(te tari taake 31074223)', '31074223'],
  ],
  ignores: ['archived under 48-979-475, see below', 'archived under 31074223, see below', 'ird: 49091851'],
  generated: {
    mask: '[1-9]######?',
    spellings: ['##-###-###', '########'],
    isValid: (v) => stdnum.NZ!.ird!.validate(v).isValid,
  },
});
