import type { Database, DatabaseClient } from '#lib/database';
import type { Principal } from '#lib/kernel';
import type { ClaimRule } from './claim-rules.js';
import { type GroupDefinition, groupRights } from './group-roles.js';
import {
  PRINCIPAL_COLUMNS,
  type PrincipalRecord,
  type PrincipalRow,
  principalFrom,
  principalRecordFrom,
  readPrincipals,
} from './principals.js';

/** The roles that active, unexpired grants add, by principal. */
export async function activeGrants(client: DatabaseClient, principalId?: string): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ principal_id: string; roles: string[] }>({
    name: 'grants-active',
    text: `SELECT principal_id, array_agg(DISTINCT role ORDER BY role) AS roles FROM access_grant
           WHERE state = 'active' AND expires_at > now() AND ($1::text IS NULL OR principal_id = $1) GROUP BY principal_id`,
    values: [principalId ?? null],
  });
  return new Map(rows.map((row) => [row.principal_id, row.roles]));
}

export async function readGroups(client: DatabaseClient): Promise<Map<string, GroupDefinition>> {
  const { rows } = await client.query<GroupDefinition>({
    name: 'groups-read',
    text: 'SELECT id, roles, parents, purposes, collections FROM principal_group',
  });
  return new Map(rows.map((row) => [row.id, row]));
}

export async function readClaimRules(client: DatabaseClient, issuer: string): Promise<ClaimRule[]> {
  const { rows } = await client.query<ClaimRule>({
    name: 'claim-rules-read',
    text: 'SELECT issuer, claim, value, groups FROM claim_rule WHERE issuer = $1',
    values: [issuer],
  });
  return rows;
}

const union = (...lists: (readonly string[])[]): string[] => [...new Set(lists.flat())].sort();

/** A stored principal with what its groups and its active grants add: what its requests act as. */
export async function effectivePrincipal(client: DatabaseClient, record: PrincipalRecord): Promise<Principal> {
  const granted = (await activeGrants(client, record.id)).get(record.id) ?? [];
  const groups = record.groups.length > 0 ? await readGroups(client) : new Map<string, GroupDefinition>();
  return withGroups(principalFrom(record), groups, granted);
}

interface ActiveRow extends PrincipalRow {
  readonly granted: string[] | null;
  readonly definitions: GroupDefinition[] | null;
}

/** `effectivePrincipal` of an active principal in one round trip, all of it as of one moment. Null when it isn't active. */
export async function readActivePrincipal(database: Database, tenantId: string, id: string): Promise<Principal | null> {
  const { rows } = await database.tenantStatement<ActiveRow>(tenantId, {
    name: 'principal-active',
    text: `SELECT ${PRINCIPAL_COLUMNS},
             (SELECT array_agg(DISTINCT g.role ORDER BY g.role) FROM access_grant g
              WHERE g.principal_id = p.id AND g.state = 'active' AND g.expires_at > now()) AS granted,
             (SELECT jsonb_agg(jsonb_build_object('id', m.id, 'roles', m.roles, 'parents', m.parents,
                'purposes', m.purposes, 'collections', m.collections))
              FROM principal_group m WHERE cardinality(p.groups) > 0) AS definitions
           FROM principal p WHERE p.id = $1 AND p.state = 'active'`,
    values: [id],
  });
  const row = rows[0];
  if (!row) return null;
  const groups = new Map((row.definitions ?? []).map((definition) => [definition.id, definition]));
  return withGroups(principalFrom(principalRecordFrom(row)), groups, row.granted ?? []);
}

/** Active principals with what their groups add, but without time-boxed grants, since those end. */
export async function lastingPrincipals(client: DatabaseClient): Promise<Principal[]> {
  const records = await readPrincipals(client);
  const groups = await readGroups(client);
  return records
    .filter((record) => record.state === 'active')
    .map((record) => withGroups(principalFrom(record), groups, []));
}

function withGroups(
  base: Principal,
  groups: ReadonlyMap<string, GroupDefinition>,
  granted: readonly string[],
): Principal {
  const rights = groupRights(base.groups, groups);
  return {
    ...base,
    groups: rights.groups,
    roles: union(base.roles, rights.roles, granted),
    purposes: union(base.purposes, rights.purposes),
    collections: union(base.collections, rights.collections),
  };
}
