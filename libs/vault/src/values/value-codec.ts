/** Values are kept as they came, whatever they hold. One MiB of UTF-8 (or UTF-16, for ill-formed strings). */
export const VALUE_BYTES_MAX = 1024 * 1024;

const UTF8 = 0;
const UTF16 = 1;

/**
 * A string as bytes from which exactly that string comes back. Well-formed strings are UTF-8; those with lone surrogates,
 * which UTF-8 can't hold (Unicode §3.9), are UTF-16LE. The first byte says which.
 */
export function encodeValue(value: string): Buffer {
  if (value.isWellFormed()) {
    const bytes = Buffer.allocUnsafe(1 + Buffer.byteLength(value, 'utf8'));
    bytes[0] = UTF8;
    bytes.write(value, 1, 'utf8');
    return bytes;
  }
  const bytes = Buffer.allocUnsafe(1 + 2 * value.length);
  bytes[0] = UTF16;
  bytes.write(value, 1, 'utf16le');
  return bytes;
}

export function decodeValue(bytes: Buffer): string {
  return bytes.toString(bytes[0] === UTF16 ? 'utf16le' : 'utf8', 1);
}
