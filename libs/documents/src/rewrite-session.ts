import { bareVaultToken, parseVaultToken, type TextSlot } from '#lib/kernel';
import type { ColumnPolicies } from './columns/column-policies.js';
import { leftover, tooLarge } from './document-error.js';
import type { DocumentFormat } from './document-format.js';
import type { DocumentInput } from './document-input.js';
import type { DocumentLimits } from './document-limits.js';
import { type DocumentNote, ReportBuilder } from './document-report.js';
import { PictureMemory } from './paged/picture-memory.js';
import type { Segment, SegmentEdit, SegmentEdits } from './segment.js';
import { type SegmentRewriter, visitor } from './segment-rewriter.js';
import type { EditableText, SpliceLog } from './splice/source-text.js';
import { ValueIndex } from './value-index.js';

export interface DocumentProgress {
  readonly bytesRead: number;
  readonly bytesTotal: number;
  readonly records: number;
  readonly pages: number;
}

export interface SessionOptions {
  /** Tells the format of a document within the document. */
  readonly detect: (input: DocumentInput) => Promise<DocumentFormat>;
  readonly limits: DocumentLimits;
  /** `refuse` fails a container that holds a part nothing reads; `drop` leaves the part out. Never copied unread. */
  readonly unknownParts: 'refuse' | 'drop';
  readonly columns?: ColumnPolicies;
  /** `replace`: values are taken out and the output is searched for them. `restore`: values are put back. `read`: neither. */
  readonly direction: 'replace' | 'restore' | 'read';
  readonly recheck: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: ((progress: DocumentProgress) => void) | undefined;
}

/**
 * The rewriting of one file: passes segments to the rewriter, carries each value it replaced to the other places where the
 * value stands, counts, and checks the result.
 */
export class RewriteSession implements SpliceLog {
  readonly report: ReportBuilder;
  private readonly values: ValueIndex;
  readonly pictures: PictureMemory;
  private nestedBytes = 0;
  /** Whether any splice was made. */
  changed = false;
  private progress: DocumentProgress = { bytesRead: 0, bytesTotal: 0, records: 0, pages: 0 };

  private constructor(
    readonly options: SessionOptions,
    private readonly rewriter: SegmentRewriter,
    readonly depth: number,
    /** Where this container stands in the outermost one. */
    readonly partPrefix: string,
    shared?: RewriteSession,
  ) {
    this.report = shared?.report ?? new ReportBuilder();
    this.values = shared?.values ?? new ValueIndex();
    this.pictures = shared?.pictures ?? new PictureMemory();
  }

  static start(options: SessionOptions, rewriter: SegmentRewriter): RewriteSession {
    return new RewriteSession(options, rewriter, 0, '');
  }

  /** For reading the output once more: the rewriter's second look, and values that an earlier part did not know yet. */
  again(): RewriteSession {
    const { recheck } = this.options;
    const rewriter: SegmentRewriter = {
      rewrite: async (segments) => changing(this.carried(segments, recheck ? await this.recheck(segments) : new Map())),
    };
    return new RewriteSession({ ...this.options, onProgress: undefined }, rewriter, 0, '', this);
  }

  /** For searching the output: asks nobody, and fails where a replaced value still stands. */
  search(): RewriteSession {
    const rewriter = visitor((segments) => this.assertClean(segments));
    return new RewriteSession({ ...this.options, onProgress: undefined }, rewriter, 0, '', this);
  }

  get limits(): DocumentLimits {
    return this.options.limits;
  }

  /** A session for a document within this one: same report, same values, one level deeper. */
  nested(part: string, bytes: number): RewriteSession {
    if (this.depth + 1 > this.limits.nestingMax) throw tooLarge('nestingMax');
    this.nestedBytes += bytes;
    if (this.nestedBytes > this.limits.inflatedBytesMax) throw tooLarge('inflatedBytesMax');
    return new RewriteSession(this.options, this.rewriter, this.depth + 1, this.part(part), this);
  }

  /** The full name of a part of this container. */
  part(name: string): string {
    return this.partPrefix === '' || name === '' ? this.partPrefix + name : `${this.partPrefix}/${name}`;
  }

  /** Asks the rewriter, then carries values to where it missed them. Each call is one document to detection. */
  async edits(segments: readonly Segment[]): Promise<SegmentEdits> {
    this.options.signal?.throwIfAborted();
    if (segments.length === 0) return new Map();
    this.report.segments += segments.length;
    const given = await this.rewriter.rewrite(segments);
    if (this.options.direction !== 'replace') return given;
    for (const segment of segments) this.remember(segment, given.get(segment));
    return this.carried(segments, given);
  }

