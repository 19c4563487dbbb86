/**
 * An id that others chose (a subject of an identity provider) as the audit log takes it: bytes that could be a person's
 * words become `=HH`, and what is too long is cut.
 */
export function auditId(id: string): string {
  return id
    .replace(/[^A-Za-z0-9_.:/\-[\]+*#|,]/gu, (char) =>
      [...Buffer.from(char)].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join(''),
    )
    .slice(0, 200);
}
