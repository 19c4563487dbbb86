import type { AuditRow } from './audit-chain.js';
import { type ChainVerdict, ChainVerifier, type VerifyOptions } from './verify-chain.js';

/** The first occurrence ends the fields with strings in them: inside a JSON string its quotes would be escaped. */
const DETAIL = ',"detail":';

/**
 * A row as one line of JSON. `detail` stands in it as an object, byte for byte as it was hashed, so that the line can be
 * searched by ordinary tools and still be verified.
 */
export function auditLine(row: AuditRow): string {
  const { scheme, tenantId, sequence, recordedAt, requestId, action, actorId, resourceId, hash, detail } = row;
  const fields = { scheme, tenantId, sequence, recordedAt, requestId, action, actorId, resourceId, hash };
  return `${JSON.stringify(fields).slice(0, -1)}${DETAIL}${detail}}`;
}

/** A line whose strings need no escapes, as nearly all are: read without a JSON parser, four times as fast. */
const PLAIN =
  /^\{"scheme":([1-9]\d{0,3}),"tenantId":"([a-z0-9-]{1,63})","sequence":([1-9]\d{0,14}),"recordedAt":"([0-9TZ:.-]{24})","requestId":"([!#-[\]-~]*)","action":"([a-z0-9_.]*)","actorId":"([!#-[\]-~]*)","resourceId":(?:null|"([!#-[\]-~]*)"),"hash":"([0-9a-f]{64})","detail":(.*)\}$/;

/** Reads a line that `auditLine` wrote; null for any other, even one that means the same. */
export function parseAuditLine(line: string): AuditRow | null {
  const plain = PLAIN.exec(line);
  if (plain) return rowOfPlain(plain as unknown as string[]);
  const end = line.indexOf(DETAIL);
  if (end === -1) return null;
  try {
    const fields = JSON.parse(`${line.slice(0, end)}}`) as Omit<AuditRow, 'detail'>;
    const row = { ...fields, detail: line.slice(end + DETAIL.length, -1) };
    return auditLine(row) === line ? row : null;
  } catch {
    return null;
  }
}

function rowOfPlain([, scheme, tenantId, sequence, recordedAt, requestId, action, actorId, resourceId, hash, detail]: (
  | string
  | undefined
)[]): AuditRow {
  return {
    scheme: Number(scheme),
    tenantId,
    sequence: Number(sequence),
    recordedAt,
    requestId,
    action,
    actorId,
    resourceId: resourceId ?? null,
    detail,
    hash,
  } as AuditRow;
}

/** Verifies an export, with nothing but it and the checkpoints. Empty lines are skipped. */
export async function verifyAuditLines(
  lines: AsyncIterable<string> | Iterable<string>,
  options: VerifyOptions,
): Promise<ChainVerdict> {
  const verifier = new ChainVerifier(options);
  const holds = (line: string): boolean => {
    if (line === '') return true;
    const row = parseAuditLine(line);
    if (!row) verifier.addUnreadable();
    return row !== null && verifier.add(row);
  };
  // A loop that awaits costs as much as a hash.
  if (Symbol.iterator in lines) for (const line of lines) if (!holds(line)) break;
  if (Symbol.asyncIterator in lines) for await (const line of lines) if (!holds(line)) break;
  return verifier.verdict();
}
