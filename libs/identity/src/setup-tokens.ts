import type { Database } from '#lib/database';
import type { Principal, Secret } from '#lib/kernel';
import { type AccessAuthority } from './access-authority.js';
import { newApiKey } from './api-key-format.js';
import { invalidCredentials } from './api-keys.js';
import { effectivePrincipal, lastingPrincipals } from './directory.js';
import { storePassword } from './local-sign-in.js';
import { newOpaqueSecret, sha256Of } from './opaque-secret.js';
import { checkPassword, hashPassword, PASSWORD_COST, type PasswordCost } from './password-hash.js';
import { findPrincipal } from './principals.js';

const VALID_SECONDS = 24 * 3_600;

export interface FirstAdministrator {
  readonly id: string;
  readonly displayName?: string;
  readonly password?: Secret<string>;
}

export interface SetUp {
  readonly principal: Principal;
  /** Null for one who has a password. */
  readonly key: Secret<string> | null;
}

/**
 * The way in on a new installation: a token printed once makes the first administrator, and only while there is none. Its
 * hash is stored; it ends after a day, with its use, or when an administrator exists by other means.
 */
export class SetupTokens {
  constructor(
    private readonly database: Database,
    private readonly authority: AccessAuthority,
    private readonly cost: PasswordCost = PASSWORD_COST,
  ) {}

  /** A new token, which ends the one before. Null when the tenant has an administrator. */
  async issue(tenantId: string): Promise<Secret<string> | null> {
    await this.database.withoutTenant((client) =>
      client.query('INSERT INTO tenant (id) VALUES ($1) ON CONFLICT DO NOTHING', [tenantId]),
    );
    if (await this.hasAdministrator(tenantId)) return null;
    const { secret, sha256 } = newOpaqueSecret('pvgsetup_');
    await this.database.withTenant(tenantId, (client) =>
      client.query(
        `INSERT INTO setup_token (tenant_id, token_sha256, expires_at) VALUES ($1, $2, now() + $3 * interval '1 second')
         ON CONFLICT (tenant_id) DO UPDATE SET token_sha256 = excluded.token_sha256, expires_at = excluded.expires_at,
           redeemed_at = NULL`,
        [tenantId, sha256, VALID_SECONDS],
      ),
    );
    return secret;
  }

  /**
   * Makes the first administrator, once, who then signs in with his password; without one he gets an API key.
   *
   * @throws DomainError `identity.invalid_credentials` for a wrong, used or late token, or when there is an administrator;
   * `request.invalid` for a weak password, which leaves the token valid
   */
  async redeem(tenantId: string, token: Secret<string>, who: FirstAdministrator): Promise<SetUp> {
    if (!/^[a-z0-9][a-z0-9._@-]{0,99}$/i.test(who.id) || (await this.hasAdministrator(tenantId))) {
      throw invalidCredentials();
    }
    if (who.password) checkPassword(who.password, [who.id]);
    const hash = who.password && (await this.#hashFor(tenantId, token, who.password));
    const { key, parts } = newApiKey();
    return this.database.withTenant(tenantId, async (client) => {
      const { rowCount } = await client.query(
        'UPDATE setup_token SET redeemed_at = now() WHERE token_sha256 = $1 AND redeemed_at IS NULL AND expires_at > now()',
        [sha256Of(token.reveal())],
      );
      if (rowCount !== 1) throw invalidCredentials();
      await client.query(
        `INSERT INTO role (tenant_id, id, description) VALUES ($1, 'admin', 'Manages; sees no plain values.')
         ON CONFLICT DO NOTHING`,
        [tenantId],
      );
      await client.query(
        `INSERT INTO principal (tenant_id, id, kind, display_name, roles, purposes, collections)
         VALUES ($1, $2, 'user', $3, '{admin}', '{*}', '{*}')
         ON CONFLICT (tenant_id, id) DO UPDATE SET roles = '{admin}', state = 'active', etag = principal.etag + 1`,
        [tenantId, who.id, who.displayName ?? ''],
      );
      if (hash !== undefined) await storePassword(client, { tenantId, principalId: who.id, hash });
      else {
        await client.query(
          `INSERT INTO api_key (tenant_id, prefix, secret_sha256, principal_id, name, created_by)
           VALUES ($1, $2, $3, $4, 'First administrator', 'pvg:setup')`,
          [tenantId, parts.prefix, parts.secretSha256, who.id],
        );
      }
      const record = await findPrincipal(client, who.id);
      if (!record) throw invalidCredentials();
      return { principal: await effectivePrincipal(client, record), key: hash === undefined ? key : null };
    });
  }

  /** A slow hash only for who holds the token. */
  async #hashFor(tenantId: string, token: Secret<string>, password: Secret<string>): Promise<string> {
    const { rowCount } = await this.database.withTenant(tenantId, (client) =>
      client.query('SELECT FROM setup_token WHERE token_sha256 = $1 AND redeemed_at IS NULL AND expires_at > now()', [
        sha256Of(token.reveal()),
      ]),
    );
    if (rowCount !== 1) throw invalidCredentials();
    return hashPassword(password, this.cost);
  }

  /** Whether a tenant has an administrator; if not, the sign-in page asks for the setup token. */
  async hasAdministrator(tenantId: string): Promise<boolean> {
    const principals: readonly Principal[] = await this.database.withTenant(tenantId, lastingPrincipals);
    for (const principal of principals) if (await this.authority.isAdministrator(principal)) return true;
    return false;
  }
}
