import type { Database } from '#lib/database';
import type { Principal } from '#lib/kernel';
import { lastingPrincipals } from './directory.js';
import { entrantsOf } from './entrants.js';

/**
 * Lists a tenant's principals without time-boxed grants, since those end: whom policy versions are checked against, so that
 * somebody can still administer afterwards.
 */
export class TenantDirectory {
  constructor(
    private readonly database: Database,
    /** Names of the configured providers and issuers, whose people come in by themselves. */
    private readonly providers: readonly string[] = [],
  ) {}

  async activePrincipals(tenantId: string): Promise<readonly Principal[]> {
    return this.database.withTenant(tenantId, lastingPrincipals);
  }

  /** Those that can come in, each by each of its ways. */
  async entrants(tenantId: string): Promise<readonly Principal[]> {
    return this.database.withTenant(tenantId, (client) => entrantsOf(client, tenantId, this.providers));
  }
}
