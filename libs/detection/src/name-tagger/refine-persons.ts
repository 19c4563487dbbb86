import { CASE_CAPITALISED, CASE_LOWER, CASE_MIXED, CASE_SYMBOL } from './forms.js';
import { GIVEN, HONORIFIC, KIN, ORDINARY, ROLE, SURNAME } from './lexicon.js';
import { isCapital, type Observations } from './observe.js';
import type { TokenSpan } from './spans.js';
import { GLUED, NEW_LINE } from './tokenize.js';
import { wordAt } from './word-at.js';

/** Titles, kin words, an ordinary first word and possessive endings stand outside a name: `Uncle Barry`, `Can Bram-Otto`, `Ed's`. */
export function trimPerson(text: string, seen: Observations, span: TokenSpan): void {
  while (span.last > span.first && isPossessive(wordAt(text, seen, span.last))) span.last--;
  while (span.last > span.first && isLooseEnd(text, seen, span.last)) span.last--;
  while (span.first < span.last) {
    const i = span.first;
    const mask = seen.masks[i] as number;
    const isListed = (mask & (GIVEN | SURNAME)) !== 0;
    const isOpening = seen.cased[i] === CASE_CAPITALISED && (mask & ORDINARY) !== 0 && !isListed;
    const isTitle = isOpening || ((mask & (HONORIFIC | KIN | ROLE)) !== 0 && wordAt(text, seen, i).length > 1);
    let next = i + 1;
    if (isTitle && next < span.last && wordAt(text, seen, next) === '.') next++;
    const rest = next <= span.last && isName(seen, next, seen.cased[i] as number);
    if (seen.cased[i] === CASE_SYMBOL || (isTitle && rest)) span.first = next;
    else return;
  }
}

function isPossessive(word: string): boolean {
  return /^['’]s?$/i.test(word);
}

/** A mark that closes nothing in the name: not the full stop of an initial or of `Jr.`, not a closing quote or bracket. */
function isLooseEnd(text: string, seen: Observations, i: number): boolean {
  if (seen.cased[i] !== CASE_SYMBOL) return false;
  const mark = wordAt(text, seen, i);
  if (mark !== '.') return !/^[)\]"”»*]$/.test(mark);
  return wordAt(text, seen, i - 1).length > 3;
}

/** A word that may be all that's left of a name once its title is gone: no ordinary lower-case word. */
function isName(seen: Observations, i: number, titleCase: number): boolean {
  if (isCapital(seen.cased[i] as number)) return true;
  return titleCase === CASE_LOWER && seen.cased[i] === CASE_LOWER;
}

const NICKNAME_GAP = /^ ["“«'‘]$|^["”»'’] $|^ ?["”»]?[-‐]["“«]?$/;
const PARTICLE_GAP =
  /^ (?:(?:van|de|der|den|ter|ten|von|zu|di|da|do|dos|del|della|du|la|le|al|el|bin|binti|ibn|d'|von der|van der|van den|van de|de la|de los) )+$/i;

/** Two parts of one person: a nickname in quotes, a hyphen, or a particle between. */
export function joinPersons(text: string, seen: Observations, spans: readonly TokenSpan[]): TokenSpan[] {
  const out: TokenSpan[] = [];
  for (const span of spans) {
    const before = out.at(-1);
    if (before && before.type === 'PERSON' && span.type === 'PERSON') {
      const gap = text.slice(seen.tokens.ends[before.last], seen.tokens.starts[span.first]);
      if (
        NICKNAME_GAP.test(gap) ||
        (PARTICLE_GAP.test(gap) && !isLongName(before)) ||
        isReversed(text, seen, before, span, gap)
      ) {
        before.last = span.last;
        before.score = Math.min(before.score, span.score);
        continue;
      }
    }
    out.push(span);
  }
  return out;
}

/** `Patient: Schaible, Gotthilf`, `"Le, Bao-Quyen"`: surname and given name of one field. */
function isReversed(text: string, seen: Observations, surname: TokenSpan, given: TokenSpan, gap: string): boolean {
  if (gap !== ', ' || given.last - given.first > 3) return false;
  const before = lastMark(text, seen.tokens.starts[surname.first] as number);
  const after = text.charAt(seen.tokens.ends[given.last] as number);
  const opensField = before === '' || before === ':' || before === '"' || seen.tokens.gaps[surname.first] === NEW_LINE;
  return (
    opensField &&
    after !== ',' &&
    !/^ (?:and|und|et|y|e|en|dan|&) /.test(
      text.slice(seen.tokens.ends[given.last], (seen.tokens.ends[given.last] as number) + 5),
    )
  );
}

/** The last character before `at` that is no blank; a line break counts as none. */
function lastMark(text: string, at: number): string {
  let i = at - 1;
  while (i >= 0 && text.charAt(i) === ' ') i--;
  return i < 0 ? '' : text.charAt(i);
}

function isLongName(span: TokenSpan): boolean {
  return span.last - span.first > 4;
}

const EPONYM_TAIL =
  /^(?:['’]s?|s['’])? (?:sign|syndrome|disease|palsy|na?evus|score|scale|stag(?:e|ing)|reflex|test|task|mano?euvre|procedure|tumou?r|lymphoma|criteria|classification|fracture|chorea|algorithm|filter|distribution|transform|theorem|equation|coding|protocol|number|index|ratio|catheter|line|monitor|drain)s?\b/i;

/** `Crohn's disease`, `Kalman filter`: named for a person, but no person; unless a title says so. */
export function isEponym(text: string, seen: Observations, span: TokenSpan): boolean {
  const end = seen.tokens.ends[span.last] as number;
  if (span.last - span.first > 1 || !EPONYM_TAIL.test(text.slice(end, end + 24))) return false;
  return span.first === 0 || ((seen.masks[span.first - 1] as number) & HONORIFIC) === 0;
}

/** A single word glued to the marks of code: `Geocoder.resolve()`, `hw$alpha`, `Foo::bar`. */
export function isCode(text: string, seen: Observations, span: TokenSpan): boolean {
  if (span.first !== span.last) return false;
  const start = seen.tokens.starts[span.first] as number;
  const end = seen.tokens.ends[span.first] as number;
  const before = text.charAt(start - 1);
  const after = text.charAt(end);
  if (/[./\\$#<_]/.test(before) && /[\p{L}\p{N}\])]/u.test(text.charAt(start - 2))) return true;
  if (/[([{=_\\$]/.test(after) && !/^\((?:\p{Lu}|\d| )/u.test(text.slice(end, end + 2))) return true;
  if (after === '.' && /[\p{L}_]/u.test(text.charAt(end + 1)) && seen.tokens.gaps[span.first + 1] === GLUED)
    return true;
  if (after === ':' && /[:/]/.test(text.charAt(end + 1))) return true;
  return /^\p{Lu}?\p{Ll}+\p{Lu}\p{Ll}+/u.test(text.slice(start, end)) && seen.cased[span.first] === CASE_MIXED;
}
