import type { Box, Label, TextEdit, Turn } from '../paged/protocol.js';
import type { Pdfium } from './pdfium.js';

/** PDFium's sign for a hyphen at a line's end, after which it writes no line end. */
const LINE_HYPHEN = 2;
const UNKNOWN = '\ufffd';
/** How much of a glyph's width and height, in its middle, a redaction touches: its neighbours overlap at the edges. */
const CORE_WIDTH = 0.1;
const CORE_HEIGHT = 0.2;

/** One character that the page draws. */
export interface Glyph {
  /** What it inks. */
  readonly tight: Box;
  /** Its cell: as high as its font, as wide as it moves. */
  readonly cell: Box;
  readonly turn: Turn;
  /** PDFium's index of the character. */
  readonly index: number;
}

/** A page's characters in reading order, hidden and covered ones included. */
export interface PageGlyphs {
  readonly text: string;
  /** Per UTF-16 unit; null for what the page shows without drawing it (line ends, gaps). */
  readonly glyphs: readonly (Glyph | null)[];
}

export function readGlyphs(lib: Pdfium, page: number): PageGlyphs {
  const { api } = lib;
  const textPage = api.FPDFText_LoadPage(page);
  try {
    let text = '';
    const glyphs: (Glyph | null)[] = [];
    const count = api.FPDFText_CountChars(textPage);
    for (let index = 0; index < count; index += 1) {
      const code = api.FPDFText_GetUnicode(textPage, index);
      const character = characterOf(code);
      if (character === '\r') continue;
      const glyph = api.FPDFText_IsGenerated(textPage, index) === 1 ? null : readGlyph(lib, textPage, index);
      text += character;
      for (let unit = 0; unit < character.length; unit += 1) glyphs.push(glyph);
      if (code === LINE_HYPHEN) {
        text += '\n';
        glyphs.push(null);
      }
    }
    return { text, glyphs };
  } finally {
    api.FPDFText_ClosePage(textPage);
  }
}

function characterOf(code: number): string {
  if (code === LINE_HYPHEN) return '-';
  if (code === 0 || code === 0xfffe || code > 0x10ffff) return UNKNOWN;
  return String.fromCodePoint(code);
}

function readGlyph(lib: Pdfium, textPage: number, index: number): Glyph {
  const { api } = lib;
  const [left, right, bottom, top] = lib.numbers(4, 'double', (a, b, c, d) =>
    api.FPDFText_GetCharBox(textPage, index, a!, b!, c!, d!),
  ) as [number, number, number, number];
  // FS_RECTF: left, top, right, bottom.
  const [cellLeft, cellTop, cellRight, cellBottom] = lib.numbers(4, 'float', (pointer) =>
    api.FPDFText_GetLooseCharBox(textPage, index, pointer!),
  ) as [number, number, number, number];
  const quarter = Math.round(api.FPDFText_GetCharAngle(textPage, index) / (Math.PI / 2));
  return {
    tight: ordered(left, bottom, right, top),
    cell: ordered(cellLeft, cellBottom, cellRight, cellTop),
    turn: ((((quarter % 4) + 4) % 4) * 90) as Turn,
    index,
  };
}

function ordered(x0: number, y0: number, x1: number, y1: number): Box {
  return { x0: Math.min(x0, x1), y0: Math.min(y0, y1), x1: Math.max(x0, x1), y1: Math.max(y0, y1) };
}

/** The middle of a glyph: touching it removes this glyph and spares its neighbours. */
export function coreOf({ tight, cell }: Glyph): Box {
  const { x0, y0, x1, y1 } = tight.x1 > tight.x0 && tight.y1 > tight.y0 ? tight : cell;
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  const [dx, dy] = [((x1 - x0) * CORE_WIDTH) / 2, ((y1 - y0) * CORE_HEIGHT) / 2];
  return { x0: x - dx, y0: y - dy, x1: x + dx, y1: y + dy };
}

export function glyphsOf({ glyphs }: PageGlyphs, { ranges }: TextEdit): Glyph[] {
  return ranges.flatMap(({ start, end }) => glyphs.slice(start, end).filter((glyph) => glyph !== null));
}

/** The places of an edit, one per line of text; the first takes what is written. */
export function labelsOf(page: PageGlyphs, edit: TextEdit): Label[] {
  const lines: { box: Box; turn: Turn }[] = [];
  for (const { cell, turn } of glyphsOf(page, edit)) {
    const last = lines.at(-1);
    if (last && last.turn === turn && sameLine(last.box, cell, turn)) last.box = union(last.box, cell);
    else lines.push({ box: cell, turn });
  }
  const written = widest(lines);
  return lines.map(({ box, turn }, index) => ({ box, turn, text: index === written ? edit.text : '' }));
}

/** The first line, unless a later one has more than twice its room. */
function widest(lines: readonly { readonly box: Box; readonly turn: Turn }[]): number {
  const room = lines.map(({ box }) => Math.max(box.x1 - box.x0, box.y1 - box.y0));
  const most = room.indexOf(Math.max(...room));
  return (room[0] ?? 0) * 2 < (room[most] ?? 0) ? most : 0;
}

function sameLine(line: Box, cell: Box, turn: Turn): boolean {
  const flat = turn === 0 || turn === 180;
  const [a0, a1, b0, b1] = flat ? [line.y0, line.y1, cell.y0, cell.y1] : [line.x0, line.x1, cell.x0, cell.x1];
  const [c0, c1, d0, d1] = flat ? [line.x0, line.x1, cell.x0, cell.x1] : [line.y0, line.y1, cell.y0, cell.y1];
  const height = Math.min(a1 - a0, b1 - b0);
  const overlap = Math.min(a1, b1) - Math.max(a0, b0);
  const gap = Math.max(d0 - c1, c0 - d1);
  return overlap >= height / 2 && gap <= Math.max(a1 - a0, b1 - b0) * 2;
}

export function union(one: Box, other: Box): Box {
  return {
    x0: Math.min(one.x0, other.x0),
    y0: Math.min(one.y0, other.y0),
    x1: Math.max(one.x1, other.x1),
    y1: Math.max(one.y1, other.y1),
  };
}
