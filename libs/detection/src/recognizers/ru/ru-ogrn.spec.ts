import { describeRecognizer } from '../testing/describe-recognizer.js';
import { ruOgrn } from './ru-ogrn.js';

describeRecognizer(ruOgrn, {
  finds: [
    ['огрн: 1022200525819', '1022200525819'],
    ['Her ogrn 1822765343542 was confirmed.', '1822765343542'],
  ],
  ignores: ['archived under 1822765343542, see below', 'огрн: 1364975098928'],
  generated: { mask: '1###########?', isValid: (v) => Number(BigInt(v.slice(0, 12)) % 11n) % 10 === Number(v[12]) },
});
