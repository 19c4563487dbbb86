/** Cheap expressions that tell whether a text can hold a kind of value at all. One object each, so that they are tried once. */

/** A run of letters and digits too long for a word. */
export const LONG_RUN = /[A-Za-z0-9_-]{16}/;
/** A run as long as the shortest wallet address. */
export const VERY_LONG_RUN = /[A-Za-z0-9]{25}/;
/** A digit, a dot, a digit. */
export const DOTTED_DIGITS = /\d\.\d/;
/** Digits joined as a date joins them. */
export const JOINED_DIGITS = /\d ?[-./年月] ?\d|年/;
/** Seven digits and separators. */
export const NUMBER_RUN = /\d[\d ().+/-]{5}/;
