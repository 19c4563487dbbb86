import { parseFragment } from 'parse5';

/** A stretch of source and the text it stands for. */
export interface Decoded {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const REFERENCE = /&(?:#[xX]?[0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);?|[ \t\r\n\f]+/g;
const known = new Map<string, string>();
const KNOWN_MAX = 5_000;

/** HTML §13.5 named and numeric references, as the parser reads them in text. */
function reference(source: string): string {
  const answer = known.get(source);
  if (answer !== undefined) return answer;
  const [node] = parseFragment(source).childNodes;
  const text = node && 'value' in node ? node.value : source;
  if (known.size < KNOWN_MAX) known.set(source, text);
  return text;
}

/** Cuts raw HTML text into stretches: literal ones, references, and white space, which reads as one space. */
export function* decodeHtml(raw: string, offset: number): Generator<Decoded> {
  let at = 0;
  for (const match of raw.matchAll(REFERENCE)) {
    const [source] = match;
    const text = source.startsWith('&') ? reference(source) : ' ';
    if (text === source) continue;
    if (match.index > at) yield { text: raw.slice(at, match.index), start: offset + at, end: offset + match.index };
    at = match.index + source.length;
    yield { text, start: offset + match.index, end: offset + at };
  }
  if (at < raw.length) yield { text: raw.slice(at), start: offset + at, end: offset + raw.length };
}

const PERCENT = /(?:%[0-9a-fA-F]{2})+/g;

/** Reads percent-escapes too, where they are UTF-8; each run of escapes is one stretch per character. */
export function* decodeUrl(parts: Iterable<Decoded>): Generator<Decoded> {
  for (const part of parts) {
    if (part.text.length !== part.end - part.start || !part.text.includes('%')) {
      yield part;
      continue;
    }
    let at = 0;
    for (const match of part.text.matchAll(PERCENT)) {
      const characters = utf8Characters(match[0]);
      if (!characters) continue;
      if (match.index > at) yield slice(part, at, match.index);
      at = match.index;
      for (const { text, length } of characters) {
        yield { text, start: part.start + at, end: part.start + at + length };
        at += length;
      }
    }
    if (at < part.text.length) yield slice(part, at, part.text.length);
  }
}

function slice({ text, start }: Decoded, from: number, to: number): Decoded {
  return { text: text.slice(from, to), start: start + from, end: start + to };
}

function utf8Characters(escapes: string): { text: string; length: number }[] | null {
  try {
    return [...decodeURIComponent(escapes)].map((text) => ({ text, length: Buffer.byteLength(text) * 3 }));
  } catch {
    return null;
  }
}
