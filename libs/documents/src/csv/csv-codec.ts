import { isToken, kindOf, localCell, wholePiece } from '../columns/cells.js';
import { ColumnPolicies, type ColumnPolicy } from '../columns/column-policies.js';
import type { RecordCodec } from '../records/record-codec.js';
import type { Segment, SegmentEdits } from '../segment.js';
import { type EditableText, SourceText, type SpliceLog } from '../splice/source-text.js';
import { joinedReading, lineJoints } from '../text/joined-reading.js';
import { type CsvCell, csvCellSource, csvCells, csvRecordEnds } from './csv-scanner.js';

interface Column {
  readonly label: string | undefined;
  readonly policy: ColumnPolicy;
}

/** A spreadsheet takes a cell that begins so for a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?[\d.,\s]+$/;

/**
 * CSV and TSV. The first record names the columns (its cells are read as keys); every cell is a segment with its column's
 * name as label, under its column's policy. Cells that don't change keep their bytes, quotes and all.
 */
export class CsvCodec implements RecordCodec {
  private columns: Column[] = [];
  private readonly code: number;

  constructor(
    private readonly separator: string,
    private readonly policies: ColumnPolicies = ColumnPolicies.parse({}),
    private readonly part = '',
  ) {
    this.code = separator.charCodeAt(0);
  }

  ends(text: string): readonly number[] {
    return csvRecordEnds(text, this.code);
  }

  read(record: string, number: number): EditableText {
    const cells = csvCells(record, this.code);
    if (number === 1) this.columns = cells.map(({ text }, index) => this.column(text, index));
    return new CsvRow(record, this.separator, this.fields(cells, number));
  }

  private column(header: string | undefined, index: number): Column {
    const label = header?.trim();
    return { label: label || undefined, policy: this.policies.ofColumn(label, index + 1) };
  }

  private *fields(cells: readonly CsvCell[], number: number): Generator<Field> {
    for (const [index, cell] of cells.entries()) {
      if (cell.text === '') continue;
      const { label, policy } = this.columns[index] ?? this.column(undefined, index);
      const header = number === 1;
      const segment: Segment = {
        part: this.part,
        path: `row ${number} column ${index + 1}`,
        kind: kindOf(cell.text),
        mode: 'edit',
        view: header ? 'key' : cell.text.startsWith('=') ? 'formula' : 'visible',
        text: cell.text,
        ...(label !== undefined && !header && { label }),
        record: number,
        pieces: wholePiece(cell.text),
      };
      const text = header ? new SourceText(cell.text, [segment]) : cellText(segment, policy);
      if (text) yield { cell, text };
    }
  }
}

function cellText(segment: Segment, policy: ColumnPolicy): EditableText | null {
  const { text } = segment;
  switch (policy.kind) {
    case 'keep':
      return null;
    case 'local':
      return localCell(segment, policy);
    case 'value':
      return isToken(text) ? null : new SourceText(text, [{ ...segment, value: policy }]);
    case 'detect': {
      const joined = /[\n\t]| {2}/.test(text) ? joinedReading(segment, lineJoints(text)) : null;
      return new SourceText(text, joined ? [segment, joined] : [segment]);
    }
  }
}

interface Field {
  readonly cell: CsvCell;
  readonly text: EditableText;
}

class CsvRow implements EditableText {
  readonly segments: readonly Segment[];
  private readonly fields: readonly Field[];

  constructor(
    readonly source: string,
    private readonly separator: string,
    fields: Iterable<Field>,
  ) {
    this.fields = [...fields];
    this.segments = this.fields.flatMap(({ text }) => text.segments);
  }

  render(edits: SegmentEdits, log?: SpliceLog): string {
    let out = '';
    let at = 0;
    for (const { cell, text } of this.fields) {
      const changed = text.render(edits, log);
      if (changed === cell.text) continue;
      out += this.source.slice(at, cell.start) + csvCellSource(safe(changed, cell.text), cell.quoted, this.separator);
      at = cell.end;
    }
    return at === 0 ? this.source : out + this.source.slice(at);
  }
}

/** A replacement must not make a formula of a cell that was none. */
function safe(changed: string, before: string): string {
  return FORMULA.test(changed) && !FORMULA.test(before) && !NUMBER.test(changed) ? `'${changed}` : changed;
}
