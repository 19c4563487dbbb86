import { describeRecognizer } from '../testing/describe-recognizer.js';
import { bhCpr } from './bh-cpr.js';

describeRecognizer(bhCpr, {
  finds: [
    ['الرقم الشخصي: 850412345', '850412345'],
    ['Her cpr 630950639 was confirmed.', '630950639'],
  ],
  ignores: ['archived under 630950639, see below', 'الرقم الشخصي: 851312345'],
  generated: { mask: '[6-9]#0[1-9]#####' },
});
