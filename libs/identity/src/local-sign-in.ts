import type { Database, DatabaseClient } from '#lib/database';
import { Clock, DomainError, type Principal, type Secret, SystemClock } from '#lib/kernel';
import { invalidCredentials } from './api-keys.js';
import { effectivePrincipal } from './directory.js';
import { checkPassword, hashPassword, PASSWORD_COST, type PasswordCost, verifyPassword } from './password-hash.js';
import { findPrincipal } from './principals.js';
import { newTotpSecret, stepOfCode, totpUri } from './totp.js';

/** Keeps secrets that must be read again, under keys that this library doesn't hold. */
export interface SecretSealer {
  seal(tenantId: string, label: string, secret: Secret<string>): Promise<string>;
  unseal(tenantId: string, label: string, sealed: string): Promise<Secret<string>>;
}

export interface LocalSignInOptions {
  readonly clock?: Clock;
  readonly cost?: PasswordCost;
}

export interface LocalMeans {
  readonly password: boolean;
  /** An authenticator app is set up and confirmed. */
  readonly secondFactor: boolean;
}

interface Row {
  password_hash: string;
  totp_sealed: string | null;
  totp_confirmed: boolean;
}

const labelOf = (principalId: string) => `local_sign_in/${principalId}/totp`;

/**
 * People who sign in with a name and a password, and a code of an authenticator app where they set one up. Stored: scrypt of
 * the password, and the app's secret sealed.
 *
 * INVARIANT: a code is taken once (RFC 6238 §5.2): the step it is of is written by the statement that accepts it.
 */
export class LocalSignIn {
  readonly #clock: Clock;
  readonly #cost: PasswordCost;

  constructor(
    private readonly database: Database,
    private readonly sealer: SecretSealer,
    options: LocalSignInOptions = {},
  ) {
    this.#clock = options.clock ?? new SystemClock();
    this.#cost = options.cost ?? PASSWORD_COST;
  }

