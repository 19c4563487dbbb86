const RUN = /[\p{L}\p{N}]+/gu;
/** A rendition of more words, or longer, is not looked for in running text; a stream that issued it still finds it. */
const WORDS_MAX = 8;
const LENGTH_MAX = 80;

/**
 * Every stretch of the texts that may be a rendition: some words in a row, with the `+` or `(` that a phone number begins
 * with. Whoever reads texts whose renditions it was not issued asks the vault for these.
 */
export function renditionCandidates(texts: readonly string[]): Set<string> {
  const candidates = new Set<string>();
  for (const text of texts) {
    const words = [...text.matchAll(RUN)].map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
    words.forEach(({ start }, first) => {
      const opened = '+('.includes(text[start - 1] ?? ' ') ? start - 1 : start;
      for (const { end } of words.slice(first, first + WORDS_MAX)) {
        if (end - opened > LENGTH_MAX) break;
        candidates.add(text.slice(start, end));
        if (opened !== start) candidates.add(text.slice(opened, end));
      }
    });
  }
  return candidates;
}
