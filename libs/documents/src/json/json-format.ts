import type { ByteSink } from '../byte-sink.js';
import { charsetOf, decode, encode, utf16By } from '../charset.js';
import { unreadable } from '../document-error.js';
import type { DocumentFormat } from '../document-format.js';
import type { DocumentInput } from '../document-input.js';
import { rewriteRecords } from '../records/rewrite-records.js';
import type { RewriteSession } from '../rewrite-session.js';
import type { EditableText } from '../splice/source-text.js';
import { NdjsonCodec } from './json-codec.js';
import { readJson } from './json-text.js';
import { KeyMemory } from './key-memory.js';

export const NDJSON: DocumentFormat = {
  id: 'ndjson',
  mediaType: 'application/x-ndjson',
  extensions: ['ndjson', 'jsonl'],
  reversible: true,
  streamed: true,
  rewrite: (input, output, session) =>
    rewriteRecords(
      input,
      output,
      session,
      () => new NdjsonCodec(session.limits, session.options.columns, 'any', session.part('')),
    ),
};

export const CHAT_JSONL: DocumentFormat = {
  ...NDJSON,
  id: 'chat-jsonl',
  extensions: ['jsonl', 'ndjson'],
  rewrite: (input, output, session) =>
    rewriteRecords(
      input,
      output,
      session,
      () => new NdjsonCodec(session.limits, session.options.columns, 'chat', session.part('')),
    ),
};

export const JSON_FORMAT: DocumentFormat = {
  id: 'json',
  mediaType: 'application/json',
  extensions: ['json', 'geojson', 'ipynb', 'har', 'webmanifest'],
  reversible: true,
  streamed: false,
  async rewrite(input: DocumentInput, output: ByteSink, session: RewriteSession): Promise<void> {
    const bytes = await input.bytes(session.limits.wholeFileBytesMax);
    const charset = utf16By(bytes) ?? charsetOf(bytes);
    const text = open(decode(bytes, charset), session);
    const edits = await session.edits(text.segments);
    await output.write(encode(session.render(text, edits), charset));
  },
};

function open(source: string, session: RewriteSession): EditableText {
  try {
    return readJson(source, {
      part: session.part(''),
      place: '',
      record: undefined,
      depthMax: session.limits.depthMax,
      nestingMax: session.limits.nestingMax,
      keys: new KeyMemory(),
      columns: session.options.columns,
    });
  } catch (error) {
    if (error instanceof SyntaxError) throw unreadable('not JSON');
    throw error;
  }
}
