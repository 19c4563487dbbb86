import { describeRecognizer } from '../testing/describe-recognizer.js';
import { myNric } from './my-nric.js';

describeRecognizer(myNric, {
  finds: [
    ['kad pengenalan: 770305-02-1234', '770305-02-1234'],
    ['Her nric 971014-07-2695 was confirmed.', '971014-07-2695'],
    ['(kad pengenalan 720303080363)', '720303080363'],
    ['archived under 971014-07-2695, see below', '971014-07-2695'],
  ],
  ignores: ['archived under 720303080363, see below', 'kad pengenalan: 771305-02-1234'],
  generated: { mask: '{ymd}0[1-9]####', spellings: ['######-##-####', '############'] },
});
