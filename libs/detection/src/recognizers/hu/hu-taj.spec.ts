import { describeRecognizer } from '../testing/describe-recognizer.js';
import { huTaj } from './hu-taj.js';

describeRecognizer(huTaj, {
  finds: [
    ['taj: 111 111 110', '111 111 110'],
    ['Her taj 181 383 008 was confirmed.', '181 383 008'],
    ['(taj 102240610)', '102240610'],
  ],
  ignores: ['archived under 181 383 008, see below', 'archived under 102240610, see below', 'taj: 297 320 967'],
  generated: {
    mask: '########?',
    spellings: ['### ### ###', '#########'],
    isValid: (v) => [...v.slice(0, 8)].reduce((s, d, i) => s + Number(d) * (i % 2 ? 7 : 3), 0) % 10 === Number(v[8]),
  },
});
