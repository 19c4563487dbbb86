import type { InfoType } from '#lib/kernel';
import { ibanCheckDigits, luhnDigit } from './check-digits.js';
import { type CalendarDate, parseDate } from './dates.js';
import type { RandomSource } from './random-source.js';

/** A way to make a value of the same shape, and how many different ones there are. */
interface Format {
  make(value: string, random: RandomSource): string | null;
  capacity(value: string): number;
}

/** Area codes in use; the exchange 555 with 0100–0199 belongs to nobody (North American Numbering Plan, ATIS-0300115). */
const AREA_CODES = [
  '201',
  '212',
  '303',
  '312',
  '404',
  '415',
  '503',
  '512',
  '602',
  '617',
  '702',
  '713',
  '801',
  '808',
  '907',
];

/** Numbers that Ofcom keeps free for drama: 020 7946 0000–0999 and 07700 900000–900999. */
const phone: Format = {
  make: (value, random) => {
    const digits = value.replace(/\D/g, '');
    if (/^\s*\+?44/.test(value) && value.trim().startsWith('+'))
      return fill(value, `447700900${random.digits(3)}`, digits.length);
    const prefix = value.trim().startsWith('+') && !digits.startsWith('1') ? digits.slice(0, 2) : '';
    if (prefix !== '')
      return fill(value, `${prefix}00000${random.digits(Math.max(0, digits.length - 7))}`, digits.length);
    const local = `${random.pick(AREA_CODES)}55501${random.digits(2)}`;
    return fill(value, digits.length === 11 ? `1${local}` : local, digits.length);
  },
  capacity: (value) => {
    const digits = value.replace(/\D/g, '');
    if (value.trim().startsWith('+44')) return 1_000;
    return value.trim().startsWith('+') && !digits.startsWith('1')
      ? 10 ** Math.max(0, digits.length - 7)
      : AREA_CODES.length * 100;
  },
};

/** 4242 42 is a test number range that no issuer uses for cards; the last digit is Luhn's. */
const card: Format = {
  make: (value, random) => {
    const length = value.replace(/\D/g, '').length;
    if (length < 12 || length > 19) return null;
    const body = `424242${random.digits(length - 7)}`;
    return fill(value, body + luhnDigit(body), length);
  },
  capacity: (value) => 10 ** Math.max(0, value.replace(/\D/g, '').length - 7),
};

/** The Social Security Administration has never issued area 666. Group and serial are never all zeros. */
const ssn: Format = {
  make: (value, random) => {
    const group = String(1 + random.below(99)).padStart(2, '0');
    const serial = String(1 + random.below(9_999)).padStart(4, '0');
    return fill(value, `666${group}${serial}`, value.replace(/\D/g, '').length);
  },
  capacity: () => 99 * 9_999,
};

/** Country and length stay; the bank code is all zeros, which no bank has; the check digits hold. */
const iban: Format = {
  make: (value, random) => {
    const compact = value.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
    const [, country, bban] = /^([A-Z]{2})\d{2}([A-Z0-9]{11,30})$/.exec(compact) ?? [];
    if (country === undefined || bban === undefined) return null;
    const made = [...bban]
      .map((character, index) => {
        if (index < 8) return /\d/.test(character) ? '0' : 'X';
        return /\d/.test(character) ? random.digits(1) : String.fromCharCode(65 + random.below(26));
      })
      .join('');
    return refill(value, `${country}${ibanCheckDigits(country, made)}${made}`);
  },
  capacity: (value) => 10 ** Math.max(0, value.replace(/[^A-Za-z0-9]/g, '').length - 12),
};

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** `.invalid` never resolves (RFC 2606 §2). */
const email: Format = {
  make: (_, random) => {
    const letters = (count: number) => Array.from({ length: count }, () => random.pick([...LETTERS])).join('');
    return `${letters(8)}@${letters(6)}.invalid`;
  },
  capacity: () => 32 ** 14,
};

/** Another day of the twentieth or twenty-first century, written the same way. */
const date: Format = {
  make: (value, random) => {
    const parsed = parseDate(value);
    if (!parsed) return null;
    const day = new Date(Date.UTC(1930, 0, 1 + random.below(35_000)));
    const made: CalendarDate = { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() };
    return parsed.write(made);
  },
  capacity: () => 35_000,
};

/** Digits for digits, letters for letters of the same case, everything else as it is. */
const shape: Format = {
  make: (value, random) =>
    [...value]
      .map((character) => {
        if (/\d/.test(character)) return random.digits(1);
        if (/[a-z]/.test(character)) return String.fromCharCode(97 + random.below(26));
        if (/[A-Z]/.test(character)) return String.fromCharCode(65 + random.below(26));
        return /[\p{L}\p{N}]/u.test(character) ? String.fromCharCode(97 + random.below(26)) : character;
      })
      .join(''),
  capacity: (value) =>
    [...value].reduce(
      (product, character) => product * (/\d/.test(character) ? 10 : /[\p{L}]/u.test(character) ? 26 : 1),
      1,
    ),
};

const BY_TYPE: Readonly<Record<InfoType, Format>> = {
  PHONE: phone,
  CREDIT_CARD: card,
  US_SSN: ssn,
  IBAN: iban,
  EMAIL: email,
  DATE: date,
  DATE_OF_BIRTH: date,
};

/** A made-up value of the same shape; null where the value is not of its type's shape. */
export function formatValue(type: InfoType, value: string, random: RandomSource): string | null {
  const made = (BY_TYPE[type] ?? shape).make(value, random);
  return made === value ? null : made;
}

/** How many different made-up values there are for values like this one. */
export function formatCapacity(type: InfoType, value: string): number {
  return (BY_TYPE[type] ?? shape).capacity(value);
}

/** Puts digits in the places of a value's digits; null when they are not as many. */
function fill(value: string, digits: string, count: number): string | null {
  if (digits.length !== count) return null;
  let at = 0;
  return value.replace(/\d/g, () => digits[at++]!);
}

function refill(value: string, characters: string): string {
  let at = 0;
  return value.replace(/[A-Za-z0-9]/g, () => characters[at++]!);
}
