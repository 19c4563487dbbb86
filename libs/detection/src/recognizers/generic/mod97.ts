/** The remainder of ISO 7064 MOD 97-10 over letters and digits (A = 10 … Z = 35, upper case): 1 when the check holds. */
export function mod97(value: string): number {
  let remainder = 0;
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index);
    const number = code <= 57 ? code - 48 : code - 55;
    remainder = (remainder * (number > 9 ? 100 : 10) + number) % 97;
  }
  return remainder;
}
