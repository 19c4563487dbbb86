import { patternRecognizer } from '../../recognizer.js';

/**
 * Philippine national identity number. Source: PhilSys Act RA 11055, PCN: sixteen digits in fours.
 */
export const phNationalId = patternRecognizer({
  id: 'ph.national-id',
  type: 'PH_NATIONAL_ID',
  country: 'PH',
  title: 'Philippine national identity number',
  source: 'PhilSys Act RA 11055, PCN: sixteen digits in fours',
  check: 'none: shape and context',
  patterns: [
    { name: 'grouped', regex: /\d{4}-\d{4}-\d{4}-\d{4}/, score: 0.2 },
    { name: 'twelve digits (PSN)', regex: /\d{4}-\d{7}-\d/, score: 0.25 },
  ],
  score: 0.2,
  context: {
    tl: ['philsys'],
    en: ['philsys', 'pcn', 'psn', 'philsys card number', 'philsys number', 'philippine national id'],
  },
  requiresContext: true,
  examples: { valid: ['2954-1234-5678-9012', '4201-7368-7337-7029'], invalid: [] },
});
