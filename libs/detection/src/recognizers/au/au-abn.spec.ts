import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { auAbn } from './au-abn.js';

describeRecognizer(auAbn, {
  finds: [
    ['Her abn 51 824 753 556 was confirmed.', '51 824 753 556'],
    ['(abn 39 648 624 877)', '39 648 624 877'],
    ['(australian business number 31233870125)', '31233870125'],
    ['archived under 39 648 624 877, see below', '39 648 624 877'],
  ],
  ignores: ['archived under 31233870125, see below', 'abn: 51 824 753 557'],
  generated: {
    mask: '??#########',
    spellings: ['## ### ### ###', '###########'],
    isValid: (v) => stdnum.AU!.abn!.validate(v).isValid,
  },
});
