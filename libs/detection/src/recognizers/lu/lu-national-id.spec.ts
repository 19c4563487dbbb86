import { describeRecognizer } from '../testing/describe-recognizer.js';
import { luhnValid, verhoeffValid } from '../testing/oracles.js';
import { luNationalId } from './lu-national-id.js';

describeRecognizer(luNationalId, {
  finds: [
    ['matricule: 1893120105732', '1893120105732'],
    ['matrikel: 19670617 909 66', '19670617 909 66'],
    ['matrikel: 1996050365081', '1996050365081'],
    ['Her matricule 1893120105732 was confirmed.', '1893120105732'],
    ['archived under 19670617 909 66, see below', '19670617 909 66'],
    ['archived under 1996050365081, see below', '1996050365081'],
  ],
  ignores: ['matricule: 19670307 069 42'],
  generated: {
    mask: '{Ymd}###??',
    spellings: ['######## ### ##', '#############'],
    isValid: (v) => luhnValid(v.slice(0, 12)) && verhoeffValid(v.slice(0, 11) + v[12]),
  },
});
