import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { idNpwp } from './id-npwp.js';

describeRecognizer(idNpwp, {
  finds: [
    ['npwp: 01.312.166.0-091.000', '01.312.166.0-091.000'],
    ['Her npwp 01.490.468.4-013.000 was confirmed.', '01.490.468.4-013.000'],
    ['(npwp 010933877013000)', '010933877013000'],
    ['archived under 01.490.468.4-013.000, see below', '01.490.468.4-013.000'],
  ],
  ignores: ['archived under 010933877013000, see below'],
  generated: {
    mask: '01######?013000',
    spellings: ['##.###.###.#-###.###', '###############'],
    isValid: (v) => stdnum.ID!.npwp!.validate(v).isValid,
  },
});
