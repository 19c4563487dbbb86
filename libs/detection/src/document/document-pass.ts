import { foldWord } from '../context/context-words.js';
import { type WordIndex, WordTable } from '../context/word-index.js';
import type { CandidateFinding } from '../overlap/candidate-finding.js';

/** One text of a document with what was found in it. */
export interface ReadText {
  readonly text: string;
  readonly words: WordIndex;
  readonly found: readonly CandidateFinding[];
}

const SURE = 0.7;
const PART_MIN = 3;
const PARTS_MAX = 20_000;
const SCORE = 0.7;
const NAME_PART = /^\p{Lu}[\p{L}\p{M}'’-]+$/u;
const TITLE =
  /^(?:mr|mrs|ms|miss|dr|prof|sir|lady|herr|frau|mme|m|sra|sr|sig|ir|bapak|ibu|mevrouw|meneer|de|van|von|der|den|la|le|el|al|bin|di|da|dos)$/i;

/**
 * What one place of a document tells about another: the parts of a person's full name are found alone, in any text of the
 * document, as they were spelled or in capitals. A part that also occurs in lower case is a common word and is left alone.
 */
export function documentPass(texts: readonly ReadText[]): CandidateFinding[][] {
  const parts = nameParts(texts);
  if (parts.size === 0) return texts.map(() => []);
  const table = new WordTable(parts.keys());
  const common = new Set<string>();
  const seen = texts.map((read) => occurrences(read, table, parts, common));
  return seen.map((one) => one.filter(({ part }) => !common.has(part)).map(({ finding }) => finding));
}

/** Folded part → its spelling, of the persons found with certainty under two names or more. */
function nameParts(texts: readonly ReadText[]): Map<string, string> {
  const parts = new Map<string, string>();
  for (const { text, found } of texts) {
    for (const { type, score, start, end } of found) {
      if (type !== 'PERSON' || score < SURE || parts.size > PARTS_MAX) continue;
      const words = text.slice(start, end).split(/[\s,]+/);
      if (words.length < 2) continue;
      for (const word of words) {
        if (word.length >= PART_MIN && NAME_PART.test(word) && !TITLE.test(word)) parts.set(foldWord(word), word);
      }
    }
  }
  return parts;
}

interface Occurrence {
  readonly part: string;
  readonly finding: CandidateFinding;
}

function occurrences(
  { text, words, found }: ReadText,
  table: WordTable,
  parts: ReadonlyMap<string, string>,
  common: Set<string>,
): Occurrence[] {
  const seen: Occurrence[] = [];
  let next = 0;
  for (const { index, number } of words.knownOf(table)) {
    const start = words.start(index);
    const end = words.end(index);
    while (next < found.length && found[next]!.end <= start) next += 1;
    if (found[next] !== undefined && found[next]!.start < end) continue;
    const part = table.words[number]!;
    const spelling = parts.get(part)!;
    const written = text.slice(start, end);
    if (written === written.toLowerCase()) common.add(part);
    else if (written === spelling || written === spelling.toUpperCase())
      seen.push({ part, finding: person(start, end) });
  }
  return seen;
}

function person(start: number, end: number): CandidateFinding {
  return {
    start,
    end,
    type: 'PERSON',
    score: SCORE,
    recognizer: 'document-pass',
    evidence: 'tagger',
    explanation: { validation: 'unknown', context: [], path: [{ reason: 'document', score: SCORE }] },
  };
}
