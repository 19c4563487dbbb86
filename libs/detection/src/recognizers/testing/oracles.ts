/** Check digit systems restated for tests, in another way than the recognizers compute them. */

/** ISO/IEC 7812-1: digits at odd places from the right count twice, and a two-digit product as the sum of its digits. */
export function luhnValid(digits: string): boolean {
  const table = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];
  let sum = 0;
  for (let i = digits.length - 1, doubled = false; i >= 0; i--, doubled = !doubled) {
    const digit = Number(digits[i]);
    sum += doubled ? table[digit]! : digit;
  }
  return sum % 10 === 0;
}

const MULTIPLICATION = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
];
const PERMUTATION = '1576283094';

/** Verhoeff by the published multiplication table, the permutation applied again at each place. */
export function verhoeffValid(digits: string): boolean {
  let check = 0;
  [...digits].reverse().forEach((digit, place) => {
    let permuted = Number(digit);
    for (let times = 0; times < place % 8; times++) permuted = Number(PERMUTATION[permuted]);
    check = Number(MULTIPLICATION[check]![permuted]);
  });
  return check === 0;
}
