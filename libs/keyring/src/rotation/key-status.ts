import type { DatabaseClient } from '#lib/database';
import { wipe } from '../crypto/wipe.js';
import type { Keyring } from '../keyring.js';
import { listRotations, type Rotation } from './rotation.js';

export interface KeyStatus {
  readonly provider: string;
  /** Whether a destroyed key-encryption key is gone outside the database too. */
  readonly destroysSlots: boolean;
  readonly fingerprints: { readonly encryption: string; readonly index: string };
  readonly keks: readonly {
    readonly version: number;
    readonly slot: string;
    readonly state: string;
    /** Wrapped data keys and index seeds under it. */
    readonly rows: number;
    readonly createdAt: Date;
    /** Whether it still opens its canary; null once destroyed. */
    readonly opens: boolean | null;
  }[];
  readonly indexKeys: readonly { readonly version: number; readonly state: string; readonly opens: boolean | null }[];
  readonly dataKeys: { readonly active: number; readonly retiring: number; readonly encryptionsMax: number };
  readonly rotations: readonly Rotation[];
}

/** What a tenant's keys are, and whether each one still opens its canary. */
export async function keyStatus(keyring: Keyring, tenantId: string): Promise<KeyStatus> {
  await keyring.tenant(tenantId);
  const fingerprints = await keyring.kms.fingerprints();
  return keyring.database.withTenant(tenantId, async (c) => {
    const rows = await rowsByKekVersion(c, tenantId);
    const keks = await c.query<{ version: number; slot: string; state: string; createdAt: Date }>(
      `SELECT version, slot, state, created_at AS "createdAt" FROM tenant_kek WHERE tenant_id = $1 ORDER BY version`,
      [tenantId],
    );
    const indexKeys = await c.query<{ version: number; state: string }>(
      'SELECT version, state FROM index_key WHERE tenant_id = $1 ORDER BY version',
      [tenantId],
    );
    const dataKeys = await c.query<{ active: number; retiring: number; encryptionsMax: number }>(
      `SELECT count(*) FILTER (WHERE state = 'active')::int AS active,
              count(*) FILTER (WHERE state = 'retiring')::int AS retiring,
              coalesce(max(encryptions), 0)::float8 AS "encryptionsMax"
       FROM data_key WHERE tenant_id = $1`,
      [tenantId],
    );
    return {
      provider: keyring.kms.provider,
      destroysSlots: keyring.kms.destroysSlots,
      fingerprints,
      keks: await inTurn(keks.rows, async (kek) => ({
        ...kek,
        rows: rows.get(kek.version) ?? 0,
        opens: kek.state === 'destroyed' ? null : await opens(keyring.tenantKeys.kek(c, tenantId, kek.version)),
      })),
      indexKeys: await inTurn(indexKeys.rows, async (key) => ({
        ...key,
        opens: key.state === 'retired' ? null : await opens(keyring.tenantKeys.indexKey(c, tenantId, key.version)),
      })),
      dataKeys: dataKeys.rows[0]!,
      rotations: await listRotations(c, tenantId),
    };
  });
}

/** How many wrapped data keys and index seeds each key-encryption key version holds. */
export async function rowsByKekVersion(c: DatabaseClient, tenantId: string): Promise<Map<number, number>> {
  const { rows } = await c.query<{ version: number; rows: string }>(
    `SELECT kek_version AS version, count(*) AS rows FROM (
       SELECT kek_version FROM data_key_wrap WHERE tenant_id = $1
       UNION ALL SELECT kek_version FROM index_key WHERE tenant_id = $1 AND wrapped IS NOT NULL
     ) AS wrapped GROUP BY kek_version`,
    [tenantId],
  );
  return new Map(rows.map((row) => [row.version, Number(row.rows)]));
}

/** One after the other: a transaction's connection takes one statement at a time. */
async function inTurn<A, B>(items: readonly A[], work: (item: A) => Promise<B>): Promise<B[]> {
  const done: B[] = [];
  for (const item of items) done.push(await work(item));
  return done;
}

async function opens(key: Promise<Buffer>): Promise<boolean> {
  try {
    wipe(await key);
    return true;
  } catch {
    return false;
  }
}
