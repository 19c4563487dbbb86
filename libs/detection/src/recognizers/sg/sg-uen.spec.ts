import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { sgUen } from './sg-uen.js';

describeRecognizer(sgUen, {
  finds: [
    ['Her uen 197401143C was confirmed.', '197401143C'],
    ['(uen S16FC0121D)', 'S16FC0121D'],
    ['(unique entity number 201376978G)', '201376978G'],
    ['archived under 201376978G, see below', '201376978G'],
  ],
  ignores: ['uen: 197401143D'],
  generated: { mask: '201[0-9]#####!', isValid: (v) => stdnum.SG!.uen!.validate(v).isValid },
});
