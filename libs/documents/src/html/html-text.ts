import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { tooLarge } from '../document-error.js';
import { readJson } from '../json/json-text.js';
import { KeyMemory } from '../json/key-memory.js';
import type { RewriteSession } from '../rewrite-session.js';
import type { Segment, SegmentView } from '../segment.js';
import { type Encoding, htmlUnquoted, jsonInside, percent, plain, xmlAttribute, xmlText } from '../splice/encodings.js';
import { Paragraph } from '../splice/paragraph.js';
import { type NestedText, SourceText } from '../splice/source-text.js';
import { decodeHtml, decodeUrl } from './character-references.js';

type Node =
  | DefaultTreeAdapterTypes.ChildNode
  | DefaultTreeAdapterTypes.Document
  | DefaultTreeAdapterTypes.DocumentFragment;
type Element = DefaultTreeAdapterTypes.Element;

const BLOCKS = new Set(
  'html head body address article aside blockquote caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol optgroup option p pre section select summary table tbody td template textarea tfoot th thead title tr ul'.split(
    ' ',
  ),
);
const URLS = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'cite',
  'poster',
  'background',
  'data',
  'srcset',
  'ping',
  'xlink:href',
]);
/** Presentation and grammar: what a person wrote is in none of them. */
const SILENT = new Set(
  'class style type rel charset http-equiv lang dir width height colspan rowspan align valign border cellpadding cellspacing bgcolor color method enctype target media sizes loading tabindex role scope'.split(
    ' ',
  ),
);

/** A `data:` URL's content, rewritten beforehand; null where it is left out. */
export type DataUrls = ReadonlyMap<string, string | null>;

/** An HTML page as segments (WHATWG parsing, so that what a browser shows is what is read). */
export function readHtml(
  source: string,
  part: string,
  session: RewriteSession,
  dataUrls: DataUrls = new Map(),
): SourceText {
  return new HtmlReader(source, part, session, dataUrls).read();
}

class HtmlReader {
  private readonly own: Segment[] = [];
  private readonly nested: NestedText[] = [];
  private paragraph = new Paragraph();
  private count = 0;

  constructor(
    private readonly source: string,
    private readonly part: string,
    private readonly session: RewriteSession,
    private readonly dataUrls: DataUrls,
  ) {}

  read(): SourceText {
    this.walk(parse(this.source, { sourceCodeLocationInfo: true, scriptingEnabled: false }), 0, 'visible');
    this.flush();
    return new SourceText(this.source, this.own, this.nested);
  }

  private walk(node: Node, depth: number, view: SegmentView): void {
    if (depth > this.session.limits.depthMax) throw tooLarge('depthMax');
    const location = 'sourceCodeLocation' in node ? node.sourceCodeLocation : null;
    if (node.nodeName === '#text') {
      if (location) this.text(node as DefaultTreeAdapterTypes.TextNode, location, view);
      return;
    }
    if (node.nodeName === '#comment') {
      if (location) this.alone(location.startOffset + 4, location.endOffset - 3, plain, 'hidden', false);
      return;
    }
    if ('attrs' in node) this.attributes(node);
    const block = BLOCKS.has(node.nodeName);
    if (block) this.flush();
    if (node.nodeName === 'br') this.paragraph.gap('\n');
    const inner = 'attrs' in node && isHidden(node) ? 'hidden' : view;
    if ('childNodes' in node) for (const child of node.childNodes) this.walk(child, depth + 1, inner);
    if ('content' in node) this.walk(node.content, depth + 1, 'hidden');
    if (block) this.flush();
  }

  private text(
    node: DefaultTreeAdapterTypes.TextNode,
    { startOffset, endOffset }: { startOffset: number; endOffset: number },
    view: SegmentView,
  ): void {
    const parent = node.parentNode as Element | null;
    if (parent?.nodeName === 'script' || parent?.nodeName === 'style') {
      this.code(parent, startOffset, endOffset);
      return;
    }
    for (const { text, start, end } of decodeHtml(this.source.slice(startOffset, endOffset), startOffset)) {
      this.paragraph.add(text, start, end, xmlText, view);
    }
  }

