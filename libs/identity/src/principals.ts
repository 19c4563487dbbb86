import type { DatabaseClient } from '#lib/database';
import type { Principal, PrincipalKind } from '#lib/kernel';

/** A principal as it is stored. */
export interface PrincipalRecord extends Omit<Principal, 'scopes' | 'actor'> {
  readonly displayName: string;
  readonly state: 'active' | 'disabled';
  readonly etag: string;
}

export interface PrincipalRow {
  tenant_id: string;
  id: string;
  kind: PrincipalKind;
  display_name: string;
  state: 'active' | 'disabled';
  roles: string[];
  groups: string[];
  purposes: string[];
  collections: string[];
  attributes: Record<string, string>;
  etag: string;
}

export const PRINCIPAL_COLUMNS =
  'tenant_id, id, kind, display_name, state, roles, groups, purposes, collections, attributes, etag::text';

export function principalRecordFrom(row: PrincipalRow): PrincipalRecord {
  return {
    tenantId: row.tenant_id,
    id: row.id,
    kind: row.kind,
    displayName: row.display_name,
    state: row.state,
    roles: row.roles,
    groups: row.groups,
    purposes: row.purposes,
    collections: row.collections,
    attributes: row.attributes,
    etag: row.etag,
  };
}

/** Reads one principal inside a transaction of its tenant. Null when there is none. */
export async function findPrincipal(client: DatabaseClient, id: string): Promise<PrincipalRecord | null> {
  const { rows } = await client.query<PrincipalRow>({
    name: 'principal-find',
    text: `SELECT ${PRINCIPAL_COLUMNS} FROM principal WHERE id = $1`,
    values: [id],
  });
  return rows[0] ? principalRecordFrom(rows[0]) : null;
}

/** All principals of the transaction's tenant, by id. */
export async function readPrincipals(client: DatabaseClient): Promise<PrincipalRecord[]> {
  const { rows } = await client.query<PrincipalRow>(`SELECT ${PRINCIPAL_COLUMNS} FROM principal ORDER BY id`);
  return rows.map(principalRecordFrom);
}

/** What a request acts as: only what decisions read. */
export function principalFrom(record: PrincipalRecord): Principal {
  const { tenantId, id, kind, roles, groups, purposes, collections, attributes } = record;
  return { tenantId, id, kind, roles, groups, purposes, collections, attributes };
}
