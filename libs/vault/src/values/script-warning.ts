/** Tag of a value in which one word mixes Latin letters with Cyrillic or Greek ones, as a look-alike address does. */
export const MIXED_SCRIPT_TAG = 'warning:mixed-script';

const MIXED =
  /\p{Script=Latin}[\p{L}\p{M}\p{N}]*[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}][\p{L}\p{M}\p{N}]*\p{Script=Latin}/u;

/** Whether a value may be taken for another that looks the same (Unicode Technical Standard 39 §5.1). */
export function mixesScripts(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is what passes quickly.
  return value.length <= 512 && !/^[\x00-\x7f]*$/.test(value) && MIXED.test(value);
}
