const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/** A cell of a record; offsets include its quotes. */
export interface CsvCell {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
  /** Unquoted and unescaped. */
  readonly text: string;
}

/**
 * The ends of the complete records of a CSV text (RFC 4180 §2), line ends inside quotes being part of a cell. A quote opens a
 * quoted cell only at the cell's start, as spreadsheets read it.
 */
export function csvRecordEnds(text: string, separator: number): number[] {
  const ends: number[] = [];
  let at = 0;
  let cellStart = true;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE && cellStart) {
      const close = closingQuote(text, at + 1);
      if (close < 0) return ends;
      at = close + 1;
      cellStart = false;
    } else if (code === LF) {
      at += 1;
      ends.push(at);
      cellStart = true;
    } else {
      cellStart = code === separator || (at === 0 && code === 0xfeff);
      at += 1;
    }
  }
  return ends;
}

/** The cells of one record, its line end excluded. An unclosed quote runs to the record's end. */
export function csvCells(record: string, separator: number): CsvCell[] {
  const cells: CsvCell[] = [];
  let length = record.length;
  if (record.charCodeAt(length - 1) === LF) length -= 1;
  if (record.charCodeAt(length - 1) === CR) length -= 1;
  let at = record.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (;;) {
    const start = at;
    const quoted = at < length && record.charCodeAt(at) === QUOTE;
    let close = -1;
    if (quoted) {
      close = closingQuote(record, at + 1);
      at = close < 0 || close >= length ? length : close + 1;
    }
    while (at < length && record.charCodeAt(at) !== separator) at += 1;
    const text = quoted ? unquoted(record, start, close, at) : record.slice(start, at);
    cells.push({ start, end: at, quoted, text });
    if (at >= length) return cells;
    at += 1;
  }
}

/** What follows the closing quote up to the separator belongs to the cell's text, as spreadsheets read it. */
function unquoted(record: string, start: number, close: number, end: number): string {
  const inside = close < 0 || close >= end ? record.slice(start + 1, end) : record.slice(start + 1, close);
  const after = close < 0 || close >= end ? '' : record.slice(close + 1, end);
  return (inside.includes('"') ? inside.replaceAll('""', '"') : inside) + after;
}

function closingQuote(text: string, from: number): number {
  let at = from;
  for (;;) {
    at = text.indexOf('"', at);
    if (at < 0 || text.charCodeAt(at + 1) !== QUOTE) return at;
    at += 2;
  }
}

/** The cell's source for a text: quoted if it was, or if the text needs it. */
export function csvCellSource(text: string, quoted: boolean, separator: string): string {
  const needs = quoted || text.includes(separator) || /["\r\n]/.test(text);
  return needs ? `"${text.replaceAll('"', '""')}"` : text;
}
