import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { plNip } from './pl-nip.js';

describeRecognizer(plNip, {
  finds: [
    ['nip: PL 8567346215', 'PL 8567346215'],
    ['Her nip 246-718-56-89 was confirmed.', '246-718-56-89'],
    ['(nip 1229478102)', '1229478102'],
    ['(polish tax number PL1798456704)', 'PL1798456704'],
    ['archived under 246-718-56-89, see below', '246-718-56-89'],
    ['archived under PL1798456704, see below', 'PL1798456704'],
  ],
  ignores: ['archived under 1229478102, see below', 'nip: 444-976-22-40'],
  generated: {
    mask: '[1-9]########?',
    spellings: ['###-###-##-##', '##########', 'PL##########'],
    isValid: (v) => stdnum.PL!.nip!.validate(v).isValid,
  },
});
