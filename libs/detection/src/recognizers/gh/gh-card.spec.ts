import { describeRecognizer } from '../testing/describe-recognizer.js';
import { ghCard } from './gh-card.js';

describeRecognizer(ghCard, {
  finds: [
    ['Her ghana card GHA-712345678-9 was confirmed.', 'GHA-712345678-9'],
    ['(ghana card GHA-753622024-8)', 'GHA-753622024-8'],
    ['(ghana card number GHA7253280528)', 'GHA7253280528'],
    ['archived under GHA-753622024-8, see below', 'GHA-753622024-8'],
    ['archived under GHA7253280528, see below', 'GHA7253280528'],
  ],
  ignores: [],
  generated: { mask: 'GHA7########[0-9]', spellings: ['###-#########-#', '#############'] },
});
