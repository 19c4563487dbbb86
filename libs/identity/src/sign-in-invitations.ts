import type { Database } from '#lib/database';
import { DomainError, type Principal, type Secret } from '#lib/kernel';
import { type AccessAuthority, mustBeWithin } from './access-authority.js';
import { invalidCredentials } from './api-keys.js';
import { effectivePrincipal } from './directory.js';
import { storePassword } from './local-sign-in.js';
import { newTenantSecret, sha256Of, tenantOfSecret } from './opaque-secret.js';
import { checkPassword, hashPassword, PASSWORD_COST, type PasswordCost } from './password-hash.js';
import { findPrincipal } from './principals.js';
import type { WaysIn } from './ways-in.js';

/** How long an invitation can be redeemed. */
export const INVITATION_SECONDS = 3 * 24 * 3_600;

/**
 * How a stored person gets a password, or a new one: an administrator makes a token, shown once, and hands it over; the
 * person chooses the password with it. So no administrator knows anybody's password.
 */
export class SignInInvitations {
  constructor(
    private readonly database: Database,
    private readonly authority: AccessAuthority,
    private readonly waysIn: WaysIn,
    private readonly cost: PasswordCost = PASSWORD_COST,
  ) {}

  /**
   * Whoever holds the token can become the person, so the actor must be allowed to hand out what the person holds. A later
   * invitation ends the one before.
   *
   * @throws DomainError `resource.not_found`; `policy.denied`
   */
  async create(actor: Principal, principalId: string): Promise<{ token: Secret<string>; expiresAt: Date }> {
    const { secret: token, sha256 } = newTenantSecret(actor.tenantId);
    const owner = await this.database.withTenant(actor.tenantId, async (client) => {
      const record = await findPrincipal(client, principalId);
      if (record?.kind !== 'user' || record.state !== 'active') throw notFound();
      return effectivePrincipal(client, record);
    });
    await mustBeWithin(this.authority, actor, owner);
    const { rows } = await this.database.withTenant(actor.tenantId, (client) =>
      client.query<{ expires_at: Date }>(
        `INSERT INTO sign_in_invitation (tenant_id, principal_id, token_sha256, created_by, expires_at)
         VALUES ($1, $2, $3, $4, now() + $5 * interval '1 second')
         ON CONFLICT (tenant_id, principal_id) DO UPDATE SET token_sha256 = excluded.token_sha256,
           created_by = excluded.created_by, expires_at = excluded.expires_at
         RETURNING expires_at`,
        [actor.tenantId, principalId, sha256, actor.id, INVITATION_SECONDS],
      ),
    );
    return { token, expiresAt: rows[0]!.expires_at };
  }

  /**
   * Sets the password of the person that the token was made for, once. A second factor that was set up stays.
   *
   * @throws DomainError `identity.invalid_credentials` for a wrong, used or late token; `request.invalid` for a weak password,
   * which leaves the token valid
   */
  async redeem(token: Secret<string>, password: Secret<string>): Promise<Principal> {
    const tenantId = tenantOfSecret(token);
    if (tenantId === null) throw invalidCredentials();
    const invited = await this.database.withTenant(tenantId, async (client) => {
      const { rows } = await client.query<{ principal_id: string }>(
        'SELECT principal_id FROM sign_in_invitation WHERE token_sha256 = $1 AND expires_at > now()',
        [sha256Of(token.reveal())],
      );
      return rows[0]?.principal_id;
    });
    if (invited === undefined) throw invalidCredentials();
    checkPassword(password, [invited]);
    const hash = await hashPassword(password, this.cost);
    return this.database.withTenant(tenantId, async (client) => {
      const { rowCount } = await client.query(
        'DELETE FROM sign_in_invitation WHERE token_sha256 = $1 AND expires_at > now()',
        [sha256Of(token.reveal())],
      );
      const record = await findPrincipal(client, invited);
      if (rowCount !== 1 || record?.state !== 'active') throw invalidCredentials();
      await storePassword(client, { tenantId, principalId: invited, hash });
      return effectivePrincipal(client, record);
    });
  }

  /**
   * Takes password, second factor and invitation away from a person.
   *
   * @throws DomainError `policy.denied` for one with rights that the actor couldn't hand out; `policy.conflict` when that
   * would leave no administrator with a way in
   */
  async remove(actor: Principal, principalId: string): Promise<void> {
    const owner = await this.database.withTenant(actor.tenantId, async (client) => {
      const record = await findPrincipal(client, principalId);
      if (!record) throw notFound();
      return effectivePrincipal(client, record);
    });
    await mustBeWithin(this.authority, actor, owner);
    await this.waysIn.keepOne(actor.tenantId, async (client) => {
      for (const table of ['sign_in_invitation', 'local_sign_in'])
        await client.query(`DELETE FROM ${table} WHERE principal_id = $1`, [principalId]);
    });
  }
}

function notFound(): DomainError {
  return new DomainError('resource.not_found', { publicMessage: 'There is no such person.' });
}
