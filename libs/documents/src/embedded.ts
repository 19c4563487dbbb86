import { DomainError } from '#lib/kernel';
import { MemorySink } from './byte-sink.js';
import { forbiddenContent } from './document-error.js';
import { DocumentInput } from './document-input.js';
import type { RewriteSession } from './rewrite-session.js';

/**
 * Rewrites a document inside another (an attachment, an embedded sheet, a picture). Null when nothing reads it and unknown
 * parts are dropped; throws `document.forbidden_content` when they are refused. Every other fault of the inner document
 * fails the outer one: half a container is not released.
 */
export async function rewriteEmbedded(
  name: string,
  bytes: Uint8Array,
  part: string,
  session: RewriteSession,
): Promise<{ readonly bytes: Buffer; readonly changed: boolean } | null> {
  const input = DocumentInput.fromBytes(name, bytes);
  const inner = session.nested(part, bytes.byteLength);
  const sink = new MemorySink();
  try {
    const format = await session.options.detect(input);
    if (session.options.direction === 'restore' && !format.reversible)
      return { bytes: Buffer.from(bytes), changed: false };
    await format.rewrite(input, sink, inner);
  } catch (error) {
    if (!(error instanceof DomainError) || !UNKNOWN.has(error.code)) throw error;
    if (session.options.unknownParts === 'refuse') throw forbiddenContent('unread part', { part: session.part(part) });
    session.report.drop(session.part(part), error.code);
    return null;
  }
  const written = sink.bytes();
  session.changed ||= inner.changed;
  return { bytes: written, changed: !written.equals(bytes) };
}

const UNKNOWN = new Set(['document.unsupported', 'document.type_mismatch', 'document.encrypted']);
