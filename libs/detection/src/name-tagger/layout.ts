import { CHARACTER_CLASS, LOWER, TAB, UPPER } from './characters.js';
import { COLUMN, NEW_LINE, type Tokens } from './tokenize.js';

/** Bound once: inside a `vm` context, where tests run, looking up the global costs more than the call. */
const { min } = Math;

const QUOTE = 34;
const APOSTROPHE = 39;
const COMMA = 44;
const COLON = 58;
const SEMICOLON = 59;
const EQUALS = 61;
const PIPE = 124;
const VALUE_TOKENS_MAX = 9;
const COLUMNS_MAX = 40;
const HEAD_TOKENS_MAX = 9;

/** What lines and fields say about a token: labels before values, column headers, speaker labels, signatures. */
export interface Layout {
  /** Hash of the label (`Name:`, `"surname":`, `owner=`) or column header that names the token's field; 0 without one. */
  readonly labels: Int32Array;
  /** Index within the field, at most 3. */
  readonly depths: Uint8Array;
  /** 1 where the token stands before a colon that ends the head of its line: `Anna: yes`. */
  readonly heads: Uint8Array;
  /** Hash of the last word of the line above; 0 on the first line. */
  readonly above: Int32Array;
  /** 0 for running text, 1 and 2 for lines with many, very many symbols: code, logs, data. */
  readonly symbols: Uint8Array;
}

/** Reads the layout of a text, line by line. Linear. `lowers[i]` is the lower-case hash of token i. */
export function readLayout(text: string, tokens: Tokens, lowers: Int32Array): Layout {
  const { count, gaps, starts } = tokens;
  const layout: Layout = {
    labels: new Int32Array(count),
    depths: new Uint8Array(count),
    heads: new Uint8Array(count),
    above: new Int32Array(count),
    symbols: new Uint8Array(count),
  };
  let header: Int32Array | undefined;
  let headerMark = 0;
  let above = 0;
  for (let begin = 0; begin < count; ) {
    let end = begin + 1;
    while (end < count && gaps[end] !== NEW_LINE) end++;
    const line = { text, tokens, lowers, begin, end };
    layout.above.fill(above, begin, end);
    layout.symbols.fill(symbolClass(line), begin, end);
    markHead(line, layout.heads);
    labelValues(line, layout);
    const mark = delimiter(line);
    if (mark === 0) header = undefined;
    else if (header === undefined || mark !== headerMark) {
      header = readHeader(line, mark);
      headerMark = mark;
    } else labelColumns(line, mark, header, layout);
    for (let i = end - 1; i >= begin; i--) {
      if (CHARACTER_CLASS[text.charCodeAt(starts[i] as number)]) {
        above = lowers[i] as number;
        break;
      }
    }
    begin = end;
  }
  return layout;
}

interface Line {
  readonly text: string;
  readonly tokens: Tokens;
  readonly lowers: Int32Array;
  readonly begin: number;
  readonly end: number;
}

function unitAt(line: Line, i: number): number {
  return line.text.charCodeAt(line.tokens.starts[i] as number);
}

function isWordAt(line: Line, i: number): boolean {
  return CHARACTER_CLASS[unitAt(line, i)] !== 0;
}

function isLetterAt(line: Line, i: number): boolean {
  const kind = CHARACTER_CLASS[unitAt(line, i)];
  return kind === LOWER || kind === UPPER || kind === 3;
}

function symbolClass(line: Line): number {
  let symbols = 0;
  for (let i = line.begin; i < line.end; i++) {
    const unit = unitAt(line, i);
    if (CHARACTER_CLASS[unit] === 0 && unit < 128 && unit !== COMMA && unit !== 46 && unit !== 63 && unit !== 33)
      symbols++;
  }
  const share = symbols / (line.end - line.begin);
  return line.end - line.begin < 4 ? 0 : share > 0.4 ? 2 : share > 0.24 ? 1 : 0;
}

/** `Anna: …`, `[10:22] Jan de Wit: …`: marks the words before the first colon that a space follows. */
function markHead(line: Line, heads: Uint8Array): void {
  const { begin, end, tokens } = line;
  for (let i = begin; i < end && i - begin <= HEAD_TOKENS_MAX; i++) {
    if (unitAt(line, i) !== COLON) continue;
    const closes = i + 1 === end || tokens.gaps[i + 1] !== 0;
    if (!closes || i === begin) continue;
    for (let j = i - 1; j >= begin && (isLetterAt(line, j) || unitAt(line, j) === 46 || unitAt(line, j) === 45); j--)
      heads[j] = 1;
    return;
  }
}

