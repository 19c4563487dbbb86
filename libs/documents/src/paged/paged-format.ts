import { NullSink } from '../byte-sink.js';
import type { DocumentFormat } from '../document-format.js';
import type { RewriteSession } from '../rewrite-session.js';
import type { Splice } from '../splice/settle-splices.js';
import { PagedText } from './paged-text.js';
import { type AskChild, withDocumentProcess } from './process-pool.js';
import type { PagedKind, PageEdits } from './protocol.js';
import { withoutPainted } from './recognised-text.js';

/** Shorter values are ordinary words and numbers too often to be searched for in a whole file. */
const VALUE_LENGTH_MIN = 6;

/** PDF: glyphs are taken out of the pages, and what stands for them is drawn in their place. */
export const PDF = pagedFormat('pdf', 'application/pdf', ['pdf'], true);
/** Pictures: text is recognised and painted over. */
export const PNG = pagedFormat('png', 'image/png', ['png'], false);
export const JPEG = pagedFormat('jpeg', 'image/jpeg', ['jpg', 'jpeg', 'jpe', 'jfif'], false);

function pagedFormat(
  id: PagedKind,
  mediaType: string,
  extensions: readonly string[],
  reversible: boolean,
): DocumentFormat {
  return {
    id,
    mediaType,
    extensions,
    reversible,
    streamed: false,
    async rewrite(input, output, session) {
      const bytes = await input.bytes(session.limits.wholeFileBytesMax);
      const written = await withDocumentProcess(session.limits, session.options.signal, async (ask) => {
        const { pagesMax, pixelsMax } = session.limits;
        const opened = await ask({ what: 'open', kind: id, bytes, limits: { pagesMax, pixelsMax } });
        if (opened.annotations) session.note('annotations_dropped');
        if (opened.metadata) session.note('metadata_dropped');
        const paged = await readPages(id, opened.pages, ask, session);
        const text = paged.open();
        const settled = text.settled(await session.edits(text.segments), session);
        if (output instanceof NullSink) return null;
        const edits = paged.editsOf(settled);
        if (id !== 'pdf') for (const { labels } of edits) session.pictures.paint(session.part(''), labels);
        return write(edits, valuesOf(text.source, settled, session), ask, session);
      });
      if (written) await output.write(written);
    },
  };
}

async function readPages(kind: PagedKind, count: number, ask: AskChild, session: RewriteSession): Promise<PagedText> {
  const paged = new PagedText();
  // What stands for a value is text, or pixels of a picture that can't be turned back.
  const pixels = session.options.direction !== 'restore';
  for (let page = 0; page < count; page += 1) {
    session.options.signal?.throwIfAborted();
    const part = session.part(kind === 'pdf' ? `page ${page + 1}` : '');
    const { text, digest } = await ask({ what: 'page', page, pixels });
    paged.addText(page, part, text);
    if (digest !== null && pixels) {
      const recognised = session.pictures.recall(digest) ?? (await ask({ what: 'recognise', page }));
      session.pictures.remember(digest, recognised);
      if (recognised.words.length > 0) session.note('text_recognised');
      paged.addRecognised(page, part, withoutPainted(recognised, session.pictures.painted(part)));
    }
    session.advance({ pages: page + 1 });
  }
  return paged;
}

async function write(
  edits: readonly PageEdits[],
  values: readonly string[],
  ask: AskChild,
  session: RewriteSession,
): Promise<Uint8Array> {
  const { bytes, rasterised, hidden } = await ask({ what: 'write', edits, values });
  if (rasterised > 0) session.note('pages_rasterised');
  if (hidden) session.note('hidden_content');
  return bytes;
}

function valuesOf(source: string, splices: readonly Splice[], session: RewriteSession): string[] {
  if (session.options.direction !== 'replace') return [];
  const values = splices.map(({ ranges }) => ranges.map(({ start, end }) => source.slice(start, end)).join(' '));
  return [...new Set(values)].filter((value) => value.length >= VALUE_LENGTH_MIN);
}