  private code(parent: Element, start: number, end: number): void {
    const raw = this.source.slice(start, end);
    const type = parent.attrs.find(({ name }) => name === 'type')?.value ?? '';
    if (/json/i.test(type)) {
      try {
        const { limits, options } = this.session;
        const reading = {
          part: this.part,
          place: this.place(),
          record: undefined,
          keys: new KeyMemory(),
          columns: options.columns,
        };
        const inner = readJson(raw, { ...reading, depthMax: limits.depthMax, nestingMax: limits.nestingMax });
        this.nested.push({ start, end, inner, encode: plain });
        return;
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
      }
    }
    this.alone(start, end, parent.nodeName === 'script' ? jsonInside : plain, 'hidden', false, 'code');
  }

  private attributes(node: Element): void {
    const places = node.sourceCodeLocation?.attrs;
    for (const { name, value } of node.attrs) {
      const place = places?.[name];
      if (!place || SILENT.has(name) || value.length < 2) continue;
      const raw = this.source.slice(place.startOffset, place.endOffset);
      const [opening = '', quote = ''] = /^[^=]*=\s*(["']?)/.exec(raw) ?? [];
      const start = place.startOffset + opening.length;
      const end = place.endOffset - quote.length;
      if (opening === '' || start >= end) continue;
      if (URLS.has(name) && this.dataUrl(value, start, end)) continue;
      const encoding: Encoding = URLS.has(name) ? percent : quote === '' ? htmlUnquoted : xmlAttribute;
      const shown = ['alt', 'title', 'placeholder', 'value', 'aria-label', 'label'].includes(name);
      this.alone(start, end, encoding, shown ? 'visible' : 'hidden', true, 'data', URLS.has(name), labelOf(node, name));
    }
  }

  private dataUrl(value: string, start: number, end: number): boolean {
    if (!this.dataUrls.has(value)) return false;
    const changed = this.dataUrls.get(value) ?? '';
    if (changed !== value) {
      const inner = { source: value, segments: [], render: () => changed };
      this.nested.push({ start, end, inner, encode: plain });
    }
    return true;
  }

  /** A text that stands by itself: a comment, an attribute, a script. */
  private alone(
    start: number,
    end: number,
    encoding: Encoding,
    view: SegmentView,
    references: boolean,
    kind: Segment['kind'] = 'prose',
    url = false,
    label?: string,
  ): void {
    if (start >= end) return;
    const paragraph = new Paragraph();
    const raw = this.source.slice(start, end);
    const decoded = references ? decodeHtml(raw, start) : [{ text: raw, start, end }];
    for (const one of url ? decodeUrl(decoded) : decoded) paragraph.add(one.text, one.start, one.end, encoding);
    const base = { part: this.part, path: this.place(), kind, mode: 'edit' as const, ...(label && { label }) };
    this.own.push(...paragraph.segments(base, view));
  }

  private flush(): void {
    this.own.push(...this.paragraph.segments({ part: this.part, path: this.place(), kind: 'prose', mode: 'edit' }));
    this.paragraph = new Paragraph();
  }

  private place(): string {
    this.count += 1;
    return `text ${this.count}`;
  }
}

function isHidden({ attrs }: Element): boolean {
  return attrs.some(
    ({ name, value }) =>
      name === 'hidden' ||
      (name === 'style' && /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0/i.test(value)),
  );
}

/** `<input name="ssn" value="…">`, `<meta name="author" content="…">`: the name tells what the value is. */
function labelOf({ attrs }: Element, name: string): string | undefined {
  if (name !== 'value' && name !== 'content') return /^data-/.test(name) ? name.slice(5) : undefined;
  return attrs.find((one) => one.name === 'name' || one.name === 'property')?.value;
}
