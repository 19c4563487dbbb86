import type { DocumentFormat } from '../document-format.js';
import { rewriteRecords } from '../records/rewrite-records.js';
import { TextCodec, type TextDialect } from './text-codec.js';
import { LOG, MARKDOWN, PLAIN_TEXT, SUBTITLES } from './text-dialects.js';

function format(
  id: DocumentFormat['id'],
  mediaType: string,
  extensions: readonly string[],
  dialect: TextDialect,
): DocumentFormat {
  return {
    id,
    mediaType,
    extensions,
    reversible: true,
    streamed: true,
    rewrite: (input, output, session) =>
      rewriteRecords(input, output, session, () => new TextCodec(dialect, session.part(''))),
  };
}

export const TEXT = format('text', 'text/plain', ['txt', 'text'], PLAIN_TEXT);
export const MARKDOWN_FORMAT = format('markdown', 'text/markdown', ['md', 'markdown'], MARKDOWN);
export const LOG_FORMAT = format('log', 'text/plain', ['log'], LOG);
export const SUBTITLE_FORMAT = format('subtitles', 'text/vtt', ['vtt', 'srt'], SUBTITLES);
