import { type AuditRow, recordOf } from './audit-chain.js';
import type { AuditRecord } from './audit-event.js';
import { canonicalJson } from './canonical-json.js';

const COLUMNS: readonly (readonly [string, (record: AuditRecord) => string | number | boolean | undefined])[] = [
  ['sequence', (r) => r.sequence],
  ['recordedAt', (r) => r.recordedAt],
  ['action', (r) => r.action],
  ['actorId', (r) => r.actor.id],
  ['actorKind', (r) => r.actor.kind],
  ['onBehalfOf', (r) => r.actor.onBehalfOf],
  ['resourceKind', (r) => r.resource.kind],
  ['resourceId', (r) => r.resource.id],
  ['infoType', (r) => r.resource.infoType],
  ['collection', (r) => r.resource.collection],
  ['purpose', (r) => r.purpose],
  ['reason', (r) => r.reason],
  ['allowed', (r) => r.decision?.allowed],
  ['level', (r) => r.decision?.level],
  ['decidedBy', (r) => r.decision?.decidedBy.join(' ')],
  ['policyHash', (r) => r.decision?.policyHash],
  ['requestId', (r) => r.requestId],
  ['facts', (r) => r.facts && canonicalJson(r.facts)],
  ['hash', (r) => r.hash],
];

/** The header line of the CSV export (RFC 4180). */
export const AUDIT_CSV_HEADER = COLUMNS.map(([name]) => name).join(',');

/** A row as a line of CSV. For people and spreadsheets; only the JSON Lines export can be verified. */
export function auditCsvLine(row: AuditRow): string {
  const record = recordOf(row);
  return COLUMNS.map(([, read]) => cell(read(record))).join(',');
}

/**
 * Text that a spreadsheet would take for a formula gets an apostrophe before it (OWASP, "CSV Injection"): ids and reasons
 * come from callers, and the reader of an audit log is an administrator.
 */
function cell(value: string | number | boolean | undefined): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const safe = /^[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
