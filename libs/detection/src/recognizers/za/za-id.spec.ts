import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { zaId } from './za-id.js';

describeRecognizer(zaId, {
  finds: [
    ['Her south african id 7503305044089 was confirmed.', '7503305044089'],
    ['id-nommer: 880125 6288 088', '880125 6288 088'],
    ['inombolo kamazisi: 5504119517080', '5504119517080'],
    ['archived under 880125 6288 088, see below', '880125 6288 088'],
  ],
  ignores: ['archived under 5504119517080, see below', 'south african id: 7513305044089'],
  generated: {
    mask: '{ymd}####08?',
    spellings: ['###### #### ###', '#############'],
    isValid: (v) => stdnum.ZA!.idnr!.validate(v).isValid,
  },
});
