/** The Luhn check digit (ISO/IEC 7812-1 Annex B) of a string of digits. */
export function luhnDigit(digits: string): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return String((10 - (sum % 10)) % 10);
}

/** The two check digits of an IBAN (ISO 13616-1, by ISO/IEC 7064 MOD 97-10) for a country and the rest. */
export function ibanCheckDigits(country: string, bban: string): string {
  const digits = [...`${bban}${country}00`].map((character) => Number.parseInt(character, 36).toString()).join('');
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return String(98 - rest).padStart(2, '0');
}
