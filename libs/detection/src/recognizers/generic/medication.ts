import { patternRecognizer } from '../../recognizer.js';
import { CONDITIONS, MEDICATIONS } from './health-words.js';

const DOSE = '(?: \\d{1,4}(?:\\.\\d{1,2})? ?(?:mg|mcg|µg|g|ml|units|IU))?';
const words = (list: readonly string[]): string => [...list].sort((a, b) => b.length - a.length).join('|');

/** Medicines by their generic and best known trade names, and by the stems of the WHO's list. */
export const medication = patternRecognizer({
  id: 'medication',
  type: 'MEDICATION',
  title: 'Medication',
  source: 'WHO INN stem book 2018; names among the most prescribed in the US and Europe',
  score: 0.7,
  offByDefault: true,
  patterns: [
    {
      name: 'name',
      kind: 'text',
      regex: new RegExp(`(?<![\\p{L}])(?:${words(MEDICATIONS)})(?: inhaler| insulin)?${DOSE}(?![\\p{L}])`, 'iu'),
    },
    {
      name: 'stem',
      kind: 'text',
      regex: new RegExp(
        `(?<![\\p{L}])\\p{L}{2,12}(?:pril|sartan|olol|statin|prazole|cillin|mycin|floxacin|dipine|gliptin|gliflozin|tidine|triptan|zepam|zolam|mab|tinib|vir)${DOSE}(?![\\p{L}])`,
        'iu',
      ),
      score: 0.6,
    },
  ],
  context: { en: ['medication', 'prescribed', 'taking', 'dose', 'rx', 'tablet'] },
  examples: { valid: ['Metformin 500 mg', 'lisinopril', 'Albuterol'], invalid: ['table', 'water'] },
});

/** Illnesses by their common names. */
export const condition = patternRecognizer({
  id: 'condition',
  type: 'CONDITION',
  title: 'Illness or diagnosis',
  source: 'WHO ICD-11 chapter titles and frequent entries; ICD-10 codes beside a word of diagnosis',
  score: 0.7,
  offByDefault: true,
  patterns: [
    { name: 'name', kind: 'text', regex: new RegExp(`(?<![\\p{L}])(?:${words(CONDITIONS)})(?![\\p{L}])`, 'iu') },
    {
      name: 'ICD-10 code',
      kind: 'text',
      regex: /(?<![A-Za-z0-9.])[A-TV-Z]\d{2}(?:\.\d{1,4})?(?![A-Za-z0-9])/,
      score: 0.1,
    },
  ],
  context: { en: ['icd', 'icd10', 'diagnosis', 'diagnosed', 'dx', 'condition'] },
  examples: { valid: ['type 2 diabetes mellitus', 'asthma', 'migraine', 'E11.9'], invalid: ['table', 'A4'] },
});
