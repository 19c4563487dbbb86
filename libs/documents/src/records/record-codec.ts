import type { RecordFault } from '../document-report.js';
import type { EditableText } from '../splice/source-text.js';

/** A record that could not be read; `text` is written in its place. */
export interface BrokenRecord {
  readonly broken: RecordFault['code'];
  readonly text: string;
}

/** How one streamed format is cut into records, and what a record's texts are. Made anew for each reading of a file. */
export interface RecordCodec {
  /** An ASCII byte that a record may end with; a line feed when absent. Text is decoded up to the last one. */
  readonly boundary?: number;
  /**
   * The ends of the complete records in `text`, ascending, terminators included. With `last`, what remains is a record too
   * (the driver adds that end itself).
   */
  ends(text: string, last: boolean): readonly number[];
  /** `number` is 1-based. */
  read(record: string, number: number): EditableText | BrokenRecord;
}
