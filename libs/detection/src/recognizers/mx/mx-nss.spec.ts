import { describeRecognizer } from '../testing/describe-recognizer.js';
import { luhnValid } from '../testing/oracles.js';
import { mxNss } from './mx-nss.js';

describeRecognizer(mxNss, {
  finds: [
    ['nss: 48-86-55-3857-2', '48-86-55-3857-2'],
    ['Her nss 31142142673 was confirmed.', '31142142673'],
    ['archived under 48-86-55-3857-2, see below', '48-86-55-3857-2'],
  ],
  ignores: ['archived under 31142142673, see below', 'nss: 25-32-36-7300-2'],
  generated: { mask: '[1-9]#########?', spellings: ['##-##-##-####-#', '###########'], isValid: luhnValid },
});
