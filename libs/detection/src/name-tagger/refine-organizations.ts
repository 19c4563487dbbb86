import { HONORIFIC, LEGAL_FORM, ROLE, SURNAME_COMMON } from './lexicon.js';
import { isCapital, type Observations } from './observe.js';
import type { TokenSpan } from './spans.js';
import { NEW_LINE } from './tokenize.js';
import { wordAt } from './word-at.js';

const DOTTED_LEGAL_FORM =
  /^,? (?:A\/S|S\/A|S\.A\.(?:S\.|U\.)?|S\.L\.(?:U\.)?|S\.r\.l\.|S\.p\.A\.|s\.n\.c\.|B\.V\.|N\.V\.|Pvt\.? Ltd\.?|\(Pvt\) Ltd\.?|e\. ?V\.|sp\. z o\.o\.|s\.r\.o\.|a\.s\.)/;

/** `Hartle & Quennell` + `Trustees Limited`: the legal form belongs to the firm. */
export function takeLegalForm(text: string, seen: Observations, span: TokenSpan, all: readonly TokenSpan[]): void {
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

/** `Lee, Jones and Stanley`: three common surnames in a row, without a title or role before them, name a firm. */
export function joinFirms(text: string, seen: Observations, spans: readonly TokenSpan[]): TokenSpan[] {
  const out: TokenSpan[] = [];
  for (let i = 0; i < spans.length; i++) {
    const [a, b, c] = [spans[i] as TokenSpan, spans[i + 1], spans[i + 2]];
    if (b && c && [a, b, c].every((span) => isBareSurname(seen, span)) && areListed(text, seen, a, b, c)) {
      out.push({ type: 'ORGANIZATION', first: a.first, last: c.last, score: Math.min(a.score, b.score, c.score) });
      i += 2;
    } else out.push(a);
  }
  return out;
}

function isBareSurname(seen: Observations, span: TokenSpan): boolean {
  return (
    span.type === 'PERSON' && span.first === span.last && ((seen.masks[span.first] as number) & SURNAME_COMMON) !== 0
  );
}

function areListed(text: string, seen: Observations, a: TokenSpan, b: TokenSpan, c: TokenSpan): boolean {
  const { starts, ends } = seen.tokens;
  if (text.slice(ends[a.last], starts[b.first]) !== ', ') return false;
  if (!/^,? (?:and|&) $/.test(text.slice(ends[b.last], starts[c.first]))) return false;
  if (a.first === 0) return true;
  const before = a.first - 1;
  return ((seen.masks[before] as number) & (HONORIFIC | ROLE)) === 0 && wordAt(text, seen, before) !== ',';
}
