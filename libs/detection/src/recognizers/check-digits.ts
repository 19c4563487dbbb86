/**
 * Check digit systems that several recognizers share. Every function takes the bare characters (no separators) and answers
 * false, never throws, on characters outside its alphabet: a candidate is foreign text.
 */

const ZERO = 48;

/** Σ digit × weight; weights repeat from the left when there are fewer of them than digits. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) sum += (digits.charCodeAt(i) - ZERO) * weights[i % weights.length]!;
  return sum;
}

/** ISO/IEC 7812-1 annex B: double every second digit from the right, cross sums, multiple of ten. */
export function luhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - ZERO;
    if (digit < 0 || digit > 9) return false;
    const doubled = digit * (1 + (i % 2));
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 1 && sum % 10 === 0;
}

const DIHEDRAL_PERMUTATION = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
] as const;

/** Multiplication in the dihedral group D5, its elements numbered 0–4 (rotations) and 5–9 (reflections). */
function dihedral(a: number, b: number): number {
  if (a < 5) return b < 5 ? (a + b) % 5 : 5 + ((a + b) % 5);
  return b < 5 ? 5 + ((a - b) % 5) : (a - b + 5) % 5;
}

/** J. Verhoeff, "Error Detecting Decimal Codes" (1969): dihedral group D5, check digit last. */
export function verhoeff(digits: string): boolean {
  let check = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - ZERO;
    if (digit < 0 || digit > 9) return false;
    check = dihedral(check, Number(DIHEDRAL_PERMUTATION[i % 8]![digit]));
  }
  return digits.length > 1 && check === 0;
}

/** ISO/IEC 7064 MOD 11,10 (hybrid), check digit last. */
export function iso7064Mod11And10(digits: string): boolean {
  if (!/^\d{2,}$/.test(digits)) return false;
  let product = 10;
  for (let i = 0; i < digits.length - 1; i++) {
    const sum = (product + digits.charCodeAt(i) - ZERO) % 10;
    product = ((sum === 0 ? 10 : sum) * 2) % 11;
  }
  return (product + digits.charCodeAt(digits.length - 1) - ZERO) % 10 === 1;
}

/** ISO/IEC 7064 MOD 11-2 (pure), check character `0`–`9` or `X` last. */
export function iso7064Mod11Radix2(characters: string): boolean {
  if (!/^\d+[\dX]$/.test(characters)) return false;
  let sum = 0;
  for (const digit of characters.slice(0, -1)) sum = ((sum + Number(digit)) * 2) % 11;
  const last = characters.at(-1)!;
  return (sum + (last === 'X' ? 10 : Number(last))) % 11 === 1;
}

/** The remainder of a decimal number of any length; NaN when it isn't one. */
export function remainder(digits: string, modulus: number): number {
  if (!/^\d+$/.test(digits)) return Number.NaN;
  let rest = 0;
  for (let i = 0; i < digits.length; i++) rest = (rest * 10 + digits.charCodeAt(i) - ZERO) % modulus;
  return rest;
}

/** The value of a base-36 character: `0`–`9` are 0–9, `A`–`Z` are 10–35; -1 for any other. */
export function base36(character: string): number {
  return '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.indexOf(character);
}

/** All digits alike: passes most weighted sums, and is what people type into test forms. */
export function isRepeatedDigit(digits: string): boolean {
  return /^(\d)\1*$/.test(digits);
}
