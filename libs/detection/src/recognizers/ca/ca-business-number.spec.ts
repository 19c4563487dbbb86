import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { caBusinessNumber } from './ca-business-number.js';

describeRecognizer(caBusinessNumber, {
  finds: [
    ['Her bn 123026635RC0001 was confirmed.', '123026635RC0001'],
    ['numéro d’entreprise: 179992193RT0001', '179992193RT0001'],
    ['(bn 467367298 RT 0001)', '467367298 RT 0001'],
    ['archived under 179992193RT0001, see below', '179992193RT0001'],
    ['archived under 467367298 RT 0001, see below', '467367298 RT 0001'],
  ],
  ignores: [],
  generated: {
    mask: '[1-8]#######?RT0001',
    spellings: ['###############', '######### ## ####'],
    isValid: (v) => stdnum.CA!.bn!.validate(v).isValid,
  },
});
