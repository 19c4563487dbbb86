import { describeRecognizer } from '../testing/describe-recognizer.js';
import { muNid } from './mu-nid.js';

describeRecognizer(muNid, {
  finds: [
    ['Her nid B0103553918233 was confirmed.', 'B0103553918233'],
    ['carte d’identité nationale: B0103553918233', 'B0103553918233'],
    ['archived under B0103553918233, see below', 'B0103553918233'],
  ],
  ignores: ['nid: B2303744416310'],
  generated: {
    mask: 'B{dmy}######!',
    isValid: (v) => {
      const a = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
      let t = 0;
      for (let i = 0; i < 13; i++) t += a.indexOf(v[i]!) * (14 - i);
      return (t + a.indexOf(v[13]!)) % 17 === 0 && a.indexOf(v[13]!) < 17;
    },
  },
});
