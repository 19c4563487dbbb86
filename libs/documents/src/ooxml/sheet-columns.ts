import { type ColumnPolicies, type ColumnPolicy, DETECT, strictest } from '../columns/column-policies.js';
import { type XmlToken, xmlAttribute, xmlDecoded, xmlTokens } from '../xml/xml-scanner.js';

export interface SheetCell {
  readonly open: XmlToken;
  /** ECMA-376 Part 1, 18.18.11: `n`, `s` (shared string), `str`, `inlineStr`, `b`, `e`. */
  readonly kind: string;
  /** The column's letters. */
  readonly column: string;
}

export function sheetCellOf(record: string, open: XmlToken): SheetCell {
  const reference = xmlAttribute(record, open, 'r') ?? '';
  return { open, kind: xmlAttribute(record, open, 't') ?? 'n', column: reference.replace(/\d+$/, '') };
}

/** `A` is 1, `AB` is 28. */
export function columnNumber(letters: string): number {
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** The headings of a sheet: the texts of its first row that has any; and with them each column's policy. */
export class SheetHeadings {
  private readonly headings = new Map<string, string>();
  private readonly policies = new Map<string, ColumnPolicy>();
  private headed = false;

  constructor(private readonly columns: ColumnPolicies | undefined) {}

  /** Takes the texts of a row; true for the row that is the heading. */
  take(texts: ReadonlyMap<string, string>): boolean {
    if (this.headed || texts.size === 0) return false;
    this.headed = true;
    for (const [column, text] of texts) this.headings.set(column, text);
    return true;
  }

  of(column: string): string | undefined {
    return this.headings.get(column);
  }

  /** Rows above the heading are under no policy. */
  policy(column: string): ColumnPolicy {
    if (!this.columns || !this.headed) return DETECT;
    let policy = this.policies.get(column);
    if (!policy) {
      policy = this.columns.ofColumn(this.headings.get(column), columnNumber(column));
      this.policies.set(column, policy);
    }
    return policy;
  }
}

/**
 * Which policy holds for each shared string: one string may stand in many cells. Where its columns differ, the strictest
 * holds, so that no column lets through what another takes out.
 */
export class StringPolicies {
  private readonly policies = new Map<number, ColumnPolicy>();

  constructor(
    private readonly columns: ColumnPolicies,
    private readonly strings: readonly string[],
    private readonly depthMax: number,
  ) {}

  of(index: number): ColumnPolicy {
    return this.policies.get(index) ?? DETECT;
  }

  /** Reads where the rows of one sheet use strings. */
  async read(rows: AsyncIterable<string>): Promise<void> {
    const headings = new SheetHeadings(this.columns);
    for await (const row of rows) {
      const used = this.stringsOf(row);
      const texts = new Map(used.texts);
      const isHeading = headings.take(texts);
      for (const [column, index] of used.indexes) this.use(index, isHeading ? DETECT : headings.policy(column));
    }
  }

  private use(index: number, policy: ColumnPolicy): void {
    const known = this.policies.get(index);
    this.policies.set(index, known ? strictest(known, policy) : policy);
  }

  private stringsOf(row: string) {
    const texts: [string, string][] = [];
    const indexes: [string, number][] = [];
    let cell: SheetCell | null = null;
    let inText = false;
    for (const token of xmlTokens(row, this.depthMax, true)) {
      if (token.what === 'open') {
        if (token.name === 'c') cell = sheetCellOf(row, token);
        inText = (token.name === 'v' || token.name === 't') && !token.selfClosing;
      } else if (token.what === 'close') {
        inText = false;
        if (token.name === 'c') cell = null;
      } else if (token.what === 'text' && inText && cell && cell.kind !== 'n') {
        const text = xmlDecoded(row.slice(token.start, token.end));
        const shown = cell.kind === 's' ? this.strings[Number(text)] : text;
        if (shown !== undefined) texts.push([cell.column, shown]);
        if (cell.kind === 's') indexes.push([cell.column, Number(text)]);
      }
    }
    return { texts, indexes };
  }
}

/** The rows of a sheet as its bytes come in; what stands outside rows goes with the row after it. */
export async function* sheetRows(chunks: AsyncIterable<Buffer>, rowBytesMax: number, tooLong: () => Error) {
  const decoder = new TextDecoder();
  let held = '';
  for await (const chunk of chunks) {
    held += decoder.decode(chunk, { stream: true });
    for (let end = held.indexOf(ROW_END); end >= 0; end = held.indexOf(ROW_END)) {
      yield held.slice(0, end + ROW_END.length);
      held = held.slice(end + ROW_END.length);
    }
    if (held.length > rowBytesMax) throw tooLong();
  }
}

const ROW_END = '</row>';
