import { ApiKeys } from '#lib/identity';
import type { TestGateway } from './test-gateway.js';

export interface AddedPrincipal {
  readonly id: string;
  readonly tenantId?: string;
  readonly roles?: readonly string[];
  readonly collections?: readonly string[];
  readonly purposes?: readonly string[];
  readonly scopes?: readonly string[];
}

/** Adds a principal with a key of its own; gives the headers that its requests carry. */
export async function addPrincipal(t: TestGateway, added: AddedPrincipal): Promise<Record<string, string>> {
  const { id, tenantId = 'default', roles = [], collections = ['*'], purposes = ['*'], scopes } = added;
  await t.testDatabase.admin(
    `INSERT INTO principal (tenant_id, id, kind, display_name, roles, purposes, collections)
     VALUES ($5, $1, 'service', $1, $2, $3, $4)`,
    [id, roles, purposes, collections, tenantId],
  );
  const { key } = await t.gateway.app
    .get(ApiKeys)
    .create(tenantId, { principalId: id, createdBy: 'test', ...(scopes && { scopes }) });
  return { authorization: `Bearer ${key.reveal()}` };
}
