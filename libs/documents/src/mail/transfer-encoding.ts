import iconv from 'iconv-lite';
import { charsetOf, decode, encode } from '../charset.js';

/** The bytes of a body held as Latin-1, without its content transfer encoding (RFC 2045 §6). */
export function decodeTransfer(body: string, encoding: string): Buffer {
  switch (encoding) {
    case 'base64':
      return Buffer.from(body, 'base64');
    case 'quoted-printable':
      return Buffer.from(
        body
          .replace(/[ \t]+(?=\r?\n)/g, '')
          .replace(/=\r?\n/g, '')
          .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      );
    default:
      return Buffer.from(body, 'latin1');
  }
}

/** The other way; an 8-bit body in a 7-bit part keeps its bytes, as the part had them before. */
export function encodeTransfer(bytes: Buffer, encoding: string): string {
  switch (encoding) {
    case 'base64':
      return bytes.toString('base64').replace(/.{76}(?=.)/g, '$&\r\n');
    case 'quoted-printable':
      return quotedPrintable(bytes.toString('latin1'));
    default:
      return bytes.toString('latin1');
  }
}

function quotedPrintable(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => {
      const escaped = line
        .replace(
          /[^\t\x20-\x3c\x3e-\x7e]/g,
          (byte) => `=${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
        )
        .replace(/[ \t]$/, (space) => (space === ' ' ? '=20' : '=09'));
      return escaped.replace(/(?:=[0-9A-F]{2}|[^=]){1,73}(?=.{3})/g, '$&=\r\n').replace(/=\r\n$/, '');
    })
    .join('\r\n');
}

/** A part's text with the way back to its bytes. */
export interface CharsetText {
  readonly text: string;
  encode(text: string): Buffer;
}

/** Reads bytes by the charset a part names if that loses nothing, otherwise by what they are. */
export function decodeCharset(bytes: Buffer, named: string | undefined): CharsetText {
  if (named && iconv.encodingExists(named)) {
    const text = iconv.decode(bytes, named, { stripBOM: false });
    if (iconv.encode(text, named, { addBOM: false }).equals(bytes)) {
      // US-ASCII and its like hold no letter beyond; what is put back may need one, and UTF-8 is its superset.
      const charset = /^(?:us-)?ascii$/i.test(named) ? 'utf8' : named;
      return { text, encode: (changed) => iconv.encode(changed, charset, { addBOM: false }) };
    }
  }
  const charset = charsetOf(bytes);
  return { text: decode(bytes, charset), encode: (changed) => encode(changed, charset) };
}

const ENCODED_WORD = /=\?([\w-]+)(?:\*[\w-]+)?\?([BbQq])\?([^?\s]*)\?=/;
export const ENCODED_WORDS = new RegExp(`${ENCODED_WORD.source}(?:\\s+${ENCODED_WORD.source})*`, 'g');

/** RFC 2047: a run of encoded words as text; white space between them is not part of it. */
export function decodeWords(run: string): string {
  let text = '';
  let pending: Buffer = Buffer.alloc(0);
  let charset = '';
  // Words of one charset are joined before decoding, since some writers split a character between two.
  for (const match of run.matchAll(new RegExp(ENCODED_WORD.source, 'g'))) {
    const [, name, kind, body] = match as unknown as [string, string, string, string];
    const bytes =
      kind.toUpperCase() === 'B'
        ? Buffer.from(body, 'base64')
        : decodeTransfer(body.replaceAll('_', ' '), 'quoted-printable');
    if (name.toLowerCase() !== charset) {
      text += decodeCharset(pending, charset).text;
      pending = Buffer.alloc(0);
      charset = name.toLowerCase();
    }
    pending = Buffer.concat([pending, bytes]);
  }
  return text + decodeCharset(pending, charset).text;
}

const WORD_BYTES_MAX = 45;

/** Printable ASCII as it is, folded; anything else as encoded words of at most 75 characters. */
export function encodeWords(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.replace(/(.{60,76}) (?=\S)/g, '$1\r\n ');
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    if (Buffer.byteLength(word + character) > WORD_BYTES_MAX) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  words.push(word);
  return words.map((one) => `=?UTF-8?B?${Buffer.from(one).toString('base64')}?=`).join('\r\n ');
}
