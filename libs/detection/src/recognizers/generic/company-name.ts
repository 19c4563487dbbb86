import { patternRecognizer } from '../../recognizer.js';

const CAP = "[\\p{Lu}\\p{N}][\\p{L}\\p{M}\\p{N}'’.&-]{0,30}";
const FORMS =
  'LLP|LLC|L\\.L\\.C\\.|Ltd|Limited|Inc|Incorporated|Corp|Corporation|PLC|plc|GmbH|AG|KG|e\\.K\\.|SE|S\\.A\\.|SA|SARL|SAS|S\\.L\\.|SL|S\\.p\\.A\\.|SpA|S\\.r\\.l\\.|Srl|Ltda|Lda|B\\.V\\.|BV|N\\.V\\.|NV|Oy|AB|A\\/S|ApS|Pty|Sdn|Bhd|Tbk|& Co|and Company|& Partners|& Sons|& Associates';

/** Organisations by their legal form; `Reed, Cole and Vance LLP` is one firm, not three persons. */
export const companyName = patternRecognizer({
  id: 'company-name',
  type: 'ORGANIZATION',
  title: 'Company by its legal form',
  source: 'ISO 20275 (entity legal forms), the frequent ones',
  score: 0.75,
  patterns: [
    {
      name: 'name and legal form',
      kind: 'text',
      regex: new RegExp(
        `(?<![\\p{L}\\p{N}.&'’-])${CAP}(?:(?:,| &| and| und| et| y| e| of| de)? ${CAP}){0,5},? (?:${FORMS})(?:\\.|(?![\\p{L}\\p{N}]))`,
        'u',
      ),
      triggers: {
        words:
          'llp llc ltd limited inc incorporated corp corporation plc gmbh ag kg se sa sarl sas sl spa srl ltda lda bv nv oy ab aps pty sdn bhd tbk co company partners sons associates'.split(
            ' ',
          ),
        before: 160,
        after: 6,
      },
    },
  ],
  context: { '*': ['company', 'employer', 'firm', 'supplier'] },
  examples: {
    valid: ['Reed, Cole and Vance LLP', 'Ferndown Logistics Ltd', 'Holzapfel GmbH'],
    invalid: ['and Company', 'the AG'],
  },
});
