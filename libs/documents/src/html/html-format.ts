import { charsetOf, decode, encode, utf16By } from '../charset.js';
import type { DocumentFormat } from '../document-format.js';
import { rewriteEmbedded } from '../embedded.js';
import type { RewriteSession } from '../rewrite-session.js';
import { readHtml } from './html-text.js';

const DATA_URL = /(?<=["'\s=(])data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.-]+)*;base64,([A-Za-z0-9+/=%\s]{16,})(?=["'\s)>])/gi;

/** Rewrites the pictures and documents that a page carries within itself. */
async function rewriteDataUrls(source: string, session: RewriteSession): Promise<Map<string, string | null>> {
  const changed = new Map<string, string | null>();
  let number = 0;
  for (const [url, type = '', body = ''] of source.matchAll(DATA_URL)) {
    if (changed.has(url)) continue;
    number += 1;
    const bytes = Buffer.from(decodeURIComponent(body), 'base64');
    const result = await rewriteEmbedded('', bytes, `embedded ${number}`, session);
    const kept = result && !result.changed ? url : result && `data:${type};base64,${result.bytes.toString('base64')}`;
    changed.set(url, kept);
  }
  return changed;
}

export const HTML: DocumentFormat = {
  id: 'html',
  mediaType: 'text/html',
  extensions: ['html', 'htm', 'xhtml'],
  reversible: true,
  streamed: false,
  async rewrite(input, output, session) {
    const bytes = await input.bytes(session.limits.wholeFileBytesMax);
    const charset = utf16By(bytes) ?? charsetOf(bytes);
    const source = decode(bytes, charset);
    const text = readHtml(source, session.part(''), session, await rewriteDataUrls(source, session));
    const edits = await session.edits(text.segments);
    await output.write(encode(session.render(text, edits), charset));
  },
};
