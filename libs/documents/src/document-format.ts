import type { ByteSink } from './byte-sink.js';
import type { DocumentInput } from './document-input.js';
import type { RewriteSession } from './rewrite-session.js';

export const FORMAT_IDS = [
  'text',
  'markdown',
  'log',
  'subtitles',
  'json',
  'ndjson',
  'chat-jsonl',
  'csv',
  'tsv',
  'html',
  'xml',
  'docx',
  'pptx',
  'xlsx',
  'eml',
  'rtf',
  'pdf',
  'png',
  'jpeg',
] as const;
export type FormatId = (typeof FORMAT_IDS)[number];

/**
 * One document format. `rewrite` reads the document, asks `session.edits` for edits of its segments, and writes the
 * document with them made. With no edits, a textual format's output is its input, byte for byte.
 */
export interface DocumentFormat {
  readonly id: FormatId;
  readonly mediaType: string;
  /** Lower case, without the dot; the first is the usual one. */
  readonly extensions: readonly string[];
  /** Whether tokens in the output are found again by reading it, so that `reidentify` can put values back. */
  readonly reversible: boolean;
  /** Streamed formats take files of any size, ask for edits batch by batch, and check each batch as it is written. */
  readonly streamed: boolean;
  rewrite(input: DocumentInput, output: ByteSink, session: RewriteSession): Promise<void>;
}
