import type { ByteSink } from '../byte-sink.js';
import { type Charset, charsetOf, decode, encode, utf16By } from '../charset.js';
import { leftover, tooLarge, unreadable } from '../document-error.js';
import type { DocumentInput } from '../document-input.js';
import type { RewriteSession } from '../rewrite-session.js';
import type { Segment, SegmentEdits } from '../segment.js';
import type { EditableText } from '../splice/source-text.js';
import type { RecordCodec } from './record-codec.js';

const NEWLINE = 0x0a;

interface OpenRecord {
  /** Null for a record that was replaced by an error record. */
  readonly text: EditableText | null;
  readonly written: string;
  readonly number: number;
}

/**
 * Rewrites a file record by record in bounded memory: reads a batch, asks for its edits, writes it, and checks what it wrote
 * before it leaves. Each batch is decoded by itself, as UTF-8 where it is valid, so that a mixed file loses no byte.
 */
export async function rewriteRecords(
  input: DocumentInput,
  output: ByteSink,
  session: RewriteSession,
  makeCodec: () => RecordCodec,
): Promise<void> {
  const driver = new RecordDriver(output, session, makeCodec);
  let bytesRead = 0;
  for await (const { bytes, charset, last } of pieces(input, session)) {
    await driver.take(bytes, charset, last);
    bytesRead += bytes.length;
    session.advance({ bytesRead: Math.min(bytesRead, input.size), bytesTotal: input.size, records: driver.records });
  }
}

/** The same for a part of a container, whose values the whole container is searched for. */
export async function rewriteRecordStream(
  chunks: AsyncIterable<Buffer>,
  output: ByteSink,
  session: RewriteSession,
  makeCodec: () => RecordCodec,
  { keepValues }: { readonly keepValues: boolean },
): Promise<void> {
  const driver = new RecordDriver(output, session, makeCodec, keepValues);
  for await (const chunk of chunks) await driver.take(chunk, null, false);
  await driver.take(Buffer.alloc(0), null, true);
}

interface Chunk {
  readonly bytes: Buffer;
  /** Null: to be told from the bytes. */
  readonly charset: Charset | null;
  readonly last: boolean;
}

async function* pieces(input: DocumentInput, session: RewriteSession): AsyncGenerator<Chunk> {
  const utf16 = utf16By(await input.head(2));
  if (utf16) {
    yield { bytes: await input.bytes(session.limits.wholeFileBytesMax), charset: utf16, last: true };
    return;
  }
  let held: Buffer | null = null;
  for await (const chunk of input.stream()) {
    if (held) yield { bytes: held, charset: null, last: false };
    held = chunk;
  }
  yield { bytes: held ?? Buffer.alloc(0), charset: null, last: true };
}

class RecordDriver {
  private readonly codec: RecordCodec;
  /** Reads the output: it meets the same records, so it may keep what it knows of a header. */
  private readonly checker: RecordCodec;
  private rest: Buffer = Buffer.alloc(0);
  records = 0;

  constructor(
    private readonly output: ByteSink,
    private readonly session: RewriteSession,
    makeCodec: () => RecordCodec,
    private readonly keepValues = false,
  ) {
    this.codec = makeCodec();
    this.checker = makeCodec();
  }

  async take(bytes: Buffer, known: Charset | null, last: boolean): Promise<void> {
    const all = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    const cut = last ? all.length : all.lastIndexOf(this.codec.boundary ?? NEWLINE) + 1;
    if (cut === 0 || all.length - cut > this.session.limits.recordBytesMax) {
      this.rest = this.bounded(all);
      return;
    }
    const readable = all.subarray(0, cut);
    const charset = known ?? charsetOf(readable);
    if (known && readable.length % 2 === 1) throw unreadable('odd number of bytes in UTF-16');
    const text = decode(readable, charset);
    if (last && text.includes('\u0000') && !known) throw unreadable('binary data in a text file');
    const ends = this.codec.ends(text, last);
    const starts = [0, ...ends];
    const end = starts.at(-1)!;
    const records = ends.map((to, index) => text.slice(starts[index], to));
    if (last && end < text.length) records.push(text.slice(end));
    const remains = last ? '' : text.slice(end);
    this.rest = this.bounded(
      remains === '' ? all.subarray(cut) : Buffer.concat([encode(remains, charset), all.subarray(cut)]),
    );
    for (const batch of this.batches(records)) await this.rewrite(batch, charset);
  }

