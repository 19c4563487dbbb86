import { isUtf8 } from 'node:buffer';
import { extname } from 'node:path';
import { charsetOf, decode, utf16By } from './charset.js';
import { separatorOf } from './csv/separator.js';
import type { FormatId } from './document-format.js';

/** What the first bytes say. `zip` and `ole` are containers whose kind their parts tell. */
export type Sniffed = FormatId | 'zip' | 'ole' | 'binary' | 'empty';

export const SNIFF_LENGTH = 64 * 1024;

/** Signatures at the start of a file (IANA media type registrations, PNG §5.2, ISO 32000-1 §7.5.2 allows a late header). */
const MAGIC: readonly (readonly [Sniffed, string])[] = [
  ['png', '89504e470d0a1a0a'],
  ['jpeg', 'ffd8ff'],
  ['zip', '504b0304'],
  ['zip', '504b0506'],
  ['ole', 'd0cf11e0a1b11ae1'],
  ['rtf', '7b5c727466'],
];

/** Tells a format by content; `extension` only decides between formats that content cannot tell apart. */
export function sniff(head: Buffer, extension: string): Sniffed {
  if (head.length === 0) return 'empty';
  const hex = head.subarray(0, 8).toString('hex');
  for (const [format, magic] of MAGIC) if (hex.startsWith(magic)) return format;
  if (head.subarray(0, 1024).includes('%PDF-')) return 'pdf';
  const utf16 = utf16By(head);
  if (!utf16 && isBinary(head)) return 'binary';
  const charset = utf16 ?? charsetOf(head);
  return sniffText(
    decode(utf16 ? head.subarray(0, head.length & ~1) : head, charset).replace(/^\ufeff/, ''),
    extension,
  );
}

/** The extension of a file name, lower case, without its dot. */
export function extensionOf(name: string): string {
  return extname(name).slice(1).toLowerCase();
}

function sniffText(text: string, extension: string): Sniffed {
  const start = text.trimStart();
  if (/^WEBVTT(?:[\s]|$)/.test(text)) return 'subtitles';
  if (/^\d+\r?\n\d{2}:\d{2}:\d{2}[,.]\d{3} --> /.test(start)) return 'subtitles';
  if (/^(?:<!doctype html|<html[\s>]|<head[\s>]|<body[\s>])/i.test(start)) return 'html';
  if (start.startsWith('<?xml')) return /<html[\s>]/i.test(start.slice(0, 2_000)) ? 'html' : 'xml';
  if (/^[[{]/.test(start)) return sniffJson(start, extension);
  if (isMail(text) && !['txt', 'log', 'md', 'csv', 'tsv'].includes(extension)) return 'eml';
  switch (extension) {
    case 'csv':
      return 'csv';
    case 'tsv':
    case 'tab':
      return 'tsv';
    case 'md':
    case 'markdown':
      return 'markdown';
    case 'log':
      return 'log';
    case 'htm':
    case 'html':
      return 'html';
    case 'eml':
      return isMail(text) ? 'eml' : 'text';
    case '':
      return looksTabular(text) ?? 'text';
    default:
      return 'text';
  }
}

function sniffJson(start: string, extension: string): Sniffed {
  const [line = ''] = start.split(/\r?\n/, 1);
  const lines =
    ['ndjson', 'jsonl'].includes(extension) || (extension !== 'json' && isJson(line) && /\n\s*\S/.test(start));
  if (!lines) return ['txt', 'md', 'log', 'csv'].includes(extension) && !isJson(line) ? 'text' : 'json';
  return isChat(line) ? 'chat-jsonl' : 'ndjson';
}

function isJson(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}

function isChat(line: string): boolean {
  if (!isJson(line)) return false;
  const row = JSON.parse(line) as Record<string, unknown> | null;
  const messages = row?.messages ?? row?.conversations;
  return Array.isArray(messages) && messages.every((message) => typeof message === 'object' && message !== null);
}

/** RFC 5322 §2.2: field names are printable ASCII without colon; two or more of the usual ones make a mail. */
function isMail(text: string): boolean {
  const [headers = ''] = text.replace(/^From .*\r?\n/, '').split(/\r?\n\r?\n/, 1);
  const known = headers.match(
    /^(?:from|to|cc|subject|date|message-id|received|mime-version|return-path|content-type|reply-to):/gim,
  );
  return (known?.length ?? 0) >= 2 && /^[!-9;-~]+:/.test(headers);
}

function looksTabular(text: string): 'csv' | 'tsv' | null {
  const separator = separatorOf(text);
  const [first = '', second = ''] = text.split(/\r?\n/, 2);
  if (!first.includes(separator) || !second.includes(separator)) return null;
  return separator === '\t' ? 'tsv' : 'csv';
}

function isBinary(head: Buffer): boolean {
  if (head.includes(0)) return true;
  if (isUtf8(head)) return false;
  // Text of one-byte charsets has few control characters.
  let controls = 0;
  for (const byte of head) if (byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b)) controls += 1;
  return controls > head.length / 100;
}
