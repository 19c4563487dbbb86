import { describeRecognizer } from '../testing/describe-recognizer.js';
import { mxClabe } from './mx-clabe.js';

describeRecognizer(mxClabe, {
  finds: [
    ['clabe: 032180000118359719', '032180000118359719'],
    ['Her clabe 022 796 90694979852 6 was confirmed.', '022 796 90694979852 6'],
    ['(clabe 012727099874303286)', '012727099874303286'],
    ['archived under 022 796 90694979852 6, see below', '022 796 90694979852 6'],
  ],
  ignores: ['archived under 012727099874303286, see below', 'clabe: 032180000118359718'],
  generated: {
    mask: '0[1-7]2##############?',
    spellings: ['### ### ########### #', '##################'],
    isValid: (v) =>
      [...v].reduce((s, d, i) => s + Number(d) * [3, 7, 1][i % 3]!, 0) % 10 === 0 ||
      [...v.slice(0, 17)].reduce((s, d, i) => s + Number(d) * [3, 7, 1][i % 3]!, Number(v[17])) % 10 === 0,
  },
});
