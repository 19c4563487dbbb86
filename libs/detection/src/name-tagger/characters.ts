/** Classes of UTF-16 code units, as the tagger tells them apart. Surrogate halves are OTHER. */
export const OTHER = 0;
export const LOWER = 1;
export const UPPER = 2;
/** A letter or mark without case: Arabic, Han, Thai, combining accents. */
export const CASELESS = 3;
export const DIGIT = 4;

/** The class of each of the 65,536 code units; built once, at load (about 10 ms). */
export const CHARACTER_CLASS: Uint8Array = buildClasses();

function buildClasses(): Uint8Array {
  const classes = new Uint8Array(65536);
  for (let unit = 0; unit < 65536; unit++) {
    if (unit >= 0xd800 && unit < 0xe000) continue;
    const character = String.fromCharCode(unit);
    if (/\p{Ll}/u.test(character)) classes[unit] = LOWER;
    else if (/\p{Lu}|\p{Lt}/u.test(character)) classes[unit] = UPPER;
    else if (/\p{L}|\p{M}/u.test(character)) classes[unit] = CASELESS;
    else if (/\p{Nd}/u.test(character)) classes[unit] = DIGIT;
  }
  return classes;
}

export const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const NO_BREAK_SPACE = 0xa0;
const NARROW_NO_BREAK_SPACE = 0x202f;
const IDEOGRAPHIC_SPACE = 0x3000;

export function isLineBreak(unit: number): boolean {
  return unit === LINE_FEED || unit === CARRIAGE_RETURN;
}

export function isBlank(unit: number): boolean {
  return (
    unit === SPACE ||
    unit === TAB ||
    unit === NO_BREAK_SPACE ||
    unit === NARROW_NO_BREAK_SPACE ||
    unit === IDEOGRAPHIC_SPACE
  );
}
