import { unreadable } from '../document-error.js';
import type { BrokenRecord, RecordCodec } from '../records/record-codec.js';
import type { Segment } from '../segment.js';
import { plain } from '../splice/encodings.js';
import { type EditableText, SourceText } from '../splice/source-text.js';
import { type Joint, joinedReading, lineJoints } from './joined-reading.js';

/** Which stretches of a block are markup, and how a dialect of plain text is cut into blocks. */
export interface TextDialect {
  /** `line`: each line by itself (logs). `block`: lines up to an empty one, since values break over lines. */
  readonly unit: 'line' | 'block';
  /** Markup to read past, ascending. */
  markup(text: string): readonly Joint[];
}

/** A block longer than this is cut at a line end. */
const BLOCK_LENGTH_MAX = 16_384;

export class TextCodec implements RecordCodec {
  constructor(
    private readonly dialect: TextDialect,
    private readonly part = '',
  ) {}

  ends(text: string): readonly number[] {
    const ends: number[] = [];
    let start = 0;
    let filled = false;
    for (let at = text.indexOf('\n'), line = 0; at >= 0; line = at + 1, at = text.indexOf('\n', line)) {
      const empty = at === line || (at === line + 1 && text[line] === '\r');
      if (!empty) filled = true;
      if (this.dialect.unit === 'line' || (empty && filled) || at - start > BLOCK_LENGTH_MAX) {
        ends.push(at + 1);
        start = at + 1;
        filled = false;
      }
    }
    return ends;
  }

  read(record: string, number: number): EditableText | BrokenRecord {
    if (record.includes('\u0000')) throw unreadable('binary data in a text file');
    if (record.trim() === '') return new SourceText(record, []);
    const segment: Segment = {
      part: this.part,
      path: `${this.dialect.unit} ${number}`,
      kind: 'prose',
      mode: 'edit',
      view: 'visible',
      text: record,
      pieces: [{ from: 0, to: record.length, start: 0, end: record.length, encoding: plain }],
    };
    const joined = joinedReading(segment, merge(this.dialect.markup(record), lineJoints(record.trimEnd())));
    return new SourceText(record, joined ? [segment, joined] : [segment]);
  }
}

/** Both lists in order; where they overlap the markup stays. */
function merge(markup: readonly Joint[], joints: readonly Joint[]): Joint[] {
  if (markup.length === 0) return [...joints];
  const free = joints.filter(({ start, end }) => !markup.some((one) => one.start < end && start < one.end));
  return [...markup, ...free].sort((a, b) => a.start - b.start);
}
