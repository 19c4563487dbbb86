import { bareVaultToken, parseVaultToken } from '#lib/kernel';
import { isToken } from '../columns/cells.js';
import { decodeUrl } from '../html/character-references.js';
import type { Segment } from '../segment.js';
import type { Encoding } from '../splice/encodings.js';
import { Paragraph } from '../splice/paragraph.js';
import { type NestedText, SourceText } from '../splice/source-text.js';
import type { HeaderField } from './mime-parser.js';
import { decodeWords, ENCODED_WORDS, encodeWords } from './transfer-encoding.js';

const ADDRESSES =
  /^(?:resent-)?(?:from|to|cc|bcc|sender|reply-to)$|^(?:return-path|delivered-to|x-original-to|errors-to|disposition-notification-to|mail-followup-to)$/;
/** RFC 2606: nothing is ever delivered there. A replaced address stays an address. */
const TOKEN_DOMAIN = '@token.invalid';
const TOKEN_ADDRESS = /\b([A-Z][A-Z0-9_]*_[0-9A-Z]{10})@token\.invalid/g;
/** Fields whose values others rely on byte for byte, and that say nothing of people. */
const SILENT =
  /^(?:mime-version|content-transfer-encoding|date|content-length|lines|importance|priority|x-priority|x-mailer|user-agent|precedence|auto-submitted)$/;

export interface HeaderReading {
  readonly segments: readonly Segment[];
  readonly nested: readonly NestedText[];
}

const NOTHING: HeaderReading = { segments: [], nested: [] };

/** One header field as segments: addresses, file names, encoded words, everything else as it stands. */
export function readHeader(
  source: string,
  field: HeaderField,
  base: { part: string; path: string; replacing: boolean },
): HeaderReading {
  const { name, start, end } = field;
  if (SILENT.test(name) || start >= end) return NOTHING;
  const raw = source.slice(start, end);
  if (ADDRESSES.test(name)) return readAddresses(raw, field, base);
  if (name.startsWith('content-')) return { ...NOTHING, segments: readParameters(raw, field, base) };
  const at = { part: base.part, path: base.path, kind: 'data' as const, label: name };
  if (!/=\?/.test(raw) && /^[^\x80-\xff]*$/.test(raw) && name !== 'subject') {
    return { ...NOTHING, segments: paragraphOf(raw, start).segments({ ...at, mode: 'edit' }, 'metadata') };
  }
  // Encoded words and folded subjects are one text: decoded, and encoded anew if it changes.
  const unfolded = raw.replace(/\r?\n(?=[ \t])/g, '');
  const text = unfolded.replace(ENCODED_WORDS, decodeWords);
  const pieces = [{ from: 0, to: text.length, start: 0, end: text.length, encoding: same }];
  const view = name === 'subject' ? 'visible' : 'metadata';
  const segment: Segment = { ...at, kind: 'prose', mode: 'edit', view, text, pieces };
  return { ...NOTHING, nested: [{ start, end, inner: new SourceText(text, [segment]), encode: encodeWords }] };
}

const same: Encoding = (text) => text;

/** A bare token of an address gets a domain; display names take atoms or encoded words (RFC 5322 §3.2.3). */
const inHeader: Encoding = (text) => {
  const token = parseVaultToken(text);
  if (token?.type === 'EMAIL') return bareVaultToken(token.token) + TOKEN_DOMAIN;
  return /^[\x20-\x7e]*$/.test(text) ? text : encodeWords(text);
};

/** Raw header text: folding reads as a space, and a replaced address as its token. */
function paragraphOf(raw: string, offset: number): Paragraph {
  const paragraph = new Paragraph();
  let at = 0;
  const marks = [...raw.matchAll(/\r?\n[ \t]+/g), ...raw.matchAll(TOKEN_ADDRESS)].sort((a, b) => a.index - b.index);
  for (const match of marks) {
    paragraph.add(raw.slice(at, match.index), offset + at, offset + match.index, inHeader);
    at = match.index + match[0].length;
    paragraph.add(match[1] ?? ' ', offset + match.index, offset + at, inHeader);
  }
  paragraph.add(raw.slice(at), offset + at, offset + raw.length, inHeader);
  return paragraph;
}

