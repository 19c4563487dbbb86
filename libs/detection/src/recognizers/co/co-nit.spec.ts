import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { coNit } from './co-nit.js';

describeRecognizer(coNit, {
  finds: [
    ['nit: 213.123.432-1', '213.123.432-1'],
    ['Her nit 987.015.424-6 was confirmed.', '987.015.424-6'],
    ['(nit 911947406-6)', '911947406-6'],
    ['(colombian tax number 9297828483)', '9297828483'],
    ['archived under 987.015.424-6, see below', '987.015.424-6'],
  ],
  ignores: ['archived under 911947406-6, see below', 'archived under 9297828483, see below', 'nit: 995.145.489-1'],
  generated: {
    mask: '[89]########?',
    spellings: ['###.###.###-#', '#########-#', '##########'],
    isValid: (v) => stdnum.CO!.nit!.validate(v).isValid,
  },
});
