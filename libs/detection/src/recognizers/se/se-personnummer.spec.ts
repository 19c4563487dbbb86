import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { sePersonnummer } from './se-personnummer.js';

describeRecognizer(sePersonnummer, {
  finds: [
    ['personnummer: 880320-0016', '880320-0016'],
    ['Her swedish personal identity number 700705-3643 was confirmed.', '700705-3643'],
    ['(personnummer 5711248723)', '5711248723'],
    ['(personal identity number 19571013-8719)', '19571013-8719'],
    ['(personnumret 199106127609)', '199106127609'],
    ['archived under 700705-3643, see below', '700705-3643'],
    ['archived under 19571013-8719, see below', '19571013-8719'],
  ],
  ignores: [
    'archived under 5711248723, see below',
    'archived under 199106127609, see below',
    'personnummer: 881320-0016',
  ],
  generated: {
    mask: '{ymd}###?',
    spellings: ['######-####', '##########', '19######-####', '19##########'],
    isValid: (v) => stdnum.SE!.personnummer!.validate(`${v.slice(0, 6)}-${v.slice(6)}`).isValid,
  },
});
