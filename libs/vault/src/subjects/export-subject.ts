import type { Keyring } from '#lib/keyring';
import { openStored, type StoredRow } from '../values/open-stored.js';
import { LIVE } from '../values/value-row.js';

/** One value of a data subject, as an answer to a request for access (GDPR Article 15) shows it. */
export interface ExportedValue {
  readonly token: string;
  readonly type: string;
  readonly value: string;
  readonly collection: string;
  readonly origins: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  /** Whether other subjects share it. */
  readonly shared: boolean;
}

type ExportRow = StoredRow & {
  readonly origins: string[];
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly shared: boolean;
};

const ROWS_PER_PAGE = 500;

/** Everything of a subject that can be had, in order of token, in pages: constant memory. Single-use values stay unused. */
export async function* exportSubject(
  keyring: Keyring,
  tenantId: string,
  subjectId: string,
): AsyncGenerator<ExportedValue> {
  let after = '';
  for (;;) {
    const from = after;
    const { rows } = await keyring.database.withTenant(tenantId, (c) =>
      c.query<ExportRow>(
        `SELECT v.token, v.info_type, v.collection_id, v.data_key_id, v.ciphertext, v.origins, v.created_at, v.expires_at,
                EXISTS (SELECT FROM subject_value o WHERE o.tenant_id = $1 AND o.token = v.token AND o.subject_id <> $2) AS shared
         FROM subject_value s JOIN vault_value v ON v.tenant_id = s.tenant_id AND v.token = s.token
         WHERE s.tenant_id = $1 AND s.subject_id = $2 AND s.token > $3 AND ${LIVE} ORDER BY s.token LIMIT $4`,
        [tenantId, subjectId, from, ROWS_PER_PAGE],
      ),
    );
    const opened = await openStored(keyring, tenantId, rows);
    for (const row of rows) {
      const value = opened.get(row.token);
      if (value === undefined) continue;
      yield {
        token: row.token,
        type: row.info_type,
        value,
        collection: row.collection_id,
        origins: row.origins,
        createdAt: row.created_at.toISOString(),
        expiresAt: row.expires_at?.toISOString() ?? null,
        shared: row.shared,
      };
    }
    if (rows.length < ROWS_PER_PAGE) return;
    after = rows.at(-1)!.token;
  }
}

const CSV_COLUMNS = ['token', 'type', 'value', 'collection', 'origins', 'createdAt', 'expiresAt', 'shared'] as const;

/** The export as CSV (RFC 4180), with a header line. A cell that a spreadsheet would run as a formula gets a leading '. */
export async function* csvOf(values: AsyncIterable<ExportedValue>): AsyncGenerator<string> {
  yield `${CSV_COLUMNS.join(',')}\r\n`;
  for await (const value of values) yield `${CSV_COLUMNS.map((column) => csvCell(value[column])).join(',')}\r\n`;
}

function csvCell(value: ExportedValue[(typeof CSV_COLUMNS)[number]]): string {
  const text = Array.isArray(value) ? value.join(' ') : String(value ?? '');
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
