import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { svNit } from './sv-nit.js';

describeRecognizer(svNit, {
  finds: [
    ['nit: 0614-050707-104-8', '0614-050707-104-8'],
    ['Her nit 0614-150970-901-1 was confirmed.', '0614-150970-901-1'],
    ['(nit 06141406795017)', '06141406795017'],
    ['archived under 0614-150970-901-1, see below', '0614-150970-901-1'],
  ],
  ignores: ['archived under 06141406795017, see below', 'nit: 0614-301154-908-8'],
  generated: {
    mask: '0614{dmy}[1-9]0#?',
    spellings: ['####-######-###-#', '##############'],
    isValid: (v) => stdnum.SV!.nit!.validate(v).isValid,
  },
});
