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
const OPEN_END = /[,;|\t\n"<>{}()[\]]/;
const SPACES_MAX = 3;

/**
 * The labelled value whose label ends at `labelEnd`: after a colon, an equals sign, or as the content of an XML element. Null
 * when no value follows.
 */
export function fieldAt(text: string, labelEnd: number): Field | null {
  let at = labelEnd;
  if (isQuote(text[at])) at += 1;
  while (at < labelEnd + SPACES_MAX && (text[at] === ' ' || text[at] === '\t')) at += 1;
  const sign = text[at];
  if (sign !== ':' && sign !== '=' && sign !== '>') return null;
  const value = sign === '>' ? elementContent(text, at + 1) : valueAfter(text, at + 1);
  return value && value.end > value.start ? { label: labelBefore(text, labelEnd), ...value } : null;
}

function isQuote(character: string | undefined): boolean {
  return character === '"' || character === "'" || character === '`';
}

function labelBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && end - start < LABEL_MAX && LABEL_CHARACTER.test(text[start - 1]!)) start -= 1;
  return text.slice(start, end).trim();
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

function elementContent(text: string, start: number): Omit<Field, 'label'> | null {
  for (let end = start; end < text.length && end - start < VALUE_MAX; end += 1) {
    if (text[end] === '\n') return null;
    if (text[end] === '<') return text[end + 1] === '/' ? { start, end, quoted: true } : null;
  }
  return null;
}
