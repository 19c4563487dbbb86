import { CASE_CAPITALISED, CASE_DIGITS, CASE_LOWER, CASE_MIXED, CASE_SYMBOL, CASE_UPPER } from './forms.js';
import type { TaggedType } from './labels.js';
import { GIVEN, HONORIFIC, KIN, LABEL, LEGAL_FORM, ORDINARY, PLACE, ROLE, STREET, SURNAME } from './lexicon.js';
import { isCapital, type Observations } from './observe.js';
import type { TokenSpan } from './spans.js';
import { GLUED, NEW_LINE } from './tokenize.js';

/** Score of a name found only because it stands elsewhere in the text. */
const REPEATED_SCORE = 0.6;

/** What labels of single sentences can't say: mends the edges of spans and makes a text agree with itself. Linear. */
export function refine(text: string, seen: Observations, tagged: readonly TokenSpan[]): TokenSpan[] {
  const own = tagged.map((span) => ({ ...span }));
  for (const span of own) if (span.type === 'PERSON') trimPerson(text, seen, span);
  for (const span of own) if (span.type === 'ORGANIZATION') takeLegalForm(text, seen, span, own);
  const joined = joinPersons(
    text,
    seen,
    own.filter((span) => span.first <= span.last),
  );
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

function wordAt(text: string, seen: Observations, i: number): string {
  return text.slice(seen.tokens.starts[i], seen.tokens.ends[i]);
}

/** Titles, kin words, an ordinary first word and possessive endings stand outside a name: `Uncle Barry`, `Can Bram-Otto`, `Ed's`. */
function trimPerson(text: string, seen: Observations, span: TokenSpan): void {
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

const DOTTED_LEGAL_FORM =
  /^,? (?:A\/S|S\/A|S\.A\.(?:S\.|U\.)?|S\.L\.(?:U\.)?|S\.r\.l\.|S\.p\.A\.|s\.n\.c\.|B\.V\.|N\.V\.|Pvt\.? Ltd\.?|\(Pvt\) Ltd\.?|e\. ?V\.|sp\. z o\.o\.|s\.r\.o\.|a\.s\.)/;

/** `Hartle & Quennell` + `Trustees Limited`: the legal form belongs to the firm. */
function takeLegalForm(text: string, seen: Observations, span: TokenSpan, all: readonly TokenSpan[]): void {
  const end = seen.tokens.ends[span.last] as number;
  const dotted = DOTTED_LEGAL_FORM.exec(text.slice(end, end + 24));
  if (dotted) {
    while (span.last + 1 < seen.tokens.count && (seen.tokens.ends[span.last + 1] as number) <= end + dotted[0].length)
      span.last++;
    return;
  }
  let next = span.last + 1;
  if (wordAt(text, seen, next) === ',') next++;
  if (next >= seen.tokens.count || seen.tokens.gaps[next] === NEW_LINE) return;
  if (((seen.masks[next] as number) & LEGAL_FORM) === 0 || !isCapital(seen.cased[next] as number)) return;
  if (wordAt(text, seen, next).length < 2) return;
  if (all.some((other) => other !== span && other.first <= next && next <= other.last)) return;
  span.last = next;
}

const NICKNAME_GAP = /^ ["“«'‘]$|^["”»'’] $|^ ?["”»]?[-‐]["“«]?$/;
const PARTICLE_GAP =
  /^ (?:(?:van|de|der|den|ter|ten|von|zu|di|da|do|dos|del|della|du|la|le|al|el|bin|binti|ibn|d'|von der|van der|van den|van de|de la|de los) )+$/i;

/** Two parts of one person: a nickname in quotes, a hyphen, or a particle between. */
function joinPersons(text: string, seen: Observations, spans: readonly TokenSpan[]): TokenSpan[] {
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
function isEponym(text: string, seen: Observations, span: TokenSpan): boolean {
  const end = seen.tokens.ends[span.last] as number;
  if (span.last - span.first > 1 || !EPONYM_TAIL.test(text.slice(end, end + 24))) return false;
  return span.first === 0 || ((seen.masks[span.first - 1] as number) & HONORIFIC) === 0;
}

/** A single word glued to the marks of code: `Geocoder.resolve()`, `hw$alpha`, `Foo::bar`. */
function isCode(text: string, seen: Observations, span: TokenSpan): boolean {
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

const ADDRESS_GAP = /^[\s,·.;|/-]{1,6}$/;
const PLACE_GAP = /^(?:, ?|,? ?\n ?| \(?|\) ?)$/;

/** Pieces of one address become one ADDRESS; the places within it are given as LOCATION too. */
function assembleAddresses(text: string, seen: Observations, spans: readonly TokenSpan[]): TokenSpan[] {
  const out: TokenSpan[] = [];
  const nested: TokenSpan[] = [];
  for (const span of spans) {
    const before = out.at(-1);
    if (before?.type === 'ADDRESS' && (span.type === 'ADDRESS' || span.type === 'LOCATION')) {
      const gap = text.slice(seen.tokens.ends[before.last], seen.tokens.starts[span.first]);
      if (span.type === 'ADDRESS' ? ADDRESS_GAP.test(gap) : PLACE_GAP.test(gap)) {
        before.last = span.last;
        before.score = Math.min(before.score, span.score);
        if (span.type === 'LOCATION') nested.push(span);
        continue;
      }
    }
    out.push(span);
  }
  for (const [k, span] of out.entries()) {
    if (span.type !== 'ADDRESS') continue;
    const label = (seen.masks[span.first] as number) & LABEL;
    if (label && span.first < span.last) span.first++;
    takeStreetLine(text, seen, span, out[k - 1]);
    nested.push(...placesIn(seen, span, nested));
  }
  return [...out, ...nested].sort((a, b) => a.first - b.first || b.last - a.last);
}

const LINE_TOKENS_MAX = 7;

/** `Leibnizstr. 101` above `10625 Berlin`: a short line with a number, right above the line of the postcode. */
function takeStreetLine(text: string, seen: Observations, span: TokenSpan, before: TokenSpan | undefined): void {
  const { gaps } = seen.tokens;
  if (
    gaps[span.first] !== NEW_LINE ||
    !/\d{4}/.test(text.slice(seen.tokens.starts[span.first], seen.tokens.ends[span.last]))
  )
    return;
  let begin = span.first - 1;
  let hasNumber = false;
  while (begin >= 0 && span.first - begin <= LINE_TOKENS_MAX) {
    hasNumber ||= /^\d{1,4}\p{L}?$/u.test(wordAt(text, seen, begin));
    if (gaps[begin] === NEW_LINE) break;
    begin--;
  }
  if (begin < 0 || gaps[begin] !== NEW_LINE || !hasNumber || (before && before.last >= begin)) return;
  const opening = seen.cased[begin] as number;
  if (isCapital(opening) || (opening === CASE_DIGITS && span.first - begin > 2)) span.first = begin;
}

/** Listed places of an address, after a mark, a number or a line break; not the word before `Street`. */
function placesIn(seen: Observations, address: TokenSpan, known: readonly TokenSpan[]): TokenSpan[] {
  const out: TokenSpan[] = [];
  const isPlace = (i: number) => isCapital(seen.cased[i] as number) && ((seen.masks[i] as number) & PLACE) !== 0;
  for (let i = address.first + 1; i <= address.last; i++) {
    const before = seen.cased[i - 1] as number;
    if (!isPlace(i) || !(before === CASE_SYMBOL || before === CASE_DIGITS || seen.tokens.gaps[i] === NEW_LINE))
      continue;
    let last = i;
    while (last < address.last && isPlace(last + 1) && seen.tokens.gaps[last + 1] === 1) last++;
    const isStreet =
      last < address.last && ((seen.masks[last + 1] as number) & STREET) !== 0 && seen.tokens.gaps[last + 1] === 1;
    if (!isStreet && !known.some((span) => span.first <= last && i <= span.last)) {
      out.push({ type: 'LOCATION' satisfies TaggedType, first: i, last, score: address.score });
    }
    i = last;
  }
  return out;
}
