import type { DatabaseClient } from '#lib/database';
import type { Form } from '../collections/collection-settings.js';

export interface Rendition {
  readonly token: string;
  readonly form: Form;
  readonly text: string;
}

export interface StandInDigest {
  readonly version: number;
  readonly digest: Buffer;
}

/** Stored renditions of a scope, by their tokens or by their texts. Those of ended values are left out. */
export async function readRenditions(
  c: DatabaseClient,
  tenantId: string,
  scope: string,
  by: { readonly tokens: readonly string[] } | { readonly renditions: readonly string[] },
): Promise<Rendition[]> {
  const column = 'tokens' in by ? 'token' : 'rendition';
  const { rows } = await c.query<Rendition>({
    name: `pvg_vault_renditions_by_${column}`,
    text: `SELECT f.token, f.form, f.rendition AS text FROM value_form f
           JOIN vault_value v ON v.tenant_id = f.tenant_id AND v.token = f.token AND v.ciphertext IS NOT NULL
           WHERE f.tenant_id = $1 AND f.scope = $2 AND f.${column} = ANY($3::text[])`,
    values: [tenantId, scope, 'tokens' in by ? by.tokens : by.renditions],
  });
  return rows;
}

/** Stored renditions of tokens, in whichever scope. Those of ended values are left out. */
export async function renditionsOf(
  c: DatabaseClient,
  tenantId: string,
  tokens: readonly string[],
): Promise<Rendition[]> {
  const { rows } = await c.query<Rendition>({
    name: 'pvg_vault_renditions_of',
    text: `SELECT f.token, f.form, f.rendition AS text FROM value_form f
           JOIN vault_value v ON v.tenant_id = f.tenant_id AND v.token = f.token AND v.ciphertext IS NOT NULL
           WHERE f.tenant_id = $1 AND f.token = ANY($2::text[])`,
    values: [tenantId, tokens],
  });
  return rows;
}

/**
 * Stores a made-up rendition and reserves its digest, unless it is taken or equals a real value of the scope (null). Gives
 * the rendition that the token has: another process may have been first with another one.
 */
export async function insertRendition(
  c: DatabaseClient,
  tenantId: string,
  scope: string,
  rendition: Rendition,
  digests: readonly StandInDigest[],
): Promise<string | null> {
  const { token, form, text } = rendition;
  const { rows } = await c.query<{ text: string | null }>({
    name: 'pvg_vault_rendition_insert',
    text: `WITH stored AS (
             INSERT INTO value_form (tenant_id, scope, token, form, rendition)
             SELECT $1, $2, $3, $4, $5
             WHERE $4 = 'date-shift' OR NOT EXISTS (
               SELECT FROM blind_index b JOIN unnest($6::integer[], $7::bytea[]) AS d(version, digest)
                 ON b.index_version = d.version AND b.digest = d.digest
               WHERE b.tenant_id = $1 AND b.scope = $2 AND b.kind = 'exact')
             ON CONFLICT DO NOTHING RETURNING rendition
           ), reserved AS (
             INSERT INTO blind_index (tenant_id, scope, index_version, kind, digest, token)
             SELECT $1, $2, d.version, 'stand-in', d.digest, $3
             FROM unnest($6::integer[], $7::bytea[]) AS d(version, digest), stored WHERE $4 <> 'date-shift'
           )
           SELECT rendition AS text FROM stored
           UNION ALL SELECT rendition FROM value_form
           WHERE tenant_id = $1 AND scope = $2 AND token = $3 AND form = $4`,
    values: [tenantId, scope, token, form, text, digests.map((d) => d.version), digests.map((d) => d.digest)],
  });
  return rows[0]?.text ?? null;
}

/**
 * Takes back made-up renditions that real values, stored just now, turn out to equal: from here on their tokens get others.
 * Runs in the transaction that stored the values.
 */
export async function retireStandIns(
  c: DatabaseClient,
  tenantId: string,
  scope: string,
  version: number,
  digests: readonly Buffer[],
): Promise<void> {
  await c.query({
    name: 'pvg_vault_retire_stand_ins',
    text: `WITH hit AS (
             DELETE FROM blind_index b WHERE b.tenant_id = $1 AND b.scope = $2 AND b.index_version = $3
               AND b.kind <> 'exact' AND b.kind = 'stand-in' AND b.digest = ANY($4::bytea[]) RETURNING b.token
           )
           DELETE FROM value_form f USING hit WHERE f.tenant_id = $1 AND f.scope = $2 AND f.token = hit.token
             AND f.form <> 'date-shift'`,
    values: [tenantId, scope, version, digests],
  });
}

/** Says, in a transaction that has begun a key change, that from now on new values are compared with stand-ins. */
export async function declareStandIns(c: DatabaseClient, tenantId: string): Promise<void> {
  await c.query('UPDATE key_epoch SET stand_ins = true WHERE tenant_id = $1', [tenantId]);
}
