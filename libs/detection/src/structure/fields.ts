/** A value that stands in a labelled place: a JSON pair, a form line, an XML element, a query parameter, a table cell. */
export interface Field {
  readonly label: string;
  /** The value, without quotes and surrounding spaces. */
  readonly start: number;
  readonly end: number;
  /** The value stood in quotes or a cell of its own, so it is whole. */
  readonly quoted: boolean;
}

const LABEL_MAX = 42;
const VALUE_MAX = 120;
const LABEL_CHARACTER = /[\p{L}\p{N} _.'/()#-]/u;
const LETTER = /\p{L}/u;
const OPEN_END = /[,;|\t\n"<>{}()[\]]/;
const SPACES_MAX = 3;

/** Calls `visit` for every labelled value of a text in one pass over its colons and equals signs. Linear. */
export function eachField(text: string, visit: (field: Field) => void): void {
  for (let at = nextSign(text, 0); at >= 0; at = nextSign(text, at + 1)) {
    const label = labelBefore(text, at);
    if (label === null) continue;
    const value = valueAfter(text, at + 1);
    if (value && value.end > value.start) visit({ label, ...value });
  }
  if (text.includes('</')) eachElement(text, visit);
}

function nextSign(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 58 || code === 61) return at;
  }
  return -1;
}

function isQuote(character: string | undefined): boolean {
  return character === '"' || character === "'" || character === '`';
}

function labelBefore(text: string, sign: number): string | null {
  let end = sign;
  while (end > 0 && sign - end < SPACES_MAX && (text[end - 1] === ' ' || text[end - 1] === '\t')) end -= 1;
  if (isQuote(text[end - 1])) end -= 1;
  let start = end;
  while (start > 0 && end - start < LABEL_MAX && LABEL_CHARACTER.test(text[start - 1]!)) start -= 1;
  const label = text.slice(start, end).trim();
  return LETTER.test(label) ? label : null;
}

function valueAfter(text: string, from: number): Omit<Field, 'label'> | null {
  let start = from;
  if (text[start] === '=' || text[start] === '>' || text[start] === ':') start += 1;
  const limit = Math.min(text.length, start + SPACES_MAX + 6);
  while (start < limit && (text[start] === ' ' || text[start] === '\t')) start += 1;
  if (text[start] === '\n' && start < limit) start += 1;
  const quote = text[start];
  if (isQuote(quote)) return quotedValue(text, start + 1, quote!);
  let end = start;
  while (end < text.length && end - start < VALUE_MAX) {
    const character = text[end]!;
    if (
      OPEN_END.test(character) ||
      (character === ' ' && text[end + 1] === ' ') ||
      (character === '&' && text[end + 1] !== ' ')
    )
      break;
    end += 1;
  }
  while (end > start && /[\s.]/.test(text[end - 1]!)) end -= 1;
  return { start, end, quoted: false };
}

function quotedValue(text: string, start: number, quote: string): Omit<Field, 'label'> | null {
  for (let end = start; end < text.length && end - start < VALUE_MAX; end += 1) {
    if (text[end] === '\n') return null;
    if (text[end] === quote) return { start, end, quoted: true };
  }
  return null;
}

const ELEMENT = /<([\w:.-]{2,40})(?:\s[^<>]{0,200})?>([^<>\n]{1,120})<\//g;

function eachElement(text: string, visit: (field: Field) => void): void {
  for (const match of text.matchAll(ELEMENT)) {
    const start = match.index + match[0].length - 2 - match[2]!.length;
    visit({ label: match[1]!, start, end: start + match[2]!.length, quoted: true });
  }
}
