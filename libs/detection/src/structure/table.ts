import type { Field } from './fields.js';

const DELIMITERS = ['\t', ';', ',', '|'] as const;
const HEADER_MAX = 2_000;
const COLUMNS_MIN = 2;
/** A header cell: words, no number, no sentence. */
const HEADER_CELL = /^["']?\p{L}[\p{L}\p{N} _./'()#-]{0,40}["']?$/u;
const CELL_MAX = 48;
const DIGIT_FIRST = /^[\s|"']*\d/;
const RULE = /^[\s|:+-]+$/;

interface Cell {
  readonly start: number;
  readonly end: number;
}

/**
 * Calls `visit` for the cells of delimited tables (CSV, TSV, semicolons, Markdown) under a header row that has a column
 * `isKnown` speaks for. Cells of other columns are passed over. Linear.
 */
export function eachTableCell(text: string, isKnown: (label: string) => boolean, visit: (cell: Field) => void): void {
  let at = 0;
  if (!DELIMITERS.some((delimiter) => text.includes(delimiter))) return;
  while (at < text.length) {
    const lineEnd = endOfLine(text, at);
    const header = lineEnd - at <= HEADER_MAX ? headerOf(text, at, lineEnd, isKnown) : null;
    at = header ? readRows(text, lineEnd + 1, header, visit) : lineEnd + 1;
  }
}

interface Header {
  readonly delimiter: string;
  readonly count: number;
  /** By column; null where nobody knows the label. */
  readonly labels: readonly (string | null)[];
}

function headerOf(text: string, start: number, end: number, isKnown: (label: string) => boolean): Header | null {
  const line = text.slice(start, end);
  for (const delimiter of DELIMITERS) {
    const at = line.indexOf(delimiter);
    // Most lines of prose go here: their first comma stands too far from the start for a header's cell, or closes a number.
    if (at < 0 || at > CELL_MAX || DIGIT_FIRST.test(line)) continue;
    const cells = split(text, start, end, delimiter);
    if (cells.length < COLUMNS_MIN) continue;
    const names = cells.map((cell) => text.slice(cell.start, cell.end));
    if (!names.every((name) => HEADER_CELL.test(name))) continue;
    if (countOnNextLine(text, end + 1, delimiter) !== cells.length) continue;
    const labels = names.map((name) => (isKnown(name) ? name : null));
    if (labels.some((label) => label !== null)) return { delimiter, count: cells.length, labels };
  }
  return null;
}

function countOnNextLine(text: string, start: number, delimiter: string): number {
  if (start >= text.length) return 0;
  const end = endOfLine(text, start);
  return end - start > HEADER_MAX ? 0 : split(text, start, end, delimiter).length;
}

/** Reads rows until one has another number of cells; returns where the table ends. */
function readRows(text: string, from: number, header: Header, visit: (cell: Field) => void): number {
  let at = from;
  while (at < text.length) {
    const end = endOfLine(text, at);
    if (end - at > HEADER_MAX * 4) return at;
    const cells = split(text, at, end, header.delimiter);
    if (cells.length !== header.count) return at;
    if (!RULE.test(text.slice(at, Math.min(end, at + 80)))) {
      for (let column = 0; column < cells.length; column += 1) {
        const label = header.labels[column];
        const cell = cells[column]!;
        if (label && cell.end > cell.start) visit({ label, ...cell, quoted: true });
      }
    }
    at = end + 1;
  }
  return at;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** Cells of one line without their quotes and spaces; a leading and a closing `|` open no cells. RFC 4180 §2 quotes. */
function split(text: string, start: number, end: number, delimiter: string): Cell[] {
  const cells: Cell[] = [];
  let from = start;
  let to = end;
  if (delimiter === '|') {
    while (from < to && (text[from] === '|' || text[from] === ' ')) from += 1;
    while (to > from && /[|\s]/.test(text[to - 1]!)) to -= 1;
  }
  let cell = from;
  let quoted = false;
  for (let at = from; at <= to; at += 1) {
    if (at < to && text[at] === '"' && (quoted || at === cell || text[at - 1] === ' ')) quoted = !quoted;
    if (at === to || (!quoted && text[at] === delimiter)) {
      cells.push(trim(text, cell, at));
      cell = at + 1;
    }
  }
  return cells;
}

function trim(text: string, from: number, to: number): Cell {
  let start = from;
  let end = to;
  while (start < end && /[\s"']/.test(text[start]!)) start += 1;
  while (end > start && /[\s"']/.test(text[end - 1]!)) end -= 1;
  return { start, end };
}
