import type { Database, DatabaseClient } from '#lib/database';
import type { Secret } from '#lib/kernel';
import { newApiKey } from './api-key-format.js';

export const SEED_ROLES = ['admin', 'user', 'support', 'analyst'] as const;
export type SeedRole = (typeof SEED_ROLES)[number];
export type SeededKeys = Readonly<Record<SeedRole, Secret<string>>>;

const DESCRIPTIONS: Readonly<Record<SeedRole, string>> = {
  admin: 'Manages policies, principals and keys; sees no plain values.',
  user: 'Sees plain what he supplied in the same exchange; may join.',
  support: 'Sees masked e-mail and phone and initials of names; may join.',
  analyst: 'Sees tokens only; may not join.',
};

/**
 * Makes a tenant's four roles, a principal for each (any purpose, any collection) and an API key for each principal.
 * The keys are returned this once. Null when the tenant has principals already, unless `renew`: then the seeded principals
 * get new keys and the ones seeded before are revoked (the file that held them is gone).
 */
export async function seedIdentity(
  database: Database,
  tenantId: string,
  options: { readonly renew?: boolean } = {},
): Promise<SeededKeys | null> {
  await database.withoutTenant((client) =>
    client.query('INSERT INTO tenant (id) VALUES ($1) ON CONFLICT DO NOTHING', [tenantId]),
  );
  return database.withTenant(tenantId, async (client) => {
    // Replicas that start at once seed once.
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('pvg:seed:' || $1, 0))`, [tenantId]);
    const { rowCount } = await client.query('SELECT FROM principal LIMIT 1');
    if (rowCount !== 0 && !options.renew) return null;
    await client.query(`UPDATE api_key SET revoked_at = now() WHERE created_by = 'pvg:seed' AND revoked_at IS NULL`);
    const keys: Partial<Record<SeedRole, Secret<string>>> = {};
    for (const role of SEED_ROLES) keys[role] = await seedRole(client, tenantId, role);
    return keys as SeededKeys;
  });
}

async function seedRole(client: DatabaseClient, tenantId: string, role: SeedRole): Promise<Secret<string>> {
  await client.query('INSERT INTO role (tenant_id, id, description) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    tenantId,
    role,
    DESCRIPTIONS[role],
  ]);
  await client.query(
    `INSERT INTO principal (tenant_id, id, kind, display_name, roles, purposes, collections)
     VALUES ($1, $2, 'service', $3, $4, '{*}', '{*}') ON CONFLICT DO NOTHING`,
    [tenantId, role, `Development ${role}`, [role]],
  );
  const { key, parts } = newApiKey();
  await client.query(
    `INSERT INTO api_key (tenant_id, prefix, secret_sha256, principal_id, name, created_by)
     VALUES ($1, $2, $3, $4, 'Development key', 'pvg:seed')`,
    [tenantId, parts.prefix, parts.secretSha256, role],
  );
  return key;
}