  /**
   * The person of a name and password.
   *
   * @throws DomainError `identity.invalid_credentials`, the same for an unknown name, a wrong password or code, and a disabled
   * principal; `identity.mfa_required` when the password is right and the code is not given
   */
  async authenticate(
    tenantId: string,
    given: { readonly name: string; readonly password: Secret<string>; readonly code?: string },
  ): Promise<Principal> {
    const row = await this.database.withTenant(tenantId, (client) => findRow(client, given.name));
    if (!(await verifyPassword(given.password, row?.password_hash ?? null, this.#cost)) || !row) {
      throw invalidCredentials();
    }
    const mfa = row.totp_confirmed;
    if (mfa) await this.#mustProve(tenantId, given.name, row, given.code);
    return this.database.withTenant(tenantId, async (client) => {
      const record = await findPrincipal(client, given.name);
      if (record?.state !== 'active' || record.kind !== 'user') throw invalidCredentials();
      return Object.freeze({ ...(await effectivePrincipal(client, record)), mfa });
    });
  }

  async means(tenantId: string, principalId: string): Promise<LocalMeans> {
    const row = await this.database.withTenant(tenantId, (client) => findRow(client, principalId));
    return { password: row !== null, secondFactor: row?.totp_confirmed ?? false };
  }

  /** Sets the password of a stored principal. @throws DomainError `request.invalid`; `resource.not_found` */
  async setPassword(tenantId: string, principalId: string, password: Secret<string>): Promise<void> {
    checkPassword(password, [principalId]);
    const hash = await hashPassword(password, this.#cost);
    await this.database.withTenant(tenantId, (client) => storePassword(client, { tenantId, principalId, hash }));
  }

  /** A new secret for an authenticator app, which counts once `confirmTotp` got a code of it. */
  async beginTotp(tenantId: string, principalId: string): Promise<{ secret: Secret<string>; uri: Secret<string> }> {
    const secret = newTotpSecret();
    const sealed = await this.sealer.seal(tenantId, labelOf(principalId), secret);
    const { rowCount } = await this.database.withTenant(tenantId, (client) =>
      client.query(
        `UPDATE local_sign_in SET totp_sealed = $2, totp_used_step = NULL
         WHERE principal_id = $1 AND totp_confirmed_at IS NULL`,
        [principalId, sealed],
      ),
    );
    if (rowCount !== 1) {
      throw new DomainError('resource.conflict', {
        publicMessage: 'A second factor needs a password of one’s own, and is set up once. Remove the old one first.',
      });
    }
    return { secret, uri: totpUri(secret, principalId) };
  }

  /** @throws DomainError `identity.invalid_credentials` for a wrong code, or when none was begun */
  async confirmTotp(tenantId: string, principalId: string, code: string): Promise<void> {
    const row = await this.database.withTenant(tenantId, (client) => findRow(client, principalId));
    if (!row || row.totp_confirmed) throw invalidCredentials();
    await this.#mustProve(tenantId, principalId, row, code);
  }

  async removeTotp(tenantId: string, principalId: string): Promise<void> {
    await this.database.withTenant(tenantId, (client) =>
      client.query(
        `UPDATE local_sign_in SET totp_sealed = NULL, totp_confirmed_at = NULL, totp_used_step = NULL WHERE principal_id = $1`,
        [principalId],
      ),
    );
  }

  /**
   * Proves again that somebody signed in is who he was: by a code where an app is set up, else by the password.
   *
   * @returns whether a second factor was proved
   * @throws DomainError `identity.invalid_credentials`; `identity.mfa_required` without a code where one is needed
   */
  async prove(
    tenantId: string,
    principalId: string,
    given: { readonly password?: Secret<string>; readonly code?: string },
  ): Promise<boolean> {
    const row = await this.database.withTenant(tenantId, (client) => findRow(client, principalId));
    if (row?.totp_confirmed) {
      await this.#mustProve(tenantId, principalId, row, given.code);
      return true;
    }
    if (!row || !given.password || !(await verifyPassword(given.password, row.password_hash, this.#cost))) {
      throw invalidCredentials();
    }
    return false;
  }

  async #mustProve(tenantId: string, principalId: string, row: Row, code: string | undefined): Promise<void> {
    if (code === undefined) {
      throw new DomainError('identity.mfa_required', { publicMessage: 'Give the code of the authenticator app too.' });
    }
    if (row.totp_sealed === null) throw invalidCredentials();
    const secret = await this.sealer.unseal(tenantId, labelOf(principalId), row.totp_sealed);
    const step = stepOfCode(secret, code, this.#clock.now());
    if (step === null) throw invalidCredentials();
    const { rowCount } = await this.database.withTenant(tenantId, (client) =>
      client.query(
        `UPDATE local_sign_in SET totp_used_step = $2, totp_confirmed_at = coalesce(totp_confirmed_at, now())
         WHERE principal_id = $1 AND totp_sealed = $3 AND (totp_used_step IS NULL OR totp_used_step < $2)`,
        [principalId, step, row.totp_sealed],
      ),
    );
    if (rowCount !== 1) throw invalidCredentials();
  }
}

async function findRow(client: DatabaseClient, principalId: string): Promise<Row | null> {
  const { rows } = await client.query<Row>(
    `SELECT password_hash, totp_sealed, totp_confirmed_at IS NOT NULL AS totp_confirmed
     FROM local_sign_in WHERE principal_id = $1`,
    [principalId],
  );
  return rows[0] ?? null;
}

/** Only of a stored person who is active; whatever app was set up stays. */
export async function storePassword(
  client: DatabaseClient,
  given: { readonly tenantId: string; readonly principalId: string; readonly hash: string },
): Promise<void> {
  const { rowCount } = await client.query(
    `INSERT INTO local_sign_in (tenant_id, principal_id, password_hash)
     SELECT tenant_id, id, $3 FROM principal WHERE tenant_id = $1 AND id = $2 AND kind = 'user' AND state = 'active'
     ON CONFLICT (tenant_id, principal_id) DO UPDATE SET password_hash = excluded.password_hash, password_changed_at = now()`,
    [given.tenantId, given.principalId, given.hash],
  );
  if (rowCount !== 1) {
    throw new DomainError('resource.not_found', { publicMessage: 'There is no such person.' });
  }
}
