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

export interface InventedPerson {
  readonly PERSON: string;
  readonly EMAIL: string;
  readonly PHONE: string;
  readonly CREDIT_CARD: string;
  readonly IBAN: string;
}

/** A person made up anew at each run, in forms that pass the usual checks. */
export function inventPerson(): InventedPerson {
  const given = pick(GIVEN);
  const family = pick(FAMILY);
  return {
    PERSON: `${given} ${family}`,
    EMAIL: `${given}.${family}.${digits(6)}@example.com`.toLowerCase(),
    // Ofcom keeps 020 7946 0000 to 0999 for drama.
    PHONE: `+44 20 7946 0${digits(3)}`,
    CREDIT_CARD: card(),
    IBAN: iban(),
  };
}

export function promptOf(person: InventedPerson): string {
  return (
    `Hello, my name is ${person.PERSON}. My e-mail is ${person.EMAIL} and my phone number is ${person.PHONE}. ` +
    `I paid with card ${person.CREDIT_CARD}; please refund to IBAN ${person.IBAN}.`
  );
}

export function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}

function pick<T>(list: readonly T[]): T {
  return list[randomInt(list.length)]!;
}

/** Sixteen digits that pass the Luhn check (ISO/IEC 7812-1). */
function card(): string {
  const head = `4${digits(14)}`;
  const sum = [...head].reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return head + ((10 - (sum % 10)) % 10);
}

/** A German account number with its check digits (ISO 13616, mod 97-10). */
function iban(): string {
  const account = digits(18);
  return `DE${String(98n - (BigInt(`${account}131400`) % 97n)).padStart(2, '0')}${account}`;
}

/**
 * Every byte sequence by which a value could be recognised: plain, JSON-escaped, %-encoded, HTML-encoded, without spaces,
 * base64 at its three alignments, and the parts of a name.
 */
export function spellingsOf(value: string): string[] {
  const forms = new Set<string>([value, value.replaceAll(' ', '')]);
  for (const part of value.split(/[ .@]/)) if (/^[A-Za-z]{4,}$/.test(part) && part !== 'example') forms.add(part);
  for (const form of [...forms]) {
    forms.add(JSON.stringify(form).slice(1, -1));
    forms.add(encodeURIComponent(form));
    forms.add(form.replaceAll('@', '&#64;').replaceAll('.', '&#46;'));
    forms.add([...form].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''));
    for (const spelling of base64Forms(form)) forms.add(spelling);
  }
  return [...forms].filter((form) => form.length >= 4);
}

/** Base64 of a text that stands anywhere in a larger one: the characters that do not depend on its neighbours. */
function* base64Forms(text: string): Generator<string> {
  for (let shift = 0; shift < 3; shift += 1) {
    const encoded = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)])
      .toString('base64')
      .replaceAll('=', '');
    yield encoded.slice(shift === 0 ? 0 : shift + 1, -2);
  }
}
