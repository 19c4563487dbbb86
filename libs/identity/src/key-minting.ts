import type { Database } from '#lib/database';
import { DomainError, type Principal } from '#lib/kernel';
import { type AccessAuthority, mustBeWithin } from './access-authority.js';
import type { ApiKeys, CreatedApiKey, NewApiKey } from './api-keys.js';
import { effectivePrincipal } from './directory.js';
import { findPrincipal } from './principals.js';
import { WaysIn } from './ways-in.js';

/** Makes keys on behalf of a principal: a key may hold no more than whoever mints it could hand out. */
export class KeyMinting {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeys,
    private readonly authority: AccessAuthority,
    private readonly waysIn = new WaysIn(database, authority),
  ) {}

  /** @throws DomainError `policy.denied`, and what `ApiKeys.create` throws */
  async create(actor: Principal, given: Omit<NewApiKey, 'createdBy'>): Promise<CreatedApiKey> {
    const owner = await this.#owner(actor, given.principalId);
    const scopes = given.scopes?.includes('*') ? undefined : given.scopes;
    await mustBeWithin(this.authority, actor, scopes ? { ...owner, scopes } : owner);
    return this.keys.create(actor.tenantId, { ...given, createdBy: actor.id });
  }

  /** @throws DomainError `policy.denied`, and what `ApiKeys.rotate` throws */
  async rotate(
    actor: Principal,
    prefix: string,
    options: { overlapMs: number; expiresAt?: Date },
  ): Promise<CreatedApiKey> {
    const old = (await this.keys.list(actor.tenantId)).find((key) => key.prefix === prefix);
    if (!old) throw new DomainError('resource.not_found', { publicMessage: 'There is no such key.' });
    const owner = await this.#owner(actor, old.principalId);
    await mustBeWithin(this.authority, actor, old.scopes.includes('*') ? owner : { ...owner, scopes: old.scopes });
    const rotation = { ...options, createdBy: actor.id };
    const created = await this.waysIn.keepOne(actor.tenantId, (client) =>
      this.keys.rotateWithin(client, actor.tenantId, prefix, rotation),
    );
    this.keys.changed(actor.tenantId);
    return created;
  }

  /**
   * Ends a key: here at once, everywhere within a second.
   *
   * @throws DomainError `policy.conflict` for the last key of the last administrator, when he has no other way in
   */
  async revoke(actor: Principal, prefix: string): Promise<void> {
    await this.waysIn.keepOne(actor.tenantId, (client) => this.keys.revokeWithin(client, prefix));
    this.keys.changed(actor.tenantId);
  }

  async #owner(actor: Principal, id: string): Promise<Principal> {
    return this.database.withTenant(actor.tenantId, async (client) => {
      const record = await findPrincipal(client, id);
      if (!record) throw new DomainError('resource.not_found', { publicMessage: 'There is no such principal.' });
      return effectivePrincipal(client, record);
    });
  }
}
