import { CASE_UPPER } from './forms.js';
import { HONORIFIC, ORDINARY, ROLE } from './lexicon.js';
import { isCapital, type Observations } from './observe.js';
import { assembleAddresses } from './refine-addresses.js';
import { joinFirms, takeLegalForm } from './refine-organizations.js';
import { isCode, isEponym, joinPersons, trimPerson } from './refine-persons.js';
import type { TokenSpan } from './spans.js';
import { wordAt } from './word-at.js';

/** Score of a name found only because it stands elsewhere in the text. */
const REPEATED_SCORE = 0.6;

/** What labels of single sentences can't say: mends the edges of spans and makes a text agree with itself. Linear. */
export function refine(text: string, seen: Observations, tagged: readonly TokenSpan[]): TokenSpan[] {
  const own = tagged.map((span) => ({ ...span }));
  for (const span of own) if (span.type === 'PERSON') trimPerson(text, seen, span);
  for (const span of own) if (span.type === 'ORGANIZATION') takeLegalForm(text, seen, span, own);
  const whole = own.filter((span) => span.first <= span.last);
  const joined = joinFirms(text, seen, joinPersons(text, seen, whole));
  const persons = joined.filter(
    (span) => span.type !== 'PERSON' || !(isCode(text, seen, span) || isEponym(text, seen, span)),
  );
  const repeated = [...persons, ...repeats(seen, persons), ...initials(text, seen, persons)];
  return assembleAddresses(
    text,
    seen,
    repeated.sort((a, b) => a.first - b.first),
  );
}

const WORD_UNITS_MIN = 3;

/** A word of a name found elsewhere, standing alone: a surname once given in full is a name everywhere. */
function repeats(seen: Observations, spans: readonly TokenSpan[]): TokenSpan[] {
  const { count, starts, ends } = seen.tokens;
  const balance = new Map<number, number>();
  const covered = new Uint8Array(count);
  for (const span of spans) {
    for (let i = span.first; i <= span.last; i++) {
      covered[i] = 1;
      const word = seen.lowers[i] as number;
      if (!isCapital(seen.cased[i] as number) || (ends[i] as number) - (starts[i] as number) < WORD_UNITS_MIN) continue;
      if (span.type === 'PERSON') {
        if (((seen.masks[i] as number) & (ORDINARY | HONORIFIC | ROLE)) === 0)
          balance.set(word, (balance.get(word) ?? 0) + 1);
      } else balance.set(word, (balance.get(word) ?? 0) - 1);
    }
  }
  const isRepeat = (i: number) =>
    i < count && !covered[i] && isCapital(seen.cased[i] as number) && (balance.get(seen.lowers[i] as number) ?? 0) > 0;
  const out: TokenSpan[] = [];
  for (let i = 0; i < count; i++) {
    if (!isRepeat(i)) continue;
    let last = i;
    while (isRepeat(last + 1) && seen.tokens.gaps[last + 1] === 1) last++;
    out.push({ type: 'PERSON', first: i, last, score: REPEATED_SCORE });
    i = last;
  }
  return out;
}

/** `MW` where Mike Wishart is named: two or three capitals that are the initials of a person of the text. */
function initials(text: string, seen: Observations, spans: readonly TokenSpan[]): TokenSpan[] {
  const known = new Set<string>();
  for (const span of spans) {
    if (span.type !== 'PERSON' || span.first === span.last) continue;
    let letters = '';
    for (let i = span.first; i <= span.last; i++)
      if (isCapital(seen.cased[i] as number)) letters += text.charAt(seen.tokens.starts[i] as number).toUpperCase();
    if (letters.length === 2 || letters.length === 3) known.add(letters);
  }
  if (known.size === 0) return [];
  const covered = new Uint8Array(seen.tokens.count);
  for (const span of spans) covered.fill(1, span.first, span.last + 1);
  const out: TokenSpan[] = [];
  for (let i = 0; i < seen.tokens.count; i++) {
    if (covered[i] || seen.cased[i] !== CASE_UPPER || seen.textCase === 2) continue;
    if (known.has(wordAt(text, seen, i))) out.push({ type: 'PERSON', first: i, last: i, score: REPEATED_SCORE });
  }
  return out;
}