  /** Forgets the values of earlier batches: a streamed file checks each batch by itself. */
  nextBatch(): void {
    this.values.clear();
  }

  /** Asks the rewriter about texts it has rewritten before. Only edits that change something are returned. */
  async recheck(segments: readonly Segment[]): Promise<SegmentEdits> {
    const detected = segments.filter(({ value }) => value === undefined);
    if (detected.length === 0) return new Map();
    const edits = await this.rewriter.rewrite(detected);
    for (const segment of detected) this.remember(segment, edits.get(segment));
    return changing(edits);
  }

  render(text: EditableText, edits: SegmentEdits): string {
    return text.render(edits, this);
  }

  /** Fails the file when a text of the output still holds a replaced value. */
  assertClean(segments: readonly Segment[]): void {
    if (this.options.direction !== 'replace' || this.values.size === 0) return;
    for (const segment of segments) {
      const found = this.values.find(segment.text).filter((edit) => !isValuePolicy(segment, edit));
      if (found.length === 0) continue;
      throw leftover({ part: segment.part, place: segment.path, types: typesOf(found), count: found.length });
    }
  }

  /** Fails the file when bytes that no segment covers hold a replaced value (a part that was copied as it is). */
  assertCleanText(part: string, text: string): void {
    if (this.options.direction !== 'replace') return;
    const found = this.values.find(text);
    if (found.length > 0) throw leftover({ part, types: typesOf(found), count: found.length });
  }

  spliced(segment: Segment, edit: SegmentEdit): void {
    this.changed = true;
    const type = edit.type ?? segment.value?.type ?? tokenType(edit.text) ?? 'OTHER';
    this.report.count(segment.part, segment.view, type);
  }

  cut(): void {
    this.report.note('edits_overlapped');
  }

  note(note: DocumentNote): void {
    this.report.note(note);
  }

  advance(step: Partial<DocumentProgress>): void {
    if (this.depth > 0) return;
    this.progress = { ...this.progress, ...step };
    this.options.onProgress?.(this.progress);
  }

  private remember(segment: Segment, edits: readonly SegmentEdit[] | undefined): void {
    for (const edit of edits ?? []) {
      const value = segment.text.slice(edit.start, edit.end);
      if (segment.value && !/[\p{N}@\s]/u.test(value)) continue;
      const type = edit.type ?? segment.value?.type ?? tokenType(edit.text);
      this.values.add(value, edit.text, type);
    }
  }

  private carried(segments: readonly Segment[], given: SegmentEdits): SegmentEdits {
    if (this.values.size === 0) return given;
    const edits = new Map<TextSlot, readonly SegmentEdit[]>(given);
    for (const segment of segments) {
      if (segment.value || segment.mode === 'refuse') continue;
      const own = given.get(segment) ?? [];
      const more = this.values.find(segment.text).filter((edit) => !own.some((one) => overlap(one, edit)));
      if (more.length > 0) edits.set(segment, [...own, ...more.map((edit) => inMode(edit, segment.mode))]);
    }
    return edits;
  }
}

function changing(edits: SegmentEdits): SegmentEdits {
  const changed = new Map<TextSlot, readonly SegmentEdit[]>();
  for (const [slot, list] of edits) {
    const real = list.filter(({ start, end, text }) => slot.text.slice(start, end) !== text);
    if (real.length > 0) changed.set(slot, real);
  }
  return changed;
}

function overlap(one: SegmentEdit, other: SegmentEdit): boolean {
  return one.start < other.end && other.start < one.end;
}

/** A masked or generalised form may equal a value of another row; only what detection reads is searched. */
function isValuePolicy(segment: Segment, edit: SegmentEdit): boolean {
  return segment.value !== undefined && edit.text === segment.text;
}

/** A vault token in the form that the segment takes. */
function inMode(edit: SegmentEdit, mode: Segment['mode']): SegmentEdit {
  const token = parseVaultToken(edit.text)?.token;
  return token ? { ...edit, text: mode === 'bare' ? bareVaultToken(token) : token } : edit;
}

function tokenType(text: string): string | undefined {
  return parseVaultToken(text.trim())?.type;
}

function typesOf(edits: readonly SegmentEdit[]): string[] {
  return [...new Set(edits.map(({ type, text }) => type ?? tokenType(text) ?? 'OTHER'))].sort();
}
