import { labelledIdentifier } from './labelled-identifier.js';

/** Passport numbers: six to nine letters and digits in nearly every country, so the label decides. */
export const passport = labelledIdentifier({
  id: 'passport',
  type: 'PASSPORT',
  title: 'Passport or visa number',
  source: 'ICAO Doc 9303 part 4 (document number: up to nine letters and digits)',
  context: {
    '*': [
      'passport',
      'pasaporte',
      'passeport',
      'reisepass',
      'passaporto',
      'passaporte',
      'paspoort',
      'paspor',
      'paszport',
      'pass nr',
      'pasaport',
    ],
    en: ['passport no', 'passport number', 'passport id', 'travel document', 'visa number', 'visa no'],
    de: ['passnummer', 'reisepassnummer', 'pass nummer'],
    ru: ['паспорт'],
    zh: ['护照'],
    ja: ['パスポート', '旅券'],
    ko: ['여권'],
    ar: ['جواز سفر', 'جواز'],
  },
  examples: { valid: ['N7316042', 'H28728463', '0417729', 'FN 207714', 'C7XK0931N'], invalid: ['2025', '12/03/2025'] },
});
