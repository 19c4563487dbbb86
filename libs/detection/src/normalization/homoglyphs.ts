/**
 * Cyrillic and Greek letters that look like a Latin one (a subset of Unicode TR 39, confusables.txt, kept to letters whose
 * usual glyphs are the same).
 */
const LOOKALIKES = new Map<string, string>(
  Object.entries({
    А: 'A',
    В: 'B',
    Е: 'E',
    К: 'K',
    М: 'M',
    Н: 'H',
    О: 'O',
    Р: 'P',
    С: 'C',
    Т: 'T',
    У: 'Y',
    Х: 'X',
    І: 'I',
    Ј: 'J',
    Ѕ: 'S',
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    у: 'y',
    х: 'x',
    і: 'i',
    ј: 'j',
    ѕ: 's',
    һ: 'h',
    ԁ: 'd',
    ԛ: 'q',
    ԝ: 'w',
    ӏ: 'l',
    Α: 'A',
    Β: 'B',
    Ε: 'E',
    Ζ: 'Z',
    Η: 'H',
    Ι: 'I',
    Κ: 'K',
    Μ: 'M',
    Ν: 'N',
    Ο: 'O',
    Ρ: 'P',
    Τ: 'T',
    Υ: 'Y',
    Χ: 'X',
    ο: 'o',
    ν: 'v',
    ι: 'i',
    κ: 'k',
    α: 'a',
    ρ: 'p',
  }),
);

const LATIN = /[A-Za-z]/;
const NEAR = 24;
const LETTER = /[\p{L}\p{M}]/u;

/**
 * The Latin letter that a Cyrillic or Greek one at `at` imitates: only inside a word that has Latin letters too. Null for a
 * letter of its own script. Looks at most 24 characters to each side.
 */
export function latinLookalike(text: string, at: number): string | null {
  const latin = LOOKALIKES.get(text[at]!);
  if (latin === undefined) return null;
  for (let index = at - 1; index >= 0 && at - index <= NEAR; index -= 1) {
    if (LATIN.test(text[index]!)) return latin;
    if (!LETTER.test(text[index]!)) break;
  }
  for (let index = at + 1; index < text.length && index - at <= NEAR; index += 1) {
    if (LATIN.test(text[index]!)) return latin;
    if (!LETTER.test(text[index]!)) break;
  }
  return null;
}