  private bounded(rest: Buffer): Buffer {
    if (rest.length > this.session.limits.recordBytesMax)
      throw tooLarge('recordBytesMax', { record: this.records + 1 });
    return Buffer.from(rest);
  }

  private *batches(records: readonly string[]): Generator<OpenRecord[]> {
    const { batchCharactersMax, batchSegmentsMax } = this.session.limits;
    let batch: OpenRecord[] = [];
    let characters = 0;
    let segments = 0;
    for (const record of records) {
      this.records += 1;
      const read = this.codec.read(record, this.records);
      if ('broken' in read) {
        this.session.report.fault({ record: this.records, code: read.broken });
        batch.push({ text: null, written: read.text, number: this.records });
      } else {
        batch.push({ text: read, written: record, number: this.records });
        segments += read.segments.length;
      }
      characters += record.length;
      if (characters >= batchCharactersMax || segments >= batchSegmentsMax) {
        yield batch;
        batch = [];
        characters = 0;
        segments = 0;
      }
    }
    if (batch.length > 0) yield batch;
  }

  private async rewrite(batch: readonly OpenRecord[], charset: Charset): Promise<void> {
    if (!this.keepValues) this.session.nextBatch();
    const edits = await this.session.edits(segmentsOf(batch.map(({ text }) => text)));
    const written = batch.map((record) => this.render(record, edits));
    const checked = await this.check(batch, written);
    await this.output.write(encode(checked.join(''), charset));
  }

  private render({ text, written }: OpenRecord, edits: SegmentEdits): string {
    return text ? this.session.render(text, edits) : written;
  }

  /** Reads changed records again, searches them for the replaced values, and lets the rewriter look once more. */
  private async check(batch: readonly OpenRecord[], written: readonly string[]): Promise<string[]> {
    const out = [...written];
    if (this.session.options.direction !== 'replace') return out;
    const again = batch.flatMap(({ text, written: before, number }, index) =>
      text && (out[index] !== before || number === 1) ? [{ index, text: this.reread(out[index]!, number) }] : [],
    );
    if (this.session.options.recheck) {
      const segments = again.flatMap(({ index, text }) => changedSegments(batch[index]!.text, text));
      const edits = await this.session.recheck(segments);
      if (edits.size > 0) {
        for (const record of again) {
          out[record.index] = this.session.render(record.text, edits);
          record.text = this.reread(out[record.index]!, batch[record.index]!.number);
        }
        const last = again.flatMap(({ index, text }) => changedSegments(batch[index]!.text, text));
        const still = await this.session.recheck(last);
        if (still.size > 0) throw leftover({ count: still.size, record: batch[0]!.number });
      }
    }
    this.session.assertClean(segmentsOf(again.map(({ text }) => text)));
    const unchanged = batch.filter(({ text, written: before }, index) => text && out[index] === before);
    this.session.assertClean(segmentsOf(unchanged.map(({ text }) => text)));
    return out;
  }

  private reread(record: string, number: number): EditableText {
    const read = this.checker.read(record, number);
    if ('broken' in read) throw leftover({ record: number, count: 0 });
    return read;
  }
}

function segmentsOf(texts: readonly (EditableText | null)[]): Segment[] {
  const segments: Segment[] = [];
  for (const text of texts) if (text) for (const segment of text.segments) segments.push(segment);
  return segments;
}

/** The texts of a rewritten record that the record did not hold before: the rewriter has not seen them yet. */
function changedSegments(before: EditableText | null, after: EditableText): Segment[] {
  const seen = new Set(before?.segments.map(({ text }) => text));
  return after.segments.filter(({ text }) => !seen.has(text));
}
