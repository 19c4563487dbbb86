import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { InfoType } from '#lib/kernel';

/**
 * How spellings of one value are brought together before they are digested. Versioned per type: the version is part of the
 * index key's label, so that two versions never meet in one index (a changed normaliser needs an index rotation).
 */
export interface Normaliser {
  readonly version: number;
  normalise(value: string): string;
}

/** Exactly as it came: a password is not the same with another case or another space. */
const verbatim: Normaliser = { version: 1, normalise: (value) => value };

/** NFC (Unicode Annex 15), outer white space off, inner white space single. */
const text: Normaliser = { version: 1, normalise: spaced };

/** Case too. Look-alike letters of other scripts stay distinct: folding them would join strangers. */
const folded: Normaliser = { version: 1, normalise: (value) => foldCase(spaced(value)) };

/** White space anywhere off, and case: the local part is case sensitive in RFC 5321 §2.4, and in no mail system in use. */
const email: Normaliser = { version: 1, normalise: (value) => foldCase(value.normalize('NFC').replace(/\s+/gu, '')) };

/** E.164 where the number names its country, else its digits. Full-width digits are read as digits (NFKC). */
const phone: Normaliser = {
  version: 1,
  normalise: (value) => {
    const compact = value.normalize('NFKC').trim();
    if (compact.length <= 64) {
      const parsed = parsePhoneNumberFromString(compact);
      if (parsed?.isPossible()) return parsed.number + (parsed.ext ? `;ext=${parsed.ext}` : '');
    }
    const digits = compact.replace(/\D+/gu, '');
    return digits === '' ? spaced(value) : (compact.startsWith('+') ? '+' : '') + digits;
  },
};

/** Letters and digits alone, upper case: cards, accounts and national numbers are grouped at will. */
const identifier: Normaliser = {
  version: 1,
  normalise: (value) => {
    const compact = value
      .normalize('NFKC')
      // Before marks go: the upper case of some letters is a letter and a mark.
      .toUpperCase()
      .normalize('NFKC')
      .replace(/[^\p{L}\p{N}]+/gu, '')
      // What stood apart may now compose.
      .normalize('NFKC');
    return compact === '' ? spaced(value) : compact;
  },
};

const BY_TYPE: Readonly<Record<InfoType, Normaliser>> = {
  PASSWORD: verbatim,
  SECRET: verbatim,
  COOKIE: verbatim,
  URL: verbatim,
  CRYPTO_ADDRESS: verbatim,
  CONDITION: folded,
  MEDICATION: folded,
  OCCUPATION: folded,
  PERSON: folded,
  ORGANIZATION: folded,
  LOCATION: folded,
  ADDRESS: folded,
  NRP: folded,
  GENDER: folded,
  USERNAME: folded,
  DATE: text,
  DATE_OF_BIRTH: text,
  AGE: text,
  GPS: text,
  EMAIL: email,
  PHONE: phone,
  CREDIT_CARD: identifier,
  CARD_CVV: identifier,
  CARD_EXPIRY: text,
  IBAN: identifier,
  BIC: identifier,
  BANK_ACCOUNT: identifier,
  IP_ADDRESS: folded,
  MAC_ADDRESS: identifier,
  IMEI: identifier,
  IMSI: identifier,
  ICCID: identifier,
  PASSPORT: identifier,
  DRIVER_LICENSE: identifier,
  LICENSE_PLATE: identifier,
  VIN: identifier,
  MEDICAL_RECORD: identifier,
  INSURANCE_ID: identifier,
};

/** The one normaliser of a type. National numbers (`US_SSN`, `GB_NHS`) are identifiers; unknown types are plain text. */
export function normaliserOf(type: InfoType): Normaliser {
  return BY_TYPE[type] ?? (/^[A-Z]{2}_/.test(type) ? identifier : text);
}

function spaced(value: string): string {
  return value.normalize('NFC').trim().replace(/\s+/gu, ' ');
}

/** Lower case by way of upper case, so that ß meets SS and ẞ, and the final sigma meets sigma (Unicode §5.18). */
function foldCase(value: string): string {
  return value.toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
}
