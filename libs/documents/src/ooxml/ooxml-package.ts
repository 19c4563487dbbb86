import type { Entry } from 'yauzl';
import type { ByteSink } from '../byte-sink.js';
import { forbiddenContent, tooLarge, unreadable } from '../document-error.js';
import type { DocumentInput } from '../document-input.js';
import { rewriteEmbedded } from '../embedded.js';
import { rewriteRecordStream } from '../records/rewrite-records.js';
import type { RewriteSession } from '../rewrite-session.js';
import type { SegmentEdits } from '../segment.js';
import { JoinedTexts } from '../splice/joined-texts.js';
import type { EditableText } from '../splice/source-text.js';
import { xmlDecoded, xmlTokens } from '../xml/xml-scanner.js';
import { ZipReader } from '../zip/zip-reader.js';
import { ZipWriter } from '../zip/zip-writer.js';
import { BLANK_PICTURE } from './blank-picture.js';
import { partUse, withoutDropped } from './package-parts.js';
import { SheetCodec, StringTableCodec, XmlRecordCodec } from './sheet-codec.js';
import { StringPolicies, sheetRows } from './sheet-columns.js';
import { readXmlPart } from './xml-part.js';

/** Sheets and string tables beyond this are streamed; below, the document is read as one. */
const STREAMED_FROM_BYTES = 8 * 1024 * 1024;
const SHARED_STRINGS = 'xl/sharedStrings.xml';
const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;
const STORED = 0;

interface OpenPart {
  readonly entry: Entry;
  readonly text: EditableText;
}

/**
 * Rewrites a Word, PowerPoint or Excel package (ECMA-376 Part 2). Every part is read, searched or left out; those that don't
 * change keep their bytes.
 */
export async function rewriteOoxml(input: DocumentInput, output: ByteSink, session: RewriteSession): Promise<void> {
  const zip = await ZipReader.open(input, session.limits);
  try {
    await new PackageRewriter(zip, output, session).rewrite();
  } finally {
    zip.close();
  }
}

class PackageRewriter {
  private readonly dropped = new Set<string>();
  private readonly texts = new Map<string, OpenPart>();
  private readonly embedded = new Map<string, Buffer>();
  private readonly streamed = new Map<string, Entry>();
  private strings: readonly string[] = [];
  /** Absent without column policies. */
  private stringPolicies: StringPolicies | undefined;

  constructor(
    private readonly zip: ZipReader,
    private readonly output: ByteSink,
    private readonly session: RewriteSession,
  ) {}

  async rewrite(): Promise<void> {
    this.strings = await this.sharedStrings();
    this.stringPolicies = await this.readStringPolicies();
    let held = 0;
    for (const entry of this.zip.entries) {
      if (entry.fileName.endsWith('/')) continue;
      held += await this.open(entry);
      if (held > this.session.limits.wholeFileBytesMax) throw tooLarge('wholeFileBytesMax', { bytes: held });
    }
    const edits = await this.session.edits([...this.texts.values()].flatMap(({ text }) => text.segments));
    await this.write(edits);
  }

  /** Returns the bytes it keeps in memory. */
  private async open(entry: Entry): Promise<number> {
    const { fileName: name } = entry;
    const use = partUse(name, this.session);
    if (use === 'dropped') {
      // What is always left out is no surprise to a strict caller; what nothing knows is.
      if (this.session.options.unknownParts === 'refuse' && !/thumbnail|printerSettings|_xmlsignatures/.test(name)) {
        throw forbiddenContent('unread part', { part: this.label(name) });
      }
      this.drop(entry, 'unread');
      return 0;
    }
    if (use === 'plumbing') return 0;
    if (
      use === 'xml' &&
      entry.uncompressedSize > STREAMED_FROM_BYTES &&
      (name === SHARED_STRINGS || SHEET.test(name))
    ) {
      this.streamed.set(name, entry);
      return 0;
    }
    const bytes = await this.zip.bytes(entry, this.session.limits.wholeFileBytesMax);
    if (use === 'xml') this.texts.set(name, { entry, text: this.read(name, utf8(bytes)) });
    else await this.embed(entry, bytes);
    return bytes.length;
  }

  private async embed(entry: Entry, bytes: Buffer): Promise<void> {
    const { fileName: name } = entry;
    const result = await rewriteEmbedded(name.includes('/media/') ? '' : name, bytes, this.label(name), this.session);
    if (result) this.embedded.set(name, result.bytes);
    else if (name.includes('/media/')) this.embedded.set(name, BLANK_PICTURE);
    else this.dropped.add(name);
  }

  private drop({ fileName }: Entry, reason: string): void {
    this.dropped.add(fileName);
    this.session.report.drop(this.session.part(this.label(fileName)), reason);
  }

