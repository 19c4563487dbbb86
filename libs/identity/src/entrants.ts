import type { DatabaseClient } from '#lib/database';
import type { Principal } from '#lib/kernel';
import { lastingPrincipals, readClaimRules, readGroups } from './directory.js';
import { groupRights } from './group-roles.js';

/** A key that ends within a day is no way in that anybody can count on. */
const LASTING = '1 day';

/** What somebody could be tomorrow: each stored principal by each of its ways in, and whoever claim rules let in. */
export async function entrantsOf(
  client: DatabaseClient,
  tenantId: string,
  providers: readonly string[],
): Promise<Principal[]> {
  const { rows: keys } = await client.query<{ principal_id: string; scopes: string[] }>(
    `SELECT principal_id, scopes FROM api_key
     WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now() + interval '${LASTING}')`,
  );
  const { rows: passwords } = await client.query<{ principal_id: string }>('SELECT principal_id FROM local_sign_in');
  const withPassword = new Set(passwords.map((row) => row.principal_id));
  const stored = (await lastingPrincipals(client)).flatMap((principal) => {
    const federated = providers.some((name) => principal.id.startsWith(`${name}:`));
    if (federated || withPassword.has(principal.id)) return [principal];
    return keys
      .filter((key) => key.principal_id === principal.id)
      .map(({ scopes }) => (scopes.includes('*') ? principal : { ...principal, scopes }));
  });
  return [...stored, ...(await byClaims(client, tenantId, providers))];
}

async function byClaims(client: DatabaseClient, tenantId: string, providers: readonly string[]): Promise<Principal[]> {
  const groups = await readGroups(client);
  const rules = await Promise.all(providers.map((name) => readClaimRules(client, name)));
  return rules.flat().map((rule) => ({
    tenantId,
    id: `${rule.issuer}:somebody`,
    kind: 'user' as const,
    attributes: {},
    ...groupRights(rule.groups, groups),
  }));
}
