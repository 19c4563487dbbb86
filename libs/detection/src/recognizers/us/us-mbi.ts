import { patternRecognizer } from '../../recognizer.js';

/**
 * US Medicare beneficiary identifier. Source: CMS, Understanding the Medicare Beneficiary Identifier format (no S,
 * L, O, I, B, Z).
 */
export const usMbi = patternRecognizer({
  id: 'us.mbi',
  type: 'US_MBI',
  country: 'US',
  title: 'US Medicare beneficiary identifier',
  source: 'CMS, Understanding the Medicare Beneficiary Identifier format (no S, L, O, I, B, Z)',
  check: 'none: shape',
  patterns: [
    {
      name: 'hyphens',
      regex:
        /[1-9][AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y]\d-[AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y]\d-[AC-HJKMNP-RT-Y]{2}\d{2}/i,
      score: 0.85,
    },
    {
      name: 'plain',
      regex: /[1-9][AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y]\d[AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y]\d[AC-HJKMNP-RT-Y]{2}\d{2}/i,
      score: 0.45,
    },
  ],
  score: 0.3,
  context: {
    en: ['mbi', 'medicare', 'medicare number', 'medicare beneficiary', 'beneficiary identifier', 'medicare id'],
  },
  examples: { valid: ['1EG4-TE5-MK73', '8FP4-Y62-MQ11', '9XN1D23VM53'], invalid: ['1SG4-TE5-MK73'] },
});
