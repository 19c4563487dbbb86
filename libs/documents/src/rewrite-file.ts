import { open, rename, rm } from 'node:fs/promises';
import { FileSink } from './byte-sink.js';
import { DocumentInput } from './document-input.js';
import type { DocumentReport } from './document-report.js';
import { type DocumentOptions, restoreDocument, rewriteDocument } from './rewrite-document.js';
import type { SegmentRewriter } from './segment-rewriter.js';

export interface FileOptions extends DocumentOptions {
  /** Default `replace`. */
  readonly direction?: 'replace' | 'restore';
}

/**
 * Rewrites a file into another. INVARIANT: `target` appears whole and checked, or not at all: it is written beside itself
 * (`<target>.part`, 0600), synced and renamed.
 */
export async function rewriteFile(
  source: string,
  target: string,
  rewriter: SegmentRewriter,
  { direction = 'replace', ...options }: FileOptions = {},
): Promise<DocumentReport> {
  const input = await DocumentInput.fromFile(source);
  const partial = `${target}.part`;
  const file = await open(partial, 'w', 0o600);
  try {
    const rewrite = direction === 'replace' ? rewriteDocument : restoreDocument;
    const report = await rewrite(input, new FileSink(file), rewriter, options);
    await file.sync();
    await file.close();
    await rename(partial, target);
    return report;
  } catch (error) {
    await file.close().catch(() => {});
    await rm(partial, { force: true });
    throw error;
  }
}
