import { describeRecognizer } from '../testing/describe-recognizer.js';
import { mtIdentityCard } from './mt-identity-card.js';

describeRecognizer(mtIdentityCard, {
  finds: [
    ['karta tal-identità: 0123456M', '0123456M'],
    ['Her maltese id 0155800B was confirmed.', '0155800B'],
  ],
  ignores: ['archived under 0155800B, see below', 'karta tal-identità: 0123456C'],
  generated: { mask: '0######[MGAPLHBZ]' },
});
