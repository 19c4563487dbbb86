import { describeRecognizer } from '../testing/describe-recognizer.js';
import { twNationalId } from './tw-national-id.js';

describeRecognizer(twNationalId, {
  finds: [
    ['身分證: A123456789', 'A123456789'],
    ['Her taiwan id A100324391 was confirmed.', 'A100324391'],
  ],
  ignores: ['archived under A100324391, see below', '身分證: A123456788'],
  generated: {
    mask: 'A[12]#######?',
    isValid: (v) => {
      const t: Record<string, number> = { A: 10 };
      const n = [...String(t[v[0]!]), ...v.slice(1)].map(Number);
      return [1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1].reduce((s, w, i) => s + w * n[i]!, 0) % 10 === 0;
    },
  },
});
