import { isToken } from '../columns/cells.js';
import { decodeUrl } from '../html/character-references.js';
import type { RewriteSession } from '../rewrite-session.js';
import type { Segment, SegmentView } from '../segment.js';
import { xmlAttribute as attributeEncoding, percent, plain, xmlText } from '../splice/encodings.js';
import { Paragraph } from '../splice/paragraph.js';
import { type NestedText, SourceText } from '../splice/source-text.js';
import {
  type XmlAttribute,
  type XmlToken,
  xmlAttributes,
  xmlDecode,
  xmlDecoded,
  xmlTokens,
} from '../xml/xml-scanner.js';
import * as rules from './ooxml-rules.js';

export interface XmlPartOptions {
  readonly part: string;
  /** The text outside any paragraph: `metadata` for docProps. */
  readonly view: SegmentView;
  /** Records of a larger part, whose elements may stay open. */
  readonly fragment?: boolean;
  readonly record?: number;
  /** Element text that a caller reads itself. */
  readonly skip?: ReadonlySet<string>;
  readonly more?: { readonly segments: readonly Segment[]; readonly nested: readonly NestedText[] };
}

/**
 * An XML part of an Office document as segments: paragraphs over their runs, every other text, comments, and the attributes
 * that people write. Reads parts it has no rules for as well.
 */
export function readXmlPart(source: string, session: RewriteSession, options: XmlPartOptions): SourceText {
  return new XmlPartReader(source, session, options).read();
}

class XmlPartReader {
  private readonly own: Segment[] = [];
  private readonly nested: NestedText[] = [];
  private readonly open: string[] = [];
  /** Paragraphs stand in one another: a text box's in the one it hangs on. */
  private readonly paragraphs: { text: Paragraph; formulas: Paragraph }[] = [];
  private deleted = 0;
  private hidden = false;
  private inRunProperties = false;
  private count = 0;
  private label: string | undefined;

  constructor(
    private readonly source: string,
    private readonly session: RewriteSession,
    private readonly options: XmlPartOptions,
  ) {}

  read(): SourceText {
    for (const token of xmlTokens(this.source, this.session.limits.depthMax, this.options.fragment)) this.take(token);
    while (this.paragraphs.length > 0) this.closeParagraph();
    const { segments = [], nested = [] } = this.options.more ?? {};
    return new SourceText(this.source, [...this.own, ...segments], [...this.nested, ...nested]);
  }

  private take(token: XmlToken): void {
    switch (token.what) {
      case 'open':
        this.opened(token);
        break;
      case 'close':
        this.closed(token.name);
        break;
      case 'text':
        this.text(xmlDecode(this.source, token.start, token.end));
        break;
      case 'cdata':
        this.text([
          { text: this.source.slice(token.start + 9, token.end - 3), start: token.start + 9, end: token.end - 3 },
        ]);
        break;
      case 'comment':
        this.alone(
          [{ text: this.source.slice(token.start + 4, token.end - 3), start: token.start + 4, end: token.end - 3 }],
          'hidden',
        );
        break;
      case 'instruction':
        break;
    }
  }

