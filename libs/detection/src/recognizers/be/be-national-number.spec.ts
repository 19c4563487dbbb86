import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { beNationalNumber } from './be-national-number.js';

describeRecognizer(beNationalNumber, {
  finds: [
    ['rijksregisternummer: 85.07.30-033.28', '85.07.30-033.28'],
    ['numéro national: 72.05.06-227.73', '72.05.06-227.73'],
    ['nationalregisternummer: 71 05 04 816 08', '71 05 04 816 08'],
    ['Her national number 84101728767 was confirmed.', '84101728767'],
    ['archived under 72.05.06-227.73, see below', '72.05.06-227.73'],
    ['archived under 71 05 04 816 08, see below', '71 05 04 816 08'],
  ],
  ignores: ['archived under 84101728767, see below', 'rijksregisternummer: 85.53.30-033.28'],
  generated: {
    mask: '{ymd}###??',
    spellings: ['##.##.##-###.##', '## ## ## ### ##', '###########'],
    isValid: (v) => stdnum.BE!.nn!.validate(v).isValid,
  },
});
