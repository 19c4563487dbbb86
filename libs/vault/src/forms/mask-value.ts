import type { InfoType } from '#lib/kernel';

/** One length for all: a mask that is as long as its value would tell the length. */
const HIDDEN = '******';
/** A value with fewer digits than this keeps none of them. */
const DIGITS_FOR_LAST4 = 8;

type Mask = (value: string) => string;

/** `777-123-4567` → `****4567` */
const keepLast4: Mask = (value) => {
  const characters = value.replace(/[^\p{L}\p{N}]/gu, '');
  return [...characters].length >= DIGITS_FOR_LAST4 ? `****${[...characters].slice(-4).join('')}` : HIDDEN;
};

/** `jane.roe@acme.test` → `j***@acme.test`; a one-letter mailbox keeps nothing. */
const keepDomain: Mask = (value) => {
  const at = value.lastIndexOf('@');
  if (at < 1 || at === value.length - 1) return HIDDEN;
  const mailbox = [...value.slice(0, at)];
  return `${mailbox.length > 1 ? mailbox[0] : ''}***${value.slice(at)}`;
};

/** `Jane Roe` → `J. R.`; at most three initials, and none of a name that is nothing but initials. */
const initials: Mask = (value) => {
  const words = value
    .trim()
    .split(/[\s-]+/u)
    .filter((word) => /^\p{L}/u.test(word));
  const telling = words.some((word) => word.replace(/[^\p{L}]/gu, '').length > 2);
  return telling
    ? words
        .slice(0, 3)
        .map((word) => `${[...word][0]!.toUpperCase()}.`)
        .join(' ')
    : HIDDEN;
};

/** `DE89 3704 …` → `DE****3000`: the country and the last four. */
const keepCountryAndLast4: Mask = (value) => {
  const country = /^[A-Za-z]{2}/.exec(value.trim())?.[0];
  const rest = keepLast4(value);
  return country && rest !== HIDDEN ? `${country.toUpperCase()}${rest}` : HIDDEN;
};

/** `1984-03-09` → `1984-**-**`: the year alone. */
const keepYear: Mask = (value) => {
  const year = /(?<!\d)(?:18|19|20)\d{2}(?!\d)/.exec(value)?.[0];
  return year ? `${year}-**-**` : HIDDEN;
};

/** `203.0.113.9` → `203.*.*.*` */
const keepNetwork: Mask = (value) => {
  const first = /^(\d{1,3})\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.exec(value.trim())?.[1];
  return first ? `${first}.*.*.*` : HIDDEN;
};

const BY_TYPE: Readonly<Record<InfoType, Mask>> = {
  EMAIL: keepDomain,
  PHONE: keepLast4,
  CREDIT_CARD: keepLast4,
  BANK_ACCOUNT: keepLast4,
  US_SSN: keepLast4,
  IBAN: keepCountryAndLast4,
  PERSON: initials,
  DATE: keepYear,
  DATE_OF_BIRTH: keepYear,
  IP_ADDRESS: keepNetwork,
};

/**
 * A value with most of it hidden, as its type says; hidden whole where the type says nothing or the value is not of the
 * type's shape. The length of what is hidden does not show.
 */
export function maskValue(type: InfoType, value: string): string {
  const mask = BY_TYPE[type];
  if (!mask) return HIDDEN;
  const masked = mask(value);
  return masked === value ? HIDDEN : masked;
}
