import type { Database, DatabaseClient } from '#lib/database';
import { DomainError, type Principal } from '#lib/kernel';
import type { AccessAuthority } from './access-authority.js';
import { lastingPrincipals, readClaimRules, readGroups } from './directory.js';
import { groupRights } from './group-roles.js';

/** A key that ends within a day is no way in that anybody can count on. */
const LASTING = '1 day';

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
    for (const principal of await this.#entrants(client, tenantId)) {
      if (await this.authority.isAdministrator(principal)) return true;
    }
    return false;
  }

  /** What somebody could be tomorrow: each stored principal by each of its ways in, and whoever claim rules let in. */
  async #entrants(client: DatabaseClient, tenantId: string): Promise<Principal[]> {
    const { rows: keys } = await client.query<{ principal_id: string; scopes: string[] }>(
      `SELECT principal_id, scopes FROM api_key
       WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now() + interval '${LASTING}')`,
    );
    const { rows: passwords } = await client.query<{ principal_id: string }>('SELECT principal_id FROM local_sign_in');
    const withPassword = new Set(passwords.map((row) => row.principal_id));
    const stored = (await lastingPrincipals(client)).flatMap((principal) => {
      const federated = this.providers.some((name) => principal.id.startsWith(`${name}:`));
      if (federated || withPassword.has(principal.id)) return [principal];
      return keys
        .filter((key) => key.principal_id === principal.id)
        .map(({ scopes }) => (scopes.includes('*') ? principal : { ...principal, scopes }));
    });
    return [...stored, ...(await this.#byClaims(client, tenantId))];
  }

  async #byClaims(client: DatabaseClient, tenantId: string): Promise<Principal[]> {
    const groups = await readGroups(client);
    const rules = await Promise.all(this.providers.map((name) => readClaimRules(client, name)));
    return rules.flat().map((rule) => ({
      tenantId,
      id: `${rule.issuer}:somebody`,
      kind: 'user' as const,
      attributes: {},
      ...groupRights(rule.groups, groups),
    }));
  }
}

/** One change of who may what at a time for each tenant. */
export async function lockIdentity(client: DatabaseClient, tenantId: string): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('pvg:principal:' || $1, 0))`, [tenantId]);
}
