import { DomainError } from '#lib/kernel';
import { type ByteSink, MemorySink, NullSink } from './byte-sink.js';
import type { ColumnPolicies } from './columns/column-policies.js';
import { leftover, unreadable, unsupported } from './document-error.js';
import type { DocumentFormat } from './document-format.js';
import { DocumentInput } from './document-input.js';
import { DOCUMENT_LIMITS, type DocumentLimits } from './document-limits.js';
import type { DocumentReport } from './document-report.js';
import { detectFormat } from './format-registry.js';
import { type DocumentProgress, RewriteSession, type SessionOptions } from './rewrite-session.js';
import type { Segment } from './segment.js';
import { type SegmentRewriter, visitor } from './segment-rewriter.js';

export interface DocumentOptions {
  /** Absent: told from the content. */
  readonly format?: DocumentFormat;
  readonly limits?: Partial<DocumentLimits>;
  /** Default `drop`. */
  readonly unknownParts?: 'refuse' | 'drop';
  /** For CSV, TSV, JSON, NDJSON and sheets. */
  readonly columns?: ColumnPolicies;
  /** Whether the rewriter looks at the output once more, and what it still finds is replaced; default true. */
  readonly recheck?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: DocumentProgress) => void;
}

/**
 * Takes values out of a document: segments go to the rewriter, its edits go into the output, format and styles stay. The
 * output is read again and searched for every replaced value; a hit fails the file with `document.leftover`.
 *
 * Streamed formats write each batch after its own check, so on a throw the sink may hold checked batches of an unfinished
 * file: write to a temporary file and rename it (`rewriteFile` does). Other formats write nothing before their check.
 */
export async function rewriteDocument(
  input: DocumentInput,
  output: ByteSink,
  rewriter: SegmentRewriter,
  options: DocumentOptions = {},
): Promise<DocumentReport> {
  return guarded(options.signal, async () => {
    const format = options.format ?? (await detectFormat(input, limitsOf(options)));
    const settings = settingsOf(options, 'replace');
    const session = RewriteSession.start(settings, rewriter);
    const counted = new CountingSink(output, session);
    if (format.streamed) {
      await format.rewrite(input, counted, session);
    } else {
      const held = new MemorySink();
      await format.rewrite(input, held, session);
      await counted.write(await checked(format, input.name, held.bytes(), session));
    }
    session.report.verified = true;
    return session.report.build(format.id, input.size);
  });
}

/**
 * Puts values back into a document that `rewriteDocument` wrote. What the caller may not see is the rewriter's business; the
 * output is not searched. Throws `document.unsupported` for formats whose pages were made into pictures.
 */
export async function restoreDocument(
  input: DocumentInput,
  output: ByteSink,
  rewriter: SegmentRewriter,
  options: Omit<DocumentOptions, 'columns' | 'recheck'> = {},
): Promise<DocumentReport> {
  return guarded(options.signal, async () => {
    const format = options.format ?? (await detectFormat(input, limitsOf(options)));
    if (!format.reversible) throw unsupported('what was painted over is gone');
    const session = RewriteSession.start(settingsOf({ ...options, recheck: false }, 'restore'), rewriter);
    const held = new MemorySink();
    const counted = new CountingSink(format.streamed ? output : held, session);
    await format.rewrite(input, counted, session);
    if (!format.streamed) await output.write(held.bytes());
    return session.report.build(format.id, input.size);
  });
}

/** Shows a document's segments to a visitor, and writes nothing. */
export async function readDocument(
  input: DocumentInput,
  visit: (segments: readonly Segment[]) => Promise<void> | void,
  options: Omit<DocumentOptions, 'recheck'> = {},
): Promise<DocumentReport> {
  return guarded(options.signal, async () => {
    const format = options.format ?? (await detectFormat(input, limitsOf(options)));
    const session = RewriteSession.start(settingsOf({ ...options, recheck: false }, 'read'), visitor(visit));
    await format.rewrite(input, new NullSink(), session);
    return session.report.build(format.id, input.size);
  });
}

/** Reads the output of a whole-file format again: the rewriter looks once more, then every replaced value is searched. */
async function checked(format: DocumentFormat, name: string, bytes: Buffer, session: RewriteSession): Promise<Buffer> {
  let out = bytes;
  const second = new MemorySink();
  const again = session.again();
  await format.rewrite(DocumentInput.fromBytes(name, out), second, again);
  if (again.changed) {
    out = second.bytes();
    const third = session.again();
    await format.rewrite(DocumentInput.fromBytes(name, out), new NullSink(), third);
    if (third.changed) throw leftover({ count: 1, reason: 'a third reading still found values' });
  }
  await format.rewrite(DocumentInput.fromBytes(name, out), new NullSink(), session.search());
  return out;
}

function limitsOf({ limits }: Pick<DocumentOptions, 'limits'>): DocumentLimits {
  return { ...DOCUMENT_LIMITS, ...limits };
}

function settingsOf(options: DocumentOptions, direction: SessionOptions['direction']): SessionOptions {
  const limits = limitsOf(options);
  return {
    detect: (input) => detectFormat(input, limits),
    limits,
    unknownParts: options.unknownParts ?? 'drop',
    ...(options.columns && { columns: options.columns }),
    direction,
    recheck: options.recheck ?? true,
    ...(options.signal && { signal: options.signal }),
    ...(options.onProgress && { onProgress: options.onProgress }),
  };
}

class CountingSink implements ByteSink {
  constructor(
    private readonly sink: ByteSink,
    private readonly session: RewriteSession,
  ) {}

  async write(bytes: Uint8Array): Promise<void> {
    this.session.report.bytesWritten += bytes.byteLength;
    await this.sink.write(bytes);
  }
}

/** Parsers' own errors may quote the document, so none of them gets out. */
async function guarded<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError || isSystemError(error) || (signal?.aborted && error === signal.reason))
      throw error;
    throw unreadable('malformed', { error: error instanceof Error ? error.name : 'unknown' });
  }
}

/** No space, no such file: the host's trouble, not the document's. Its message names a path the caller gave. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
