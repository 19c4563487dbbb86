import type { Database, DatabaseClient } from '#lib/database';
import { DomainError } from '#lib/kernel';
import type { AccessAuthority } from './access-authority.js';
import { entrantsOf } from './entrants.js';

/**
 * Keeps the installation open to somebody who can administer it: that there is an administrator is not enough when he has
 * neither a key, nor a password, nor an identity provider that leads to him.
 */
export class WaysIn {
  constructor(
    private readonly database: Database,
    private readonly authority: AccessAuthority,
    /** Names of the configured providers and issuers, whose people come in by themselves. */
    private readonly providers: readonly string[] = [],
  ) {}

  /**
   * Runs a change in one transaction, one at a time for each tenant, and refuses it when there was an administrator with a
   * way in before and none after.
   *
   * @throws DomainError `policy.conflict`
   */
  async keepOne<T>(tenantId: string, change: (client: DatabaseClient) => Promise<T>): Promise<T> {
    return this.database.withTenant(tenantId, async (client) => {
      await lockIdentity(client, tenantId);
      return this.guard(client, tenantId, change);
    });
  }

  /** The same inside a transaction that holds the lock. */
  async guard<T>(client: DatabaseClient, tenantId: string, change: (client: DatabaseClient) => Promise<T>): Promise<T> {
    const had = await this.#anybody(client, tenantId);
    const done = await change(client);
    if (had && !(await this.#anybody(client, tenantId))) {
      throw new DomainError('policy.conflict', {
        publicMessage: 'That would take the last way in of the last administrator.',
      });
    }
    return done;
  }

  async #anybody(client: DatabaseClient, tenantId: string): Promise<boolean> {
    for (const principal of await entrantsOf(client, tenantId, this.providers)) {
      if (await this.authority.isAdministrator(principal)) return true;
    }
    return false;
  }
}

/** One change of who may what at a time for each tenant. */
export async function lockIdentity(client: DatabaseClient, tenantId: string): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('pvg:principal:' || $1, 0))`, [tenantId]);
}
