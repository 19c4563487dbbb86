/** A word of a text as context matching reads it. */
export interface ContextWord {
  readonly start: number;
  readonly end: number;
  /** Lower case, without accents. */
  readonly text: string;
  /** Line breaks since the start of the stretch that was read. */
  readonly line: number;
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}\p{M}]/u;
const ACCENTS = /\p{M}+/gu;

const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;

function kindOf(code: number): number {
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 65 && code <= 90) return UPPER;
  if (code >= 48 && code <= 57) return DIGIT;
  if (code < 128) return OTHER;
  return LETTER_OR_DIGIT.test(String.fromCharCode(code)) ? LOWER : OTHER;
}

/** Reads the words of `[from, to)`. `dateOfBirth` and `date_of_birth` give `date`, `of`, `birth`. */
export function readWords(text: string, from: number, to: number): ContextWord[] {
  const words: ContextWord[] = [];
  let line = 0;
  let at = from;
  while (at < to) {
    const code = text.charCodeAt(at);
    let kind = kindOf(code);
    if (kind === OTHER) {
      if (code === 10) line += 1;
      at += 1;
      continue;
    }
    const start = at;
    let previous = kind;
    do {
      previous = kind;
      at += 1;
      kind = at < to ? kindOf(text.charCodeAt(at)) : OTHER;
    } while (kind !== OTHER && !(previous === LOWER && kind === UPPER));
    words.push({ start, end: at, text: foldWord(text.slice(start, at)), line });
  }
  return words;
}

/** The words of a label or phrase. */
export function contextWords(text: string): string[] {
  return readWords(text, 0, text.length).map((word) => word.text);
}

/** Lower case, without accents. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase();
  for (let index = 0; index < lower.length; index += 1) {
    if (lower.charCodeAt(index) > 127) return lower.normalize('NFD').replace(ACCENTS, '').normalize('NFC');
  }
  return lower;
}

/** Without a plural -s. */
export function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word;
}