  private read(name: string, source: string): EditableText {
    const part = this.session.part(this.label(name));
    if (SHEET.test(name)) return whole(source, new SheetCodec(part, this.session, this.strings));
    if (name === SHARED_STRINGS && this.stringPolicies) {
      return whole(source, new StringTableCodec(part, this.session, this.stringPolicies));
    }
    return readXmlPart(source, this.session, { part, view: name.startsWith('docProps/') ? 'metadata' : 'visible' });
  }

  private async write(edits: SegmentEdits): Promise<void> {
    const writer = new ZipWriter(this.output);
    for (const entry of this.zip.entries) {
      const { fileName: name } = entry;
      if (name.endsWith('/') || this.dropped.has(name)) continue;
      const compress = entry.compressionMethod !== STORED;
      const big = this.streamed.get(name);
      if (big) {
        await writer.addStream(name, (sink) => this.stream(big, sink));
        continue;
      }
      writer.add(name, this.embedded.get(name) ?? (await this.text(entry, edits)), compress);
    }
    await writer.end();
  }

  private async text(entry: Entry, edits: SegmentEdits): Promise<Buffer> {
    const { fileName: name } = entry;
    const open = this.texts.get(name);
    if (open) {
      const changed = this.session.render(open.text, edits);
      const source = name.endsWith('.rels') ? this.without(changed, name) : changed;
      return Buffer.from(source, 'utf8');
    }
    const bytes = await this.zip.bytes(entry, this.session.limits.wholeFileBytesMax);
    if (name !== '[Content_Types].xml') {
      this.session.assertCleanText(this.session.part(this.label(name)), utf8(bytes));
      return bytes;
    }
    return Buffer.from(this.without(utf8(bytes), ''), 'utf8');
  }

  private without(source: string, owner: string): string {
    return withoutDropped(source, owner, this.dropped, this.session.limits.depthMax);
  }

  private async stream(entry: Entry, sink: ByteSink): Promise<void> {
    const { fileName: name } = entry;
    const part = this.session.part(name);
    const { session, strings, stringPolicies } = this;
    const makeCodec = () => {
      if (name !== SHARED_STRINGS) return new SheetCodec(part, session, strings);
      return stringPolicies
        ? new StringTableCodec(part, session, stringPolicies)
        : new XmlRecordCodec('</si>', part, session);
    };
    await rewriteRecordStream(await this.zip.stream(entry), sink, this.session, makeCodec, { keepValues: true });
  }

  private async readStringPolicies(): Promise<StringPolicies | undefined> {
    const { columns } = this.session.options;
    if (!columns) return undefined;
    const { depthMax, recordBytesMax } = this.session.limits;
    const policies = new StringPolicies(columns, this.strings, depthMax);
    for (const entry of this.zip.entries) {
      if (!SHEET.test(entry.fileName)) continue;
      const chunks = (await this.zip.stream(entry)) as AsyncIterable<Buffer>;
      await policies.read(sheetRows(chunks, recordBytesMax, () => tooLarge('recordBytesMax')));
    }
    return policies;
  }

  /** The string table as texts, for headings. A large table goes without, unless column policies depend on headings. */
  private async sharedStrings(): Promise<string[]> {
    const entry = this.zip.entry(SHARED_STRINGS);
    const { columns } = this.session.options;
    if (!entry || (entry.uncompressedSize > STREAMED_FROM_BYTES && !columns)) return [];
    const source = utf8(await this.zip.bytes(entry, this.session.limits.wholeFileBytesMax));
    const strings: string[] = [];
    let inText = false;
    for (const token of xmlTokens(source, this.session.limits.depthMax)) {
      if (token.what === 'open' && token.name === 'si') strings.push('');
      if (token.what !== 'text') inText = token.what === 'open' && token.name === 't' && !token.selfClosing;
      else if (inText && strings.length > 0)
        strings[strings.length - 1] += xmlDecoded(source.slice(token.start, token.end));
    }
    return strings;
  }

  /** A part's name in a report: names that Office gives are kept, others are somebody's own. */
  private label(name: string): string {
    const known =
      /^(?:word|xl|ppt|docProps|customXml|_rels)?\/?(?:[A-Za-z_]+\/)*[A-Za-z_[\]]+\d*\.(?:xml|xml\.rels|rels|vml|png|jpe?g|gif|emf|wmf|bin|xlsx|docx|pptx|tiff?)$/;
    return known.test(name) ? name : `part ${this.zip.entries.findIndex(({ fileName }) => fileName === name) + 1}`;
  }
}

function whole(source: string, codec: XmlRecordCodec): EditableText {
  const ends = [...codec.ends(source), source.length];
  const texts = ends.map((end, index) => codec.read(source.slice(ends[index - 1] ?? 0, end), index + 1));
  return new JoinedTexts(source, texts);
}

/** Office writes UTF-8; anything else is refused rather than guessed. */
function utf8(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (text.includes('\ufffd') && !bytes.includes('\ufffd')) throw unreadable('XML that is not UTF-8');
  return text;
}
