import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { mdIdnp } from './md-idnp.js';

describeRecognizer(mdIdnp, {
  finds: [
    ['idnp: 1008600038413', '1008600038413'],
    ['Her idnp 2009426754524 was confirmed.', '2009426754524'],
  ],
  ignores: ['archived under 2009426754524, see below', 'idnp: 2095248816297'],
  generated: { mask: '[12]0##########?', isValid: (v) => stdnum.MD!.idno!.validate(v).isValid },
});
