import { DocumentInput } from './document-input.js';
import type { DocumentReport } from './document-report.js';
import { type DocumentOptions, restoreDocument, rewriteDocument } from './rewrite-document.js';
import type { SegmentRewriter } from './segment-rewriter.js';
import { writeWholeFile } from './whole-file.js';

export interface FileOptions extends DocumentOptions {
  /** Default `replace`. */
  readonly direction?: 'replace' | 'restore';
}

/** Rewrites a file into another, which appears whole and checked, or not at all. */
export async function rewriteFile(
  source: string,
  target: string,
  rewriter: SegmentRewriter,
  { direction = 'replace', ...options }: FileOptions = {},
): Promise<DocumentReport> {
  const input = await DocumentInput.fromFile(source);
  const rewrite = direction === 'replace' ? rewriteDocument : restoreDocument;
  return writeWholeFile(target, (sink) => rewrite(input, sink, rewriter, options));
}
