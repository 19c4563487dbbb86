import { isUtf8 } from 'node:buffer';

/** WHATWG windows-1252: all 256 bytes have a character, so decoding loses nothing. */
const HIGH = [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'];
const BYTE = new Map(HIGH.map((character, index) => [character, 0x80 + index]));

export type Charset = 'utf8' | 'windows-1252' | 'utf-16le' | 'utf-16be';

/** UTF-8 when the bytes are valid UTF-8, otherwise windows-1252, which every byte sequence is. */
export function charsetOf(bytes: Uint8Array): 'utf8' | 'windows-1252' {
  return isUtf8(bytes) ? 'utf8' : 'windows-1252';
}

/** Decodes without loss: `encode(decode(bytes, charset), charset)` are the bytes. A byte order mark is kept. */
export function decode(bytes: Uint8Array, charset: Charset): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (charset) {
    case 'utf8':
      return buffer.toString('utf8');
    case 'utf-16le':
      return buffer.toString('utf16le');
    case 'utf-16be':
      return Buffer.from(buffer).swap16().toString('utf16le');
    case 'windows-1252':
      return buffer
        .toString('latin1')
        .replace(/[\u0080-\u009f]/g, (character) => HIGH[character.charCodeAt(0) - 0x80]!);
  }
}

/** Characters that windows-1252 lacks become `?`. */
export function encode(text: string, charset: Charset): Buffer {
  switch (charset) {
    case 'utf8':
      return Buffer.from(text, 'utf8');
    case 'utf-16le':
      return Buffer.from(text, 'utf16le');
    case 'utf-16be':
      return Buffer.from(text, 'utf16le').swap16();
    case 'windows-1252': {
      const mapped = text.replace(/[\u0080-\u009f\u0100-\u{10ffff}]/gu, (character) =>
        String.fromCharCode(BYTE.get(character) ?? 0x3f),
      );
      return Buffer.from(mapped, 'latin1');
    }
  }
}

/** UTF-16 by its byte order mark (RFC 2781 §3.2); everything else is told by its content. */
export function utf16By(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return null;
}
