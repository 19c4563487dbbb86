const PREFIX_BYTES = 4;

/**
 * Joins fields so that no two different lists of fields give the same bytes: each is preceded by its length as four bytes,
 * big endian. Strings are taken as UTF-8. Used for additional authenticated data and for the input of keyed digests.
 */
export function lengthPrefixed(fields: readonly (string | Uint8Array)[]): Buffer {
  let total = 0;
  for (const field of fields) total += PREFIX_BYTES + lengthOf(field);
  const out = Buffer.allocUnsafe(total);
  let at = 0;
  for (const field of fields) {
    const length = lengthOf(field);
    at = out.writeUInt32BE(length, at);
    if (typeof field === 'string') out.write(field, at, length, 'utf8');
    else out.set(field, at);
    at += length;
  }
  return out;
}

function lengthOf(field: string | Uint8Array): number {
  return typeof field === 'string' ? Buffer.byteLength(field, 'utf8') : field.length;
}
