import { wholePiece } from '../columns/cells.js';
import { type ColumnPolicy, DETECT } from '../columns/column-policies.js';
import { UnderPolicy } from '../columns/under-policy.js';
import type { RecordCodec } from '../records/record-codec.js';
import type { RewriteSession } from '../rewrite-session.js';
import type { Segment } from '../segment.js';
import { plain, xmlText } from '../splice/encodings.js';
import { Paragraph } from '../splice/paragraph.js';
import { type EditableText, type NestedText, SourceText } from '../splice/source-text.js';
import { type XmlToken, xmlAttributes, xmlDecode, xmlDecoded, xmlTokens } from '../xml/xml-scanner.js';
import { type SheetCell, SheetHeadings, type StringPolicies, sheetCellOf } from './sheet-columns.js';
import { readXmlPart } from './xml-part.js';

const SKIP = new Set(['v']);
/** Shorter whole numbers are amounts, counts and dates. */
const NUMBER = /^-?\d{7,}$/;
const NUMBER_OF_LABEL = /^-?\d{2,6}$/;
/** How the path of a value that is read here tells its column. */
const NUMBER_PATH = /^row \d+ column ([A-Z]+)$/;

/** Ends a record after each occurrence of a closing tag. */
export class XmlRecordCodec implements RecordCodec {
  readonly boundary = 0x3e;

  constructor(
    private readonly closing: string,
    protected readonly part: string,
    protected readonly session: RewriteSession,
  ) {}

  ends(text: string): readonly number[] {
    const ends: number[] = [];
    for (let at = text.indexOf(this.closing); at >= 0; at = text.indexOf(this.closing, at)) {
      at += this.closing.length;
      ends.push(at);
    }
    return ends;
  }

  read(record: string, number: number): EditableText {
    return readXmlPart(record, this.session, { part: this.part, view: 'visible', fragment: true, record: number });
  }
}

/** The string table (18.4.9), entry by entry, each under the policy of the columns that show it. */
export class StringTableCodec extends XmlRecordCodec {
  constructor(
    part: string,
    session: RewriteSession,
    private readonly policies: StringPolicies,
  ) {
    super('</si>', part, session);
  }

  override read(record: string, number: number): EditableText {
    const text = super.read(record, number);
    // What follows the last entry holds no text.
    const policy = this.policies.of(number - 1);
    return policy.kind === 'detect' ? text : new UnderPolicy(text, () => policy);
  }
}

interface CellRange {
  readonly column: string;
  readonly start: number;
  end: number;
  readonly policy: ColumnPolicy;
}

/**
 * A worksheet (ECMA-376 Part 1, 18.3.1), row by row. Shared strings are read in their own part; numbers that may be somebody's
 * are read here with their column's heading, and become text when they are replaced.
 */
export class SheetCodec extends XmlRecordCodec {
  private readonly headings: SheetHeadings;

  constructor(
    part: string,
    session: RewriteSession,
    private readonly sharedStrings: readonly string[],
  ) {
    super('</row>', part, session);
    this.headings = new SheetHeadings(session.options.columns);
  }

