import type { Database } from '#lib/database';
import type { Principal, Secret } from '#lib/kernel';
import { type AccessAuthority } from './access-authority.js';
import { newApiKey } from './api-key-format.js';
import { invalidCredentials } from './api-keys.js';
import { lastingPrincipals } from './directory.js';
import { newOpaqueSecret, sha256Of } from './opaque-secret.js';

const VALID_SECONDS = 24 * 3_600;

/**
 * The way in on a new installation: a token printed once makes the first administrator, and only while there is none. Its
 * hash is stored; it ends after a day, with its use, or when an administrator exists by other means.
 */
export class SetupTokens {
  constructor(
    private readonly database: Database,
    private readonly authority: AccessAuthority,
  ) {}

  /** A new token, which ends the one before. Null when the tenant has an administrator. */
  async issue(tenantId: string): Promise<Secret<string> | null> {
    await this.database.withoutTenant((client) =>
      client.query('INSERT INTO tenant (id) VALUES ($1) ON CONFLICT DO NOTHING', [tenantId]),
    );
    if (await this.#hasAdministrator(tenantId)) return null;
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
   * Makes the first administrator and its API key, once.
   *
   * @throws DomainError `identity.invalid_credentials` for a wrong, used or late token, or when there is an administrator
   */
  async redeem(
    tenantId: string,
    token: Secret<string>,
    who: { readonly id: string; readonly displayName?: string },
  ): Promise<{ key: Secret<string>; principalId: string }> {
    if (!/^[a-z0-9][a-z0-9._@-]{0,99}$/i.test(who.id) || (await this.#hasAdministrator(tenantId))) {
      throw invalidCredentials();
    }
    const { key, parts } = newApiKey();
    await this.database.withTenant(tenantId, async (client) => {
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
      await client.query(
        `INSERT INTO api_key (tenant_id, prefix, secret_sha256, principal_id, name, created_by)
         VALUES ($1, $2, $3, $4, 'First administrator', 'pvg:setup')`,
        [tenantId, parts.prefix, parts.secretSha256, who.id],
      );
    });
    return { key, principalId: who.id };
  }

  async #hasAdministrator(tenantId: string): Promise<boolean> {
    const principals: readonly Principal[] = await this.database.withTenant(tenantId, lastingPrincipals);
    for (const principal of principals) if (await this.authority.isAdministrator(principal)) return true;
    return false;
  }
}
