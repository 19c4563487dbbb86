import { describeRecognizer } from '../testing/describe-recognizer.js';
import { ruSnils } from './ru-snils.js';

describeRecognizer(ruSnils, {
  finds: [
    ['снилс: 112-233-445 95', '112-233-445 95'],
    ['Her snils 994-484-898 08 was confirmed.', '994-484-898 08'],
    ['(снилс 73258133190)', '73258133190'],
    ['archived under 994-484-898 08, see below', '994-484-898 08'],
  ],
  ignores: ['archived under 73258133190, see below', 'снилс: 112-233-445 96'],
  generated: {
    mask: '[1-9]########??',
    spellings: ['###-###-### ##', '###########'],
    isValid: (v) => {
      let n = 0;
      for (let i = 0; i < 9; i++) n += Number(v[i]) * (9 - i);
      while (n > 101) n -= 101;
      return (n >= 100 ? 0 : n) === Number(v.slice(9));
    },
  },
});
