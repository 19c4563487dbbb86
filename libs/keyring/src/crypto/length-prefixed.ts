/**
 * Joins fields so that no two different lists of fields give the same bytes: each is preceded by its length as four bytes,
 * big endian. Strings are taken as UTF-8. Used for additional authenticated data and for the input of keyed digests.
 */
export function lengthPrefixed(fields: readonly (string | Uint8Array)[]): Buffer {
  const parts: Uint8Array[] = [];
  for (const field of fields) {
    const bytes = typeof field === 'string' ? Buffer.from(field, 'utf8') : field;
    const length = Buffer.allocUnsafe(4);
    length.writeUInt32BE(bytes.length);
    parts.push(length, bytes);
  }
  return Buffer.concat(parts);
}