/** Gives the tokens after `label:` or `label=` the label's hash, up to the next delimiter. */
function labelValues(line: Line, layout: Layout): void {
  const { begin, end, lowers, tokens } = line;
  for (let i = begin + 1; i < end; i++) {
    const unit = unitAt(line, i);
    if (unit !== COLON && unit !== EQUALS) continue;
    let key = i - 1;
    while (key > begin && isQuoteOrClose(unitAt(line, key))) key--;
    if (!isLetterAt(line, key)) continue;
    const quoted = i + 1 < end && isQuote(unitAt(line, i + 1));
    let depth = 0;
    for (let j = i + 1; j < end && j - i <= VALUE_TOKENS_MAX; j++) {
      const at = unitAt(line, j);
      if (depth > 0 && tokens.gaps[j] === COLUMN) break;
      if (depth > 0 && (at === SEMICOLON || at === PIPE || (at === COMMA && !quoted) || (quoted && at === QUOTE)))
        break;
      if (!isWordAt(line, j)) continue;
      layout.labels[j] = lowers[key] as number;
      layout.depths[j] = min(3, depth++);
    }
  }
}

function isQuote(unit: number): boolean {
  return unit === QUOTE || unit === APOSTROPHE;
}

function isQuoteOrClose(unit: number): boolean {
  return isQuote(unit) || unit === 41 || unit === 93 || unit === 42 || unit === 96;
}

/** The mark that parts the line into three fields or more: comma, semicolon, pipe or tab; 0 when none does. */
function delimiter(line: Line): number {
  let commas = 0;
  let semicolons = 0;
  let pipes = 0;
  for (let i = line.begin; i < line.end; i++) {
    const unit = unitAt(line, i);
    if (unit === COMMA) commas++;
    else if (unit === SEMICOLON) semicolons++;
    else if (unit === PIPE) pipes++;
  }
  if (pipes >= 2) return PIPE;
  if (semicolons >= 2) return SEMICOLON;
  if (tabsIn(line) >= 2) return TAB;
  return commas >= 2 ? COMMA : 0;
}

function tabsIn(line: Line): number {
  let tabs = 0;
  for (let i = line.begin + 1; i < line.end; i++) if (hasTabBefore(line, i)) tabs++;
  return tabs;
}

function hasTabBefore(line: Line, i: number): boolean {
  return line.tokens.gaps[i] === COLUMN && line.text.charCodeAt((line.tokens.starts[i] as number) - 1) === TAB;
}

/** A header is a first line of short fields without sentences or numbers; undefined otherwise. */
function readHeader(line: Line, mark: number): Int32Array | undefined {
  const columns: number[] = [];
  let words = 0;
  let last = 0;
  for (let i = line.begin; i < line.end; i++) {
    const unit = unitAt(line, i);
    if (unit === mark || (mark === TAB && hasTabBefore(line, i))) {
      columns.push(last);
      last = 0;
      words = 0;
    }
    if (unit === mark) continue;
    if (isLetterAt(line, i)) {
      if (++words > 4) return undefined;
      last = line.lowers[i] as number;
    } else if (isWordAt(line, i)) return undefined;
    else if (unit === 46 && i + 1 === line.end) return undefined;
  }
  columns.push(last);
  return columns.length >= 3 && columns.length <= COLUMNS_MAX ? Int32Array.from(columns) : undefined;
}

function labelColumns(line: Line, mark: number, header: Int32Array, layout: Layout): void {
  let column = 0;
  let depth = 0;
  let quoted = false;
  for (let i = line.begin; i < line.end; i++) {
    const unit = unitAt(line, i);
    if (unit === QUOTE) quoted = !quoted;
    if ((unit === mark && !quoted) || (mark === TAB && hasTabBefore(line, i))) {
      column++;
      depth = 0;
      if (unit === mark) continue;
    }
    const label = header[column];
    if (label && isWordAt(line, i) && layout.labels[i] === 0) {
      layout.labels[i] = label;
      layout.depths[i] = min(3, depth++);
    }
  }
}
