import { describeRecognizer } from '../testing/describe-recognizer.js';
import { arCbu } from './ar-cbu.js';

describeRecognizer(arCbu, {
  finds: [
    ['cbu: 2850590940090418135201', '2850590940090418135201'],
    ['Her cbu 05891478 69524963965390 was confirmed.', '05891478 69524963965390'],
    ['(cbu 0304070458784316500726)', '0304070458784316500726'],
    ['archived under 05891478 69524963965390, see below', '05891478 69524963965390'],
    ['archived under 0304070458784316500726, see below', '0304070458784316500726'],
  ],
  ignores: ['cbu: 00558509 76893385456678'],
  generated: {
    mask: '0######?#############?',
    spellings: ['######## ##############', '######################'],
    isValid: (v) => {
      const c = (p: string, w: number[]) => (10 - ([...p].reduce((s, d, i) => s + Number(d) * w[i]!, 0) % 10)) % 10;
      return (
        c(v.slice(0, 7), [7, 1, 3, 9, 7, 1, 3]) === Number(v[7]) &&
        c(v.slice(8, 21), [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3]) === Number(v[21])
      );
    },
  },
});
