import type { InfoType } from '#lib/kernel';
import type { SegmentView } from './segment.js';

export interface RecordFault {
  /** 1-based number of the record (line or row) within its part. */
  readonly record: number;
  readonly code: 'document.unreadable' | 'document.too_large';
}

export type DocumentNote =
  /** Hidden sheets, rows, columns, runs or text were read and replaced too, and stay hidden. */
  | 'hidden_content'
  | 'tracked_changes'
  | 'macros_dropped'
  | 'pages_rasterised'
  | 'text_recognised'
  | 'annotations_dropped'
  | 'metadata_dropped'
  | 'edits_overlapped'
  | 'signature_dropped'
  | 'numbers_became_text';

/** What happened to one file. Counts, types, parts and places: never a value, a key or a file name. */
export interface DocumentReport {
  readonly format: string;
  readonly bytesRead: number;
  readonly bytesWritten: number;
  readonly segments: number;
  /** Replaced spans per part and info type (`''` is the file itself). */
  readonly replaced: Readonly<Record<string, Readonly<Record<InfoType, number>>>>;
  /** Replaced spans per view. */
  readonly views: Readonly<Partial<Record<SegmentView, number>>>;
  /** Records that could not be read and were replaced by an error record, at most 1,000 of them. */
  readonly faults: readonly RecordFault[];
  readonly faultCount: number;
  /** Parts that were left out since nothing here reads them. */
  readonly dropped: readonly { readonly part: string; readonly reason: string }[];
  readonly notes: readonly DocumentNote[];
  /** Whether the output was read again and searched. */
  readonly verified: boolean;
}

const FAULTS_LISTED_MAX = 1_000;

/** Gathers a report while a file is rewritten. */
export class ReportBuilder {
  private readonly replaced: Record<string, Record<InfoType, number>> = {};
  private readonly views: Partial<Record<SegmentView, number>> = {};
  private readonly faults: RecordFault[] = [];
  private readonly dropped: { part: string; reason: string }[] = [];
  private readonly notes = new Set<DocumentNote>();
  private faultCount = 0;
  segments = 0;
  bytesWritten = 0;
  verified = false;

  count(part: string, view: SegmentView, type: InfoType): void {
    this.replaced[part] ??= {};
    const types = this.replaced[part];
    types[type] = (types[type] ?? 0) + 1;
    this.views[view] = (this.views[view] ?? 0) + 1;
  }

  fault(fault: RecordFault): void {
    this.faultCount += 1;
    if (this.faults.length < FAULTS_LISTED_MAX) this.faults.push(fault);
  }

  drop(part: string, reason: string): void {
    this.dropped.push({ part, reason });
  }

  note(note: DocumentNote): void {
    this.notes.add(note);
  }

  build(format: string, bytesRead: number): DocumentReport {
    return {
      format,
      bytesRead,
      bytesWritten: this.bytesWritten,
      segments: this.segments,
      replaced: this.replaced,
      views: this.views,
      faults: this.faults,
      faultCount: this.faultCount,
      dropped: this.dropped,
      notes: [...this.notes],
      verified: this.verified,
    };
  }
}
