import { CASE_DIGITS, CASE_SYMBOL } from './forms.js';
import type { TaggedType } from './labels.js';
import { LABEL, PLACE, STREET } from './lexicon.js';
import { isCapital, type Observations } from './observe.js';
import type { TokenSpan } from './spans.js';
import { NEW_LINE } from './tokenize.js';
import { wordAt } from './word-at.js';

const ADDRESS_GAP = /^[\s,·.;|/-]{1,6}$/;
const PLACE_GAP = /^(?:, ?|,? ?\n ?| \(?|\) ?)$/;

/** Pieces of one address become one ADDRESS; the places within it are given as LOCATION too. */
export function assembleAddresses(text: string, seen: Observations, spans: readonly TokenSpan[]): TokenSpan[] {
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
