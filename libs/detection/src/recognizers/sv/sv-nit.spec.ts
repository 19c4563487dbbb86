import { describeRecognizer } from '../testing/describe-recognizer.js';
import { svNit } from './sv-nit.js';

describeRecognizer(svNit, {
  finds: [
    ['nit: 0614-050707-104-8', '0614-050707-104-8'],
    ['Her nit 0614-150970-902-0 was confirmed.', '0614-150970-902-0'],
    ['(nit 06141406795025)', '06141406795025'],
    ['archived under 0614-150970-902-0, see below', '0614-150970-902-0'],
  ],
  ignores: ['archived under 06141406795025, see below', 'nit: 0614-301154-808-1'],
  generated: {
    mask: '0614{dmy}[0-9]0[1-9]?',
    spellings: ['####-######-###-#', '##############'],
    isValid: (v) => {
      const s = (w: number[]) => [...v.slice(0, 13)].reduce((a, d, i) => a + Number(d) * w[i]!, 0);
      return (
        Number(v[13]) ===
        (Number(v.slice(10, 13)) <= 100
          ? (s([14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11) % 10
          : ((110_000 - s([2, 7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2])) % 11) % 10)
      );
    },
  },
});
