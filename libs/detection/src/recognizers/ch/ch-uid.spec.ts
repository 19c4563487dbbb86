import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { chUid } from './ch-uid.js';

describeRecognizer(chUid, {
  finds: [
    ['uid: CHE-116.281.710', 'CHE-116.281.710'],
    ['ide: CHE-401.727.147', 'CHE-401.727.147'],
    ['idi: CHE736018490', 'CHE736018490'],
    ['Her uid CHE-116.281.710 was confirmed.', 'CHE-116.281.710'],
    ['archived under CHE-401.727.147, see below', 'CHE-401.727.147'],
    ['archived under CHE736018490, see below', 'CHE736018490'],
  ],
  ignores: ['uid: CHE-081.121.677'],
  generated: {
    mask: 'CHE########?',
    spellings: ['###-###.###.###', '############'],
    isValid: (v) => stdnum.CH!.uid!.validate(v).isValid,
  },
});
