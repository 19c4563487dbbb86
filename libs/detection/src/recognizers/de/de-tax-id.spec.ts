import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { deTaxId } from './de-tax-id.js';

describeRecognizer(deTaxId, {
  finds: [
    ['steuer-id: 36 574 261 809', '36 574 261 809'],
    ['Her german tax id 86095742719 was confirmed.', '86095742719'],
    ['(steuer-id 11 741 385 626)', '11 741 385 626'],
    ['(tax id 36091004751)', '36091004751'],
    ['(steueridentifikationsnummer 86/948/725/085)', '86/948/725/085'],
    ['archived under 11 741 385 626, see below', '11 741 385 626'],
  ],
  ignores: [
    'archived under 36091004751, see below',
    'archived under 86/948/725/085, see below',
    'steuer-id: 36 574 261 890',
  ],
  generated: {
    mask: '[1-9]#########?',
    spellings: ['## ### ### ###', '###########', '##/###/###/###'],
    isValid: (v) => repeats(v) && stdnum.DE!.idnr!.validate(v).isValid,
  },
});

/** One digit twice or three times among the first ten, all others once: the rule the library does not enforce. */
function repeats(value: string): boolean {
  const counts = [...'0123456789'].map((digit) => value.slice(0, 10).split(digit).length - 1);
  return counts.filter((count) => count > 1).length === 1 && Math.max(...counts) <= 3;
}
