import { patternRecognizer } from '../../recognizer.js';

/** File names that carry a person's name: two or more capitalised words and a kind of document. */
export const personalFile = patternRecognizer({
  id: 'personal-file',
  type: 'FILE_NAME',
  title: 'File name with a person’s name',
  source: 'Habit of naming applications, scans and letters after their subject',
  score: 0.6,
  patterns: [
    {
      name: 'name and kind of document',
      kind: 'text',
      regex:
        /(?<![\p{L}\p{N}_/.-])(?:(?:CV|Resume|Lebenslauf|Curriculum|Application|Bewerbung|Passport|ID|Contract|Vertrag|Payslip|Invoice|Scan|Letter|Report|Discharge|Referral|Statement)[_ -])?\p{Lu}\p{Ll}{1,20}[_-]\p{Lu}[\p{L}'’-]{1,24}(?:[_-][\p{L}\p{N}]{1,20}){0,3}\.(?:pdf|docx?|odt|rtf|jpe?g|png|heic|tiff?|msg|eml)(?![\p{L}\p{N}])/u,
      triggers: {
        literals: ['.pdf', '.doc', '.odt', '.rtf', '.jp', '.png', '.heic', '.tif', '.msg', '.eml'],
        before: 130,
        after: 8,
      },
    },
  ],
  context: {},
  examples: {
    valid: ['CV_Lena_Foster.pdf', 'Lena-Foster_passport.jpg'],
    invalid: ['report.pdf', 'main_test.png', 'README.md'],
  },
});
