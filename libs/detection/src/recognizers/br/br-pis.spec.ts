import { describeRecognizer } from '../testing/describe-recognizer.js';
import { brPis } from './br-pis.js';

describeRecognizer(brPis, {
  finds: [
    ['pis: 136.13328.89-4', '136.13328.89-4'],
    ['Her pis 15855943627 was confirmed.', '15855943627'],
    ['archived under 136.13328.89-4, see below', '136.13328.89-4'],
  ],
  ignores: ['archived under 15855943627, see below', 'pis: 102.44550.03-2'],
  generated: {
    mask: '1#########?',
    spellings: ['###.#####.##-#', '###########'],
    isValid: (v) => {
      const r =
        11 - ([...v.slice(0, 10)].reduce((s, d, i) => s + Number(d) * [3, 2, 9, 8, 7, 6, 5, 4, 3, 2][i]!, 0) % 11);
      return (r > 9 ? 0 : r) === Number(v[10]);
    },
  },
});