  private opened(token: XmlToken): void {
    const { name } = token;
    if (name === 'w:r' || name === 'a:r') this.hidden = false;
    if (name === 'w:rPr') this.inRunProperties = !token.selfClosing;
    if (this.inRunProperties && (name === 'w:vanish' || name === 'w:webHidden')) {
      this.hidden = !/w:val\s*=\s*["'](?:0|false|off)["']/.test(this.source.slice(token.start, token.end));
      if (this.hidden) this.session.note('hidden_content');
    }
    const mark = rules.MARKS[name];
    // `w:tab` is a tab stop inside `w:tabs`, a character inside a run.
    if (mark !== undefined && this.open.at(-1) !== 'w:tabs') this.paragraphs.at(-1)?.text.gap(mark);
    for (const attribute of xmlAttributes(this.source, token)) this.attribute(token, attribute);
    if (token.selfClosing) return;
    this.open.push(name);
    if (rules.PARAGRAPHS.has(name)) this.paragraphs.push({ text: new Paragraph(), formulas: new Paragraph() });
    if (rules.DELETED.has(name)) {
      this.deleted += 1;
      this.session.note('tracked_changes');
    }
  }

  private closed(name: string): void {
    this.open.pop();
    if (name === 'w:rPr') this.inRunProperties = false;
    if (rules.PARAGRAPHS.has(name)) this.closeParagraph();
    if (rules.DELETED.has(name)) this.deleted -= 1;
  }

  private closeParagraph(): void {
    const paragraph = this.paragraphs.pop();
    if (!paragraph) return;
    this.own.push(
      ...paragraph.text.segments(this.base()),
      ...paragraph.formulas.segments(this.base('code'), 'formula'),
    );
  }

  private text(stretches: Iterable<{ text: string; start: number; end: number }>): void {
    const element = this.open.at(-1) ?? '';
    if (this.options.skip?.has(element)) return;
    const paragraph = this.paragraphs.at(-1);
    const formula = rules.FORMULAS.has(element);
    if (paragraph && !formula && !/(?:^|:)t$|^w:delText$/.test(element)) {
      const all = [...stretches];
      // White space between the elements of a paragraph is layout.
      if (all.every(({ text }) => text.trim() === '')) return;
      this.alone(all, this.options.view);
      return;
    }
    if (paragraph) {
      const view = this.deleted > 0 ? 'deleted' : this.hidden ? 'hidden' : 'visible';
      const target = formula ? paragraph.formulas : paragraph.text;
      for (const { text, start, end } of stretches) target.add(text, start, end, xmlText, formula ? 'visible' : view);
      return;
    }
    const all = [...stretches];
    const whole = rules.WHOLE_VALUES[element];
    if (whole) this.wholeValue(all, whole);
    else this.alone(all, formula ? 'formula' : this.options.view, element);
  }

  private wholeValue(stretches: readonly { text: string; start: number; end: number }[], type: string): void {
    const text = stretches.map((one) => one.text).join('');
    const first = stretches[0];
    const last = stretches.at(-1);
    if (!first || !last || text.trim() === '') return;
    const pieces = [{ from: 0, to: text.length, start: first.start, end: last.end, encoding: xmlText }];
    const asked = !isToken(text) && this.session.options.direction === 'replace';
    this.own.push({ ...this.base(), view: 'metadata', text, pieces, ...(asked && { value: { type, form: 'token' } }) });
  }

  private alone(
    stretches: Iterable<{ text: string; start: number; end: number }>,
    view: SegmentView,
    element = '',
    encoding = xmlText,
    mode: Segment['mode'] = 'edit',
  ): void {
    const paragraph = new Paragraph();
    for (const { text, start, end } of stretches) paragraph.add(text, start, end, encoding);
    const label = element.replace(/^.*:/, '') === 'lpwstr' ? this.label : undefined;
    const kind = view === 'formula' ? 'code' : 'data';
    this.own.push(...paragraph.segments({ ...this.base(kind), mode, ...(label && { label }) }, view));
  }

  private attribute(token: XmlToken, { name, start, end }: XmlAttribute): void {
    const raw = this.source.slice(start, end);
    if (raw.length < 2) return;
    if (name === 'name' && token.name === 'property') this.label = xmlDecoded(raw);
    if (rules.BLANKED_ATTRIBUTES.has(name)) {
      if (this.session.options.direction === 'replace') {
        this.nested.push({ start, end, inner: { source: raw, segments: [], render: () => '' }, encode: plain });
      }
      return;
    }
    const whole =
      rules.WHOLE_ATTRIBUTES[name] ?? (name === 'name' && /[aA]uthor$/.test(token.name) ? 'PERSON' : undefined);
    if (whole) {
      const text = xmlDecoded(raw);
      const pieces = [{ from: 0, to: text.length, start, end, encoding: attributeEncoding }];
      const asked = !isToken(text) && this.session.options.direction === 'replace';
      this.own.push({
        ...this.base(),
        view: 'metadata',
        text,
        pieces,
        ...(asked && { value: { type: whole, form: 'token' } }),
      });
      return;
    }
    const view = this.viewOf(token.name, name, raw);
    if (!view) return;
    const target = name === 'Target';
    const decoded = xmlDecode(this.source, start, end);
    const mode = view === 'formula' || (name === 'name' && token.name === 'sheet') ? 'bare' : 'edit';
    this.alone(target ? decodeUrl(decoded) : decoded, view, '', target ? percent : attributeEncoding, mode);
  }

  private viewOf(element: string, name: string, raw: string): SegmentView | null {
    if (name.startsWith('xmlns')) return null;
    if (name === 'name') return rules.NAMED_ELEMENTS.has(element) ? 'visible' : null;
    if (name === 'v' && rules.CACHED_VALUES.has(element)) return 'hidden';
    if (name === 'Target' && !/^(?:mailto|tel|https?|file|ftp):|[@\s]|%40/i.test(raw)) return null;
    return rules.TEXT_ATTRIBUTES[name] ?? (rules.LIKE_TEXT.test(raw) ? 'hidden' : null);
  }

  private base(kind: Segment['kind'] = 'prose'): Omit<Segment, 'text' | 'pieces' | 'view'> {
    this.count += 1;
    const { part, record } = this.options;
    return {
      part,
      path: record === undefined ? `text ${this.count}` : `row ${record} text ${this.count}`,
      kind,
      mode: kind === 'code' && this.options.part.startsWith('xl/') ? 'bare' : 'edit',
      ...(record !== undefined && { record }),
    };
  }
}
