import type { NameSpan } from '../name-recognizer.js';

const SUFFIX = /^,? (?:jr|sr|junior|senior|ii|iii|iv|esq)(?:\.(?!\p{L})|(?![\p{L}\p{N}.]))/iu;
/** A suffix that the tagger took in without its full stop. */
const ABBREVIATED = / (?:jr|sr|esq)$/i;
const STOP = /^\.(?!\p{L})/u;
const POSSESSIVE = /['’]s$/i;
const TWO_NAMES =
  /^(\p{Lu}[\p{L}\p{M}'’.-]*(?: \p{Lu}[\p{L}\p{M}'’.-]*)+), (\p{Lu}[\p{L}\p{M}'’.-]*(?: \p{Lu}[\p{L}\p{M}'’.-]*)+)$/u;

const ASCII_CAPITAL = /^[A-Z]/;
/** Lower-case words before a capitalised name: `ich bin der Dani`. Particles that open a name stay. */
const LEADING =
  /^(?!(?:de|da|di|du|dos|das|del|della|des|la|le|van|von|der|den|ter|ten|zu|zur|zum|al|el|bin|binti|ibn|ap|af|av|y|o|d|l|mc|st)(?![\p{L}]))(?:\p{Ll}[\p{L}\p{M}'’]*\s+)+(?=\p{Lu})/u;
/** A capitalised Greek or Cyrillic word right before a name in that script. */
const SAME_SCRIPT_BEFORE = /(?<![\p{L}\p{N}])[\u0370-\u052f\u1f00-\u1fff]{2,24} $/u;
const GREEK_OR_CYRILLIC = /^[\u0370-\u052f\u1f00-\u1fff]/u;

/** Mends the edges of person spans: generation suffixes belong in, possessives out, and two full names are two persons. */
export function mendNames(text: string, spans: readonly NameSpan[]): NameSpan[] {
  return spans.flatMap((span) => (span.type === 'PERSON' ? mendPerson(text, span) : [span]));
}

function mendPerson(text: string, span: NameSpan): NameSpan[] {
  const value = text.slice(span.start, span.end);
  const two = value.includes(', ') ? TWO_NAMES.exec(value) : null;
  if (two) {
    const middle = span.start + two[1]!.length;
    return [...mendPerson(text, { ...span, end: middle }), ...mendPerson(text, { ...span, start: middle + 2 })];
  }
  const possessive = POSSESSIVE.exec(value);
  if (possessive) return [{ ...span, end: span.end - possessive[0].length }];
  const leading = ASCII_CAPITAL.test(value) ? null : LEADING.exec(value);
  if (leading) return mendPerson(text, { ...span, start: span.start + leading[0].length });
  const start = span.start - firstNameBefore(text, span.start);
  const suffix = /[, ]/.test(text.charAt(span.end)) ? SUFFIX.exec(text.slice(span.end, span.end + 12)) : null;
  const stop = ABBREVIATED.test(value) && STOP.test(text.slice(span.end, span.end + 2)) ? 1 : 0;
  return [{ ...span, start, end: span.end + (suffix?.[0].length ?? stop) }];
}

/** The length of a given name that the tagger left outside, 0 for none. */
function firstNameBefore(text: string, start: number): number {
  if (!GREEK_OR_CYRILLIC.test(text.slice(start, start + 1))) return 0;
  const before = SAME_SCRIPT_BEFORE.exec(text.slice(Math.max(0, start - 26), start));
  return before && /^\p{Lu}\p{Ll}/u.test(before[0]) ? before[0].length : 0;
}
