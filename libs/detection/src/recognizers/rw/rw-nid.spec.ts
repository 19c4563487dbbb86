import { describeRecognizer } from '../testing/describe-recognizer.js';
import { rwNid } from './rw-nid.js';

describeRecognizer(rwNid, {
  finds: [
    ['indangamuntu: 1 1985 8 0012345 0 12', '1 1985 8 0012345 0 12'],
    ['Her rwandan id 1 1993 8 8608737 2 35 was confirmed.', '1 1993 8 8608737 2 35'],
    ['(indangamuntu 1195570011353908)', '1195570011353908'],
    ['archived under 1 1993 8 8608737 2 35, see below', '1 1993 8 8608737 2 35'],
  ],
  ignores: ['archived under 1195570011353908, see below'],
  generated: { mask: '119[5-9]#[78]##########', spellings: ['# #### # ####### # ##', '################'] },
});
