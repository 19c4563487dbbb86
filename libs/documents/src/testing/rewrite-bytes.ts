import { MemorySink } from '../byte-sink.js';
import { DocumentInput } from '../document-input.js';
import type { DocumentReport } from '../document-report.js';
import { type DocumentOptions, restoreDocument, rewriteDocument } from '../rewrite-document.js';
import type { SegmentRewriter } from '../segment-rewriter.js';

export interface Rewritten {
  readonly bytes: Buffer;
  readonly text: string;
  readonly report: DocumentReport;
}

export async function rewriteBytes(
  name: string,
  bytes: Uint8Array | string,
  rewriter: SegmentRewriter,
  options: DocumentOptions & { readonly direction?: 'replace' | 'restore' } = {},
): Promise<Rewritten> {
  const { direction = 'replace', ...rest } = options;
  const sink = new MemorySink();
  const run = direction === 'replace' ? rewriteDocument : restoreDocument;
  const report = await run(DocumentInput.fromBytes(name, Buffer.from(bytes)), sink, rewriter, rest);
  return { bytes: sink.bytes(), text: sink.bytes().toString('utf8'), report };
}
