import type { Edit, InfoType, TextSlot } from '#lib/kernel';
import type { Encoding } from './splice/encodings.js';

/**
 * Who sees a text. `visible`: a reader of the document. `hidden`: in the file but not shown (hidden runs, rows, sheets,
 * attributes, text under boxes). `deleted`: a tracked deletion. `metadata`: properties, authors, headers. `formula`: code
 * of a cell or field. `key`: the name of a JSON key or a column. `joined`: a second reading of texts that other segments
 * hold too, with line ends, markup and hidden parts read otherwise, so that they cannot hide a value.
 */
export type SegmentView = 'visible' | 'hidden' | 'deleted' | 'metadata' | 'formula' | 'key' | 'joined';

/**
 * A stretch of a segment's text with its place in the source. Where both have the same length, characters correspond one to
 * one; otherwise (an entity, an escape) the piece is cut as a whole. A piece without a source (`start` < 0) is only read:
 * a line break between two cells, the space that a kerned gap shows.
 */
export interface Piece {
  /** Offsets in the segment's text, UTF-16 code units. */
  readonly from: number;
  readonly to: number;
  /** Offsets in the source text of the segment's part. */
  readonly start: number;
  readonly end: number;
  readonly encoding: Encoding;
}

/**
 * One text of a document: what detection reads. It is a kernel `TextSlot`, so the seam takes it as it is. `path` holds
 * positions (`line 4`, `row 2 column 3`), never user data.
 */
export interface Segment extends TextSlot {
  /** The part of a container: `word/header1.xml`, `page 3`, `attachment 1/word/document.xml`; '' for a plain file. */
  readonly part: string;
  readonly view: SegmentView;
  readonly pieces: readonly Piece[];
  /**
   * The record of a streamed file (line, row), 1-based: texts of one record belong to one thing, those of two don't. Absent
   * where the file is one document.
   */
  readonly record?: number;
  /**
   * Set by a column policy: the whole text is one value of this type, and is to be shown in this form, without detection.
   * Absent: the text is to be detected.
   */
  readonly value?: { readonly type: InfoType; readonly form: string };
}

/** An edit that knows which type of value it replaces; without one, the type of the vault token in its text counts. */
export interface SegmentEdit extends Edit {
  readonly type?: InfoType;
}

/** Edits per segment, in offsets of each segment's text. The shape that `SlottedBody.splice` takes. */
export type SegmentEdits = ReadonlyMap<TextSlot, readonly SegmentEdit[]>;

export const NO_EDITS: SegmentEdits = new Map();
