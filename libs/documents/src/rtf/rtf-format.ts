import type { DocumentFormat } from '../document-format.js';
import { rewriteEmbedded } from '../embedded.js';
import type { RewriteSession } from '../rewrite-session.js';
import { plain } from '../splice/encodings.js';
import { type NestedText, SourceText } from '../splice/source-text.js';
import { type Picture, RtfReader } from './rtf-reader.js';

export const RTF: DocumentFormat = {
  id: 'rtf',
  mediaType: 'application/rtf',
  extensions: ['rtf'],
  reversible: true,
  streamed: false,
  async rewrite(input, output, session) {
    const source = (await input.bytes(session.limits.wholeFileBytesMax)).toString('latin1');
    const { segments, pictures, objects } = new RtfReader(source, session.part(''), session).read();
    const nested: NestedText[] = [];
    for (const [index, picture] of pictures.entries()) {
      const changed = await rewritePicture(source, picture, `picture ${index + 1}`, session);
      if (changed !== null) nested.push(replacement(source, picture, changed));
    }
    for (const [index, object] of objects.entries()) {
      session.report.drop(session.part(`object ${index + 1}`), 'unread');
      nested.push(replacement(source, object, ''));
    }
    const text = new SourceText(source, segments, nested);
    const edits = await session.edits(text.segments);
    await output.write(Buffer.from(session.render(text, edits), 'latin1'));
  },
};

/** The picture's data in hexadecimal; '' when nothing reads it; null when it stays. */
async function rewritePicture(
  source: string,
  { start, end }: Picture,
  part: string,
  session: RewriteSession,
): Promise<string | null> {
  const bytes = Buffer.from(source.slice(start, end).replace(/[^0-9a-fA-F]/g, ''), 'hex');
  if (bytes.length === 0) return null;
  const result = await rewriteEmbedded('', bytes, part, session);
  if (!result) return '';
  return result.changed ? result.bytes.toString('hex') : null;
}

function replacement(source: string, { start, end }: Picture, text: string): NestedText {
  return { start, end, inner: { source: source.slice(start, end), segments: [], render: () => text }, encode: plain };
}
