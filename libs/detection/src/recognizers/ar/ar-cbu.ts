import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Argentine bank account (CBU). Source: BCRA Comunicación A 2622, Clave Bancaria Uniforme; weights 3 1 7 9. Check:
 * two weighted mod 10.
 */
export const arCbu = patternRecognizer({
  id: 'ar.cbu',
  type: 'AR_CBU',
  country: 'AR',
  title: 'Argentine bank account (CBU)',
  source: 'BCRA Comunicación A 2622, Clave Bancaria Uniforme; weights 3 1 7 9',
  check: 'two weighted mod 10',
  patterns: [
    { name: 'two blocks', regex: /\d{8}[ -]\d{14}/, validScore: 0.7 },
    { name: 'twenty-two digits', regex: /\d{22}/, validScore: 0.5 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isArCbu),
  context: { es: ['cbu', 'clave bancaria uniforme', 'cvu', 'cuenta'], en: ['cbu', 'bank account', 'account'] },
  examples: {
    valid: ['2850590940090418135201', '05891478 69524963965390', '0304070458784316500726'],
    invalid: ['00558509 76893385456678'],
  },
});

function isArCbu(value: string): boolean {
  const digits = compact(value);
  const check = (block: string): boolean => {
    const sum = weightedSum([...block.slice(0, -1)].reverse().join(''), [3, 1, 7, 9]);
    return (10 - (sum % 10)) % 10 === Number(block.at(-1));
  };
  return check(digits.slice(0, 8)) && check(digits.slice(8));
}
