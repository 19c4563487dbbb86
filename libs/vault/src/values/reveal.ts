import type { Database, DatabaseClient } from '#lib/database';
import { DomainError, Secret, type VaultToken } from '#lib/kernel';
import type { Keyring } from '#lib/keyring';
import type { VaultRecord } from '../vault-record.js';
import { openStored, type StoredRow } from './open-stored.js';
import { LIVE, RECORD_COLUMNS, recordOf, type ValueRow } from './value-row.js';

/** What is known of tokens, by token. Unknown, expired, used, erased and other tenants' tokens are alike: absent. */
export async function describe(
  database: Database,
  tenantId: string,
  tokens: readonly VaultToken[],
): Promise<Map<VaultToken, VaultRecord>> {
  if (tokens.length === 0) return new Map();
  const { rows } = await database.tenantStatement<ValueRow>(tenantId, {
    name: 'pvg_vault_describe',
    text: `SELECT ${RECORD_COLUMNS} FROM vault_value v WHERE v.tenant_id = $1 AND v.token = ANY($2::text[]) AND ${LIVE}`,
    values: [tenantId, [...new Set(tokens)]],
  });
  return new Map(rows.map((row) => [row.token as VaultToken, recordOf(row)]));
}

interface CipherRow extends StoredRow {
  readonly single_use: boolean;
}

/** A row read just before its key was retired is read again; it has moved to another key meanwhile. */
const READS_MAX = 4;

/**
 * The values of tokens, by token; absent as in `describe`. Expiry and single use are decided by the statement that reads
 * the ciphertext: of two that ask for a single-use value at once, one gets it.
 *
 * Throws `vault.integrity`, naming tokens and no value, when a row was changed or moved: all or nothing.
 */
export async function reveal(
  keyring: Keyring,
  tenantId: string,
  tokens: readonly VaultToken[],
): Promise<Map<VaultToken, Secret<string>>> {
  const revealed = new Map<VaultToken, Secret<string>>();
  let wanted: readonly string[] = [...new Set(tokens)];
  for (let read = 0; wanted.length > 0; read += 1) {
    if (read === READS_MAX) throw keyGone(wanted);
    const asked = wanted;
    const rows = await keyring.database.withTenant(tenantId, (c) => readCiphertexts(c, tenantId, asked, read > 0));
    const opened = await openStored(keyring, tenantId, rows);
    for (const [token, text] of opened) revealed.set(token as VaultToken, new Secret(text));
    wanted = rows.map((row) => row.token).filter((token) => !opened.has(token));
  }
  return revealed;
}

/** `again`: a single-use value that this call has taken already may be read once more, under its new key. */
async function readCiphertexts(
  c: DatabaseClient,
  tenantId: string,
  tokens: readonly string[],
  again: boolean,
): Promise<CipherRow[]> {
  const { rows } = await c.query<CipherRow>({
    name: `pvg_vault_read${again ? '_again' : ''}`,
    text: `SELECT v.token, v.info_type, v.collection_id, v.data_key_id, v.single_use,
             CASE WHEN v.single_use${again ? ' AND v.used_at IS NULL' : ''} THEN NULL ELSE v.ciphertext END AS ciphertext
           FROM vault_value v WHERE v.tenant_id = $1 AND v.token = ANY($2::text[]) AND v.ciphertext IS NOT NULL
             AND (${again ? 'v.single_use OR ' : ''}(${LIVE}))`,
    values: [tenantId, tokens],
  });
  const once = rows.filter((row) => row.single_use && row.ciphertext === null).map((row) => row.token);
  if (once.length === 0) return rows;
  const used = await c.query<CipherRow>({
    name: 'pvg_vault_use_once',
    text: `WITH locked AS (
             SELECT v.token FROM vault_value v WHERE v.tenant_id = $1 AND v.token = ANY($2::text[]) AND ${LIVE}
             ORDER BY v.token FOR UPDATE
           )
           UPDATE vault_value v SET used_at = clock_timestamp() FROM locked
           WHERE v.tenant_id = $1 AND v.token = locked.token
           RETURNING v.token, v.info_type, v.collection_id, v.data_key_id, v.single_use, v.ciphertext`,
    values: [tenantId, once],
  });
  return [...rows.filter((row) => row.ciphertext !== null), ...used.rows];
}

function keyGone(tokens: readonly string[]): DomainError {
  return new DomainError('vault.integrity', {
    publicMessage: 'The key of a stored value is missing.',
    detail: `${tokens.length} value(s) name a data key that has no wrap`,
    facts: { tokens: tokens.slice(0, 20) },
  });
}