/** A display name before `<`: quoted, encoded or bare. */
const PHRASE = /(?:^|,|;|:)\s*(?:"((?:[^"\\]|\\.)+)"|((?:=\?[^?\s]+\?[BbQq]\?[^?\s]*\?=\s*)+)|([^<>",;:=]+?))\s*(?=<)/g;

function readAddresses(
  raw: string,
  { start }: HeaderField,
  base: { part: string; path: string; replacing: boolean },
): HeaderReading {
  const nested: NestedText[] = [];
  const segments: Segment[] = [];
  const at = { part: base.part, path: base.path, kind: 'data' as const, mode: 'bare' as const };
  let cursor = 0;
  const rest = (to: number): void => {
    segments.push(...paragraphOf(raw.slice(cursor, to), start + cursor).segments(at, 'metadata'));
  };
  for (const match of raw.matchAll(PHRASE)) {
    const [whole, quoted, encoded, bare] = match;
    const written = quoted ?? encoded?.trimEnd() ?? bare!;
    const from = match.index + whole.indexOf(written);
    if (written.trim() === '') continue;
    rest(from);
    cursor = from + written.length;
    const text = encoded === undefined ? written.replace(/\\(.)/g, '$1') : decodeWords(written);
    const pieces = [{ from: 0, to: text.length, start: 0, end: text.length, encoding: same }];
    const asked = base.replacing && !isToken(text);
    const segment: Segment = {
      ...at,
      view: 'metadata',
      text,
      pieces,
      ...(asked && { value: { type: 'PERSON', form: 'token' } }),
    };
    const encode = (changed: string): string =>
      quoted !== undefined && /^[\x20-\x7e]*$/.test(changed)
        ? changed.replace(/["\\]/g, '\\$&')
        : phrase(changed, quoted !== undefined);
    nested.push({ start: start + from, end: start + cursor, inner: new SourceText(text, [segment]), encode });
  }
  rest(raw.length);
  return { segments, nested };
}

function phrase(text: string, inQuotes: boolean): string {
  if (/^[\w !#$%&'*+\-/=?^`{|}~]*$/.test(text)) return text;
  // An encoded word may not stand inside quotes: they are closed around it.
  if (!/^[\x20-\x7e]*$/.test(text)) return inQuotes ? `" ${encodeWords(text)} "` : encodeWords(text);
  return inQuotes ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

const FILE_NAME = /\b((?:file)?name)(\*(?:\d+\*?)?)?\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/gi;

/** `name` and `filename` of Content-Type and Content-Disposition (RFC 2231 forms too); nothing else there is text. */
function readParameters(raw: string, { start, name }: HeaderField, base: { part: string; path: string }): Segment[] {
  if (name === 'content-description' || name === 'content-id') {
    return paragraphOf(raw, start).segments({ ...base, kind: 'data', mode: 'bare' }, 'metadata');
  }
  return [...raw.matchAll(FILE_NAME)].flatMap((match) => {
    const written = match[3] ?? match[4]!;
    const from = start + match.index + match[0].lastIndexOf(written);
    const paragraph = new Paragraph();
    const stretch = { text: written, start: from, end: from + written.length };
    const percent = match[2]?.endsWith('*');
    for (const { text, start: begin, end } of percent ? decodeUrl([stretch]) : [stretch]) {
      paragraph.add(text, begin, end, percent ? encodeURIComponent : inQuotes);
    }
    return paragraph.segments(
      { part: base.part, path: base.path, kind: 'data', mode: 'bare', label: 'file name' },
      'metadata',
    );
  });
}

const inQuotes: Encoding = (text) => (/^[\x20-\x7e]*$/.test(text) ? text.replace(/["\\]/g, '_') : encodeWords(text));
