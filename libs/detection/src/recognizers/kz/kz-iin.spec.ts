import { describeRecognizer } from '../testing/describe-recognizer.js';
import { kzIin } from './kz-iin.js';

describeRecognizer(kzIin, {
  finds: [
    ['жсн: 870311361230', '870311361230'],
    ['иин: 870311361230', '870311361230'],
    ['Her iin 870311361230 was confirmed.', '870311361230'],
  ],
  ignores: ['archived under 870311361230, see below', 'жсн: 851310300123'],
  generated: {
    mask: '{ymd}[34]####?',
    isValid: (v) => {
      const s = (o: number) => [...v.slice(0, 11)].reduce((a, d, i) => a + Number(d) * (((i + o) % 11) + 1), 0) % 11;
      const c = s(0) === 10 ? s(2) : s(0);
      return c === Number(v[11]);
    },
  },
});
