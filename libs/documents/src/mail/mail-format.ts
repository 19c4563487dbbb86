import type { ByteSink } from '../byte-sink.js';
import { CsvCodec } from '../csv/csv-codec.js';
import { separatorOf } from '../csv/separator.js';
import { tooLarge, unreadable } from '../document-error.js';
import type { DocumentFormat } from '../document-format.js';
import type { DocumentInput } from '../document-input.js';
import { rewriteEmbedded } from '../embedded.js';
import { readHtml } from '../html/html-text.js';
import type { RecordCodec } from '../records/record-codec.js';
import type { RewriteSession } from '../rewrite-session.js';
import type { Segment } from '../segment.js';
import { JoinedTexts } from '../splice/joined-texts.js';
import { type EditableText, type NestedText, SourceText } from '../splice/source-text.js';
import { TextCodec } from '../text/text-codec.js';
import { PLAIN_TEXT } from '../text/text-dialects.js';
import { readHeader } from './header-text.js';
import { type MimeEntity, parseMime } from './mime-parser.js';
import { decodeCharset, decodeTransfer, encodeTransfer } from './transfer-encoding.js';

/** Internet mail (RFC 5322, MIME): headers, text in every part, attachments and attached messages. */
export const EML: DocumentFormat = {
  id: 'eml',
  mediaType: 'message/rfc822',
  extensions: ['eml', 'mht', 'mhtml'],
  reversible: true,
  streamed: false,
  async rewrite(input: DocumentInput, output: ByteSink, session: RewriteSession): Promise<void> {
    const source = (await input.bytes(session.limits.wholeFileBytesMax)).toString('latin1');
    const reader = new MailReader(source, session);
    await reader.entity(parseMime(source), '', 0);
    const text = reader.text();
    const edits = await session.edits(text.segments);
    await output.write(Buffer.from(session.render(text, edits), 'latin1'));
  },
};

class MailReader {
  private readonly own: Segment[] = [];
  private readonly nested: NestedText[] = [];

  constructor(
    private readonly source: string,
    private readonly session: RewriteSession,
  ) {}

  text(): EditableText {
    return new SourceText(this.source, this.own, this.nested);
  }

  /** `place` numbers the part: `1.2`. */
  async entity(entity: MimeEntity, place: string, messages: number): Promise<void> {
    const part = this.session.part(place === '' ? '' : `part ${place}`);
    if (messages + this.session.depth > this.session.limits.nestingMax) throw tooLarge('nestingMax');
    const replacing = this.session.options.direction === 'replace';
    entity.headers.forEach((field, index) => {
      const { segments, nested } = readHeader(this.source, field, { part, path: `header ${index + 1}`, replacing });
      this.own.push(...segments);
      this.nested.push(...nested);
    });
    for (const { start, end } of entity.gaps) this.leafText(start, end, entity, part, 'text/plain', '7bit');
    if (entity.parts.length > 0) {
      const inner = messages + (entity.contentType.startsWith('message/') ? 1 : 0);
      for (const [index, child] of entity.parts.entries()) {
        await this.entity(child, place === '' ? `${index + 1}` : `${place}.${index + 1}`, inner);
      }
      return;
    }
    if (entity.gaps.length > 0) return;
    const { bodyStart, bodyEnd, contentType, transferEncoding } = entity;
    if (/^text\/|^message\/delivery-status/.test(contentType)) {
      this.leafText(bodyStart, bodyEnd, entity, part, contentType, transferEncoding);
    } else if (bodyStart < bodyEnd) {
      await this.attachment(entity, place);
    }
  }

  private leafText(
    start: number,
    end: number,
    entity: MimeEntity,
    part: string,
    contentType: string,
    encoding: string,
  ): void {
    const bytes = decodeTransfer(this.source.slice(start, end), encoding);
    if (bytes.length === 0) return;
    const { text, encode } = decodeCharset(bytes, entity.parameters.get('charset'));
    const inner = this.read(text, contentType, part);
    const back = (changed: string): string => {
      const written = encodeTransfer(encode(changed), encoding);
      // The line end before a boundary is not the body's: a body keeps the one it had.
      return encoding === 'base64' && /\r?\n$/.test(this.source.slice(start, end)) ? `${written}\r\n` : written;
    };
    this.nested.push({ start, end, inner, encode: back });
  }

  private read(text: string, contentType: string, part: string): EditableText {
    switch (contentType) {
      case 'text/html':
        return readHtml(text, part, this.session);
      case 'text/csv':
        return records(text, new CsvCodec(separatorOf(text), this.session.options.columns, part));
      case 'text/tab-separated-values':
        return records(text, new CsvCodec('\t', this.session.options.columns, part));
      default:
        return records(text, new TextCodec(PLAIN_TEXT, part));
    }
  }

  private async attachment(
    { bodyStart, bodyEnd, transferEncoding, contentType }: MimeEntity,
    place: string,
  ): Promise<void> {
    const body = this.source.slice(bodyStart, bodyEnd);
    const bytes = decodeTransfer(body, transferEncoding);
    if (/pkcs7|pgp-signature/.test(contentType)) this.session.note('signature_dropped');
    const result = await rewriteEmbedded('', bytes, `attachment ${place}`, this.session);
    if (result && !result.changed) return;
    const changed = result ? encodeTransfer(result.bytes, transferEncoding) : '';
    const tail = /\r?\n$/.exec(body)?.[0] ?? '';
    const inner = { source: body, segments: [], render: () => changed + tail };
    this.nested.push({ start: bodyStart, end: bodyEnd, inner, encode: (text) => text });
  }
}

function records(text: string, codec: RecordCodec): EditableText {
  const ends = codec.ends(text, true);
  const bounds = ends.at(-1) === text.length ? ends : [...ends, text.length];
  const texts = bounds.map((end, index) => {
    const read = codec.read(text.slice(bounds[index - 1] ?? 0, end), index + 1);
    if ('broken' in read) throw unreadable('malformed part of a message');
    return read;
  });
  return new JoinedTexts(text, texts);
}
