import { patternRecognizer } from '../../recognizer.js';

/** MAC addresses; all-zero and broadcast addresses are nobody's. */
export const macAddress = patternRecognizer({
  id: 'mac-address',
  type: 'MAC_ADDRESS',
  title: 'MAC address',
  source: 'IEEE 802-2014 §8 (EUI-48 and EUI-64 in hexadecimal representation)',
  score: 0.9,
  patterns: [
    {
      name: 'colons or hyphens',
      kind: 'text',
      regex:
        /(?<![\w:-])[0-9A-Fa-f]{2}([:-])[0-9A-Fa-f]{2}(?:\1[0-9A-Fa-f]{2}){4}(?:\1[0-9A-Fa-f]{2}\1[0-9A-Fa-f]{2})?(?![\w:-])/,
      triggers: { runs: 'digits', before: 24, after: 24 },
    },
    {
      name: 'three groups of four',
      kind: 'text',
      regex: /(?<![\w.])[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}(?![\w.])/,
      triggers: { runs: 'digits', before: 16, after: 16 },
    },
  ],
  check: 'syntax; not all zeros or ones',
  validate: (value) => (/^[0:.-]+$|^[fF:.-]+$/.test(value) || !/[1-9A-Fa-f]/.test(value) ? 'invalid' : 'unknown'),
  context: { '*': ['mac', 'ethernet', 'wifi', 'wlan', 'bluetooth', 'bssid'] },
  examples: {
    valid: ['3C:22:FB:7A:01:9E', '3c-22-fb-7a-01-9e', '3c22.fb7a.019e'],
    invalid: ['00:00:00:00:00:00', 'ff:ff:ff:ff:ff:ff', '12:34:56'],
  },
});