  override read(record: string, number: number): EditableText {
    const segments: Segment[] = [];
    const nested: NestedText[] = [];
    const strings = new Map<string, string>();
    const ranges: CellRange[] = [];
    let cell: SheetCell | null = null;
    let inValue = false;
    let inText = false;
    for (const token of xmlTokens(record, this.session.limits.depthMax, true)) {
      if (token.what === 'open') {
        if (token.name === 'row' || token.name === 'col') this.noteHidden(record, token);
        if (token.name === 'c') {
          cell = sheetCellOf(record, token);
          ranges.push({
            column: cell.column,
            start: token.start,
            end: token.end,
            policy: this.headings.policy(cell.column),
          });
        }
        inValue = token.name === 'v' && !token.selfClosing;
        inText = token.name === 't' && !token.selfClosing;
      } else if (token.what === 'close') {
        inValue = false;
        inText = false;
        if (token.name === 'c') {
          cell = null;
          if (ranges.length > 0) ranges[ranges.length - 1]!.end = token.end;
        }
      } else if (token.what === 'text' && inValue && cell) {
        const text = xmlDecoded(record.slice(token.start, token.end));
        const shown = cell.kind === 's' ? this.sharedStrings[Number(text)] : text;
        if (cell.kind !== 'n' && shown !== undefined) strings.set(cell.column, shown);
        this.value(record, cell, token, text, number, nested, segments);
      } else if (token.what === 'text' && inText && cell) {
        strings.set(cell.column, xmlDecoded(record.slice(token.start, token.end)));
      }
    }
    this.headings.take(strings);
    const more = { segments, nested };
    const text = readXmlPart(record, this.session, {
      part: this.part,
      view: 'visible',
      fragment: true,
      record: number,
      skip: SKIP,
      more,
    });
    const under = ranges.filter(({ policy }) => policy.kind !== 'detect');
    return under.length === 0 ? text : new UnderPolicy(text, (segment) => policyOf(segment, under));
  }

  private value(
    record: string,
    cell: SheetCell,
    token: XmlToken,
    text: string,
    number: number,
    nested: NestedText[],
    segments: Segment[],
  ): void {
    const label = this.headings.of(cell.column);
    const base = {
      part: this.part,
      path: `row ${number} column ${cell.column}`,
      kind: 'data' as const,
      mode: 'edit' as const,
      view: 'visible' as const,
      record: number,
      text,
      ...(label !== undefined && { label }),
    };
    if (cell.kind === 'str') {
      const paragraph = new Paragraph();
      for (const { text: shown, start, end } of xmlDecode(record, token.start, token.end))
        paragraph.add(shown, start, end, xmlText);
      segments.push(...paragraph.segments(base));
      return;
    }
    if (cell.kind === 's' || cell.kind === 'e') return;
    const asked = NUMBER.test(text) || (label !== undefined && NUMBER_OF_LABEL.test(text));
    if (!(cell.kind === 'n' && asked) && this.headings.policy(cell.column).kind === 'detect') return;
    const segment: Segment = { ...base, pieces: wholePiece(text) };
    nested.push({ start: token.start, end: token.end, inner: new SourceText(text, [segment]), encode: xmlText });
    nested.push({ ...typePlace(record, cell.open), encode: plain, inner: textCell(segment, this.session) });
  }

  private noteHidden(record: string, token: XmlToken): void {
    if (/\bhidden\s*=\s*["'](?:1|true)["']/.test(record.slice(token.start, token.end)))
      this.session.note('hidden_content');
  }
}

function policyOf(segment: Segment, ranges: readonly CellRange[]): ColumnPolicy {
  const column = NUMBER_PATH.exec(segment.path)?.[1];
  if (column !== undefined) return ranges.find((range) => range.column === column)?.policy ?? DETECT;
  // A formula is code: what it quotes is detected, whatever its result is.
  if (segment.view === 'formula') return DETECT;
  const start = segment.pieces.find((piece) => piece.start >= 0)?.start ?? -1;
  return ranges.find((range) => range.start <= start && start < range.end)?.policy ?? DETECT;
}

/** Where the cell's type is written, or would be. */
function typePlace(record: string, open: XmlToken): { start: number; end: number } {
  for (const { name, start, end } of xmlAttributes(record, open)) {
    if (name === 't') return { start: start - 4, end: end + 1 };
  }
  return { start: open.start + 2, end: open.start + 2 };
}

/** `t="str"` once the number was replaced. */
function textCell(segment: Segment, session: RewriteSession): EditableText {
  return {
    source: '',
    segments: [],
    render: (edits) => {
      const changed = (edits.get(segment) ?? []).some(
        ({ start, end, text }) => segment.text.slice(start, end) !== text,
      );
      if (changed) session.note('numbers_became_text');
      return changed ? ' t="str"' : '';
    },
  };
}
