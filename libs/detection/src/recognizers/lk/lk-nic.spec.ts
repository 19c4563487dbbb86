import { describeRecognizer } from '../testing/describe-recognizer.js';
import { lkNic } from './lk-nic.js';

describeRecognizer(lkNic, {
  finds: [
    ['ජාතික හැඳුනුම්පත: 853400937V', '853400937V'],
    ['தேசிய அடையாள அட்டை: 198534000937', '198534000937'],
    ['Her nic 942513963V was confirmed.', '942513963V'],
    ['archived under 942513963V, see below', '942513963V'],
  ],
  ignores: ['ජාතික හැඳුනුම්පත: 859000937V'],
  generated: { mask: '[5-9]#[0-2][1-9]#####V' },
});
