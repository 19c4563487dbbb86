import type { Segment, SegmentEdits } from '../segment.js';
import type { EditableText, SpliceLog } from './source-text.js';

/** Texts that follow one another in one source. */
export class JoinedTexts implements EditableText {
  readonly segments: readonly Segment[];

  constructor(
    readonly source: string,
    private readonly texts: readonly EditableText[],
  ) {
    this.segments = texts.flatMap(({ segments }) => segments);
  }

  render(edits: SegmentEdits, log?: SpliceLog): string {
    return this.texts.map((text) => text.render(edits, log)).join('');
  }
}
