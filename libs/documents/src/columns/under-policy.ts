import type { Edit, TextSlot } from '#lib/kernel';
import type { Segment, SegmentEdit, SegmentEdits } from '../segment.js';
import type { EditableText, SpliceLog } from '../splice/source-text.js';
import { isToken } from './cells.js';
import { type ColumnPolicy, localText } from './column-policies.js';

/**
 * A text of several cells, each under its column's policy: kept cells are not read, those that are one value are asked for as
 * a whole, and local policies are applied here.
 */
export class UnderPolicy implements EditableText {
  readonly segments: readonly Segment[];
  /** What the rewriter is asked, to the segment of the inner text that it stands for. */
  private readonly asked = new Map<Segment, Segment>();
  private readonly local = new Map<TextSlot, readonly SegmentEdit[]>();

  constructor(
    private readonly inner: EditableText,
    policyOf: (segment: Segment) => ColumnPolicy,
  ) {
    for (const segment of inner.segments) this.place(segment, policyOf(segment));
    this.segments = [...this.asked.keys()];
  }

  get source(): string {
    return this.inner.source;
  }

  render(edits: SegmentEdits, log?: SpliceLog): string {
    const all = new Map<TextSlot, readonly SegmentEdit[]>(this.local);
    for (const [segment, original] of this.asked) {
      const own = edits.get(segment);
      if (own) all.set(original, typed(own, segment));
    }
    return this.inner.render(all, log);
  }

  private place(segment: Segment, policy: ColumnPolicy): void {
    if (policy.kind === 'detect') this.asked.set(segment, segment);
    if (policy.kind === 'keep' || policy.kind === 'detect' || segment.view === 'joined') return;
    if (policy.kind === 'value') {
      if (!isToken(segment.text)) this.asked.set({ ...segment, value: policy }, segment);
      return;
    }
    const text = localText(policy, segment.text);
    if (text !== segment.text) {
      this.local.set(segment, [{ start: 0, end: segment.text.length, text, type: policy.type }]);
    }
  }
}

/** The report counts a value by its column's type, whatever its form looks like. */
function typed(edits: readonly (Edit & { type?: string })[], { value }: Segment): readonly SegmentEdit[] {
  return value ? edits.map((edit) => ({ ...edit, type: edit.type ?? value.type })) : edits;
}
