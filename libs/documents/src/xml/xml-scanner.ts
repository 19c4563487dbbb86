import { forbiddenContent, tooLarge, unreadable } from '../document-error.js';

/** One token of an XML text, by offsets. `name` of an element keeps its prefix. */
export interface XmlToken {
  readonly what: 'open' | 'close' | 'text' | 'comment' | 'cdata' | 'instruction';
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly selfClosing: boolean;
}

export interface XmlAttribute {
  readonly name: string;
  /** Of the raw value, without its quotes. */
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts XML 1.0 into tokens without losing a byte's place. A DOCTYPE is refused (`document.forbidden_content`), so no entity can
 * be declared; tags that don't close are `document.unreadable`. With `fragment`, elements may stay open at the end.
 */
export function* xmlTokens(source: string, depthMax: number, fragment = false): Generator<XmlToken> {
  const open: string[] = [];
  let at = source.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at < source.length) {
    const start = at;
    if (source.charCodeAt(at) !== 0x3c) {
      at = source.indexOf('<', at);
      if (at < 0) at = source.length;
      yield { what: 'text', name: '', start, end: at, selfClosing: false };
      continue;
    }
    if (source.startsWith('<!--', at)) {
      at = after(source, '-->', at + 4);
      yield { what: 'comment', name: '', start, end: at, selfClosing: false };
    } else if (source.startsWith('<![CDATA[', at)) {
      at = after(source, ']]>', at + 9);
      yield { what: 'cdata', name: '', start, end: at, selfClosing: false };
    } else if (source.startsWith('<?', at)) {
      at = after(source, '?>', at + 2);
      yield { what: 'instruction', name: '', start, end: at, selfClosing: false };
    } else if (source.startsWith('<!', at)) {
      throw forbiddenContent('DOCTYPE');
    } else {
      at = tagEnd(source, at + 1);
      const closing = source.charCodeAt(start + 1) === 0x2f;
      const name = nameAt(source, closing ? start + 2 : start + 1, at);
      const selfClosing = source.charCodeAt(at - 2) === 0x2f;
      if (closing) {
        if (open.pop() !== name && !fragment) throw unreadable('malformed XML');
      } else if (!selfClosing) {
        open.push(name);
        if (open.length > depthMax) throw tooLarge('depthMax');
      }
      yield { what: closing ? 'close' : 'open', name, start, end: at, selfClosing };
    }
  }
  if (open.length > 0 && !fragment) throw unreadable('truncated XML');
}

const ATTRIBUTE = /([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The attributes of an opening tag. */
export function* xmlAttributes(source: string, { start, end, name }: XmlToken): Generator<XmlAttribute> {
  const from = start + 1 + name.length;
  for (const match of source.slice(from, end).matchAll(ATTRIBUTE)) {
    const value = match[2] ?? match[3] ?? '';
    const to = from + match.index + match[0].length - 1;
    yield { name: match[1]!, start: to - value.length, end: to };
  }
}

export function xmlAttribute(source: string, tag: XmlToken, name: string): string | undefined {
  for (const attribute of xmlAttributes(source, tag)) {
    if (attribute.name === name) return xmlDecoded(source.slice(attribute.start, attribute.end));
  }
  return undefined;
}

export interface XmlStretch {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const REFERENCE = /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/g;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Raw text as stretches: literal ones and references (XML 1.0 §4.1, §4.6). */
export function* xmlDecode(source: string, start: number, end: number): Generator<XmlStretch> {
  const raw = source.slice(start, end);
  if (!raw.includes('&')) {
    if (raw !== '') yield { text: raw, start, end };
    return;
  }
  let at = 0;
  for (const match of raw.matchAll(REFERENCE)) {
    if (match.index > at) yield { text: raw.slice(at, match.index), start: start + at, end: start + match.index };
    at = match.index + match[0].length;
    yield { text: referred(match), start: start + match.index, end: start + at };
  }
  if (at < raw.length) yield { text: raw.slice(at), start: start + at, end };
}

export function xmlDecoded(raw: string): string {
  return raw.includes('&') ? raw.replace(REFERENCE, (...match) => referred(match as unknown as RegExpExecArray)) : raw;
}

function referred([, hex, decimal, named]: readonly (string | undefined)[]): string {
  if (named !== undefined) return NAMED[named]!;
  const code = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}

function after(source: string, what: string, from: number): number {
  const at = source.indexOf(what, from);
  if (at < 0) throw unreadable('truncated XML');
  return at + what.length;
}

/** The offset after the `>` that ends a tag; a `>` in a quoted value does not. */
function tagEnd(source: string, from: number): number {
  let quote = 0;
  for (let at = from; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 0x3e) {
      return at + 1;
    } else if (code === 0x22 || code === 0x27) {
      quote = code;
    } else if (code === 0x3c) {
      break;
    }
  }
  throw unreadable('malformed XML');
}

function nameAt(source: string, from: number, end: number): string {
  let to = from;
  while (to < end && !/[\s/>]/.test(source[to]!)) to += 1;
  return source.slice(from, to);
}
