import { describeRecognizer } from '../testing/describe-recognizer.js';
import { ptSocialSecurity } from './pt-social-security.js';

describeRecognizer(ptSocialSecurity, {
  finds: [
    ['niss: 15235141219', '15235141219'],
    ['Her niss 15235141219 was confirmed.', '15235141219'],
  ],
  ignores: ['archived under 15235141219, see below', 'niss: 13540555533'],
  generated: {
    mask: '1#########?',
    isValid: (v) =>
      [...v.slice(0, 10)].reduce((s, d, i) => s + Number(d) * [29, 23, 19, 17, 13, 11, 7, 5, 3, 2][i]!, Number(v[10])) %
        10 ===
      9,
  },
});
