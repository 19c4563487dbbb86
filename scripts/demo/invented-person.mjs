// A person invented anew at each run: nobody's data, in forms that pass the usual checks.
import { randomInt } from 'node:crypto';

const GIVEN = ['Maria', 'Thomas', 'Elena', 'Robert', 'Julia', 'Daniel', 'Sophie', 'Martin', 'Laura', 'Peter'];
const FAMILY = [
  'Kowalski',
  'Hoffmann',
  'Lindqvist',
  'Moreau',
  'Fernandez',
  'Whitaker',
  'Rossi',
  'Bergmann',
  'Novak',
  'Keller',
];

const pick = (list) => list[randomInt(list.length)];
export const digits = (count) => Array.from({ length: count }, () => randomInt(10)).join('');

export function inventPerson() {
  const given = pick(GIVEN);
  const family = pick(FAMILY);
  return {
    PERSON: `${given} ${family}`,
    EMAIL: `${given}.${family}${digits(6)}@example.com`.toLowerCase(),
    // Ofcom keeps 020 7946 0000 to 0999 for drama.
    PHONE: `+44 20 7946 0${digits(3)}`,
    CREDIT_CARD: card(),
    IBAN: iban(),
  };
}

/** Sixteen digits that pass the Luhn check (ISO/IEC 7812-1). */
function card() {
  const head = `4${digits(14)}`;
  const sum = [...head].reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return (head + ((10 - (sum % 10)) % 10)).replace(/(.{4})(?=.)/g, '$1 ');
}

/** A German account number with its check digits (ISO 13616, mod 97-10). */
function iban() {
  const account = digits(18);
  const remainder = BigInt(`${account}131400`) % 97n;
  return `DE${String(98n - remainder).padStart(2, '0')}${account}`.replace(/(.{4})(?=.)/g, '$1 ');
}
