import * as client from 'openid-client';
import type { Database } from '#lib/database';
import { DomainError, type Principal, type Secret } from '#lib/kernel';
import { invalidCredentials } from './api-keys.js';
import { type JwtIssuer, principalOfClaims } from './jwt-authenticator.js';
import { newOpaqueSecret, sha256Of } from './opaque-secret.js';
import { type ProviderFetch, unavailable } from './outbound-fetch.js';

export const LOGIN_COOKIE = '__Host-pvg-login';
/** How long somebody may take to log in at the provider. */
export const LOGIN_SECONDS_MAX = 600;

export interface OidcSettings
  extends Pick<JwtIssuer, 'name' | 'tenantId' | 'issuer' | 'attributes' | 'algorithms' | 'mfa'> {
  readonly clientId: string;
  readonly clientSecret?: Secret<string>;
  readonly redirectUrl: string;
  /** Default: `openid profile email`. */
  readonly scope?: string;
  /** Only for a provider on loopback, in development and tests. */
  readonly allowInsecureRequests?: boolean;
}

/** What a sign-in is for. */
export interface LoginWish {
  /** Where on our pages the browser goes afterwards; anything else becomes `/`. */
  readonly returnTo?: string;
  /** The provider must ask again who it is, whatever session it has. */
  readonly reauthenticate?: boolean;
}

export interface FinishedLogin {
  readonly principal: Principal;
  readonly returnTo: string;
}

/** A path of our own, never another site's address: an open redirect is a phisher's tool (RFC 9700 §4.11). */
export function ownPath(wished: string | undefined): string {
  if (wished === undefined || wished.length > 500 || !/^\/(?![/\\])[^\s\\\p{C}]*$/u.test(wished)) return '/';
  const url = new URL(wished, 'https://own.invalid');
  return url.origin === 'https://own.invalid' ? url.pathname + url.search + url.hash : '/';
}

/** How old, in seconds, a proof may be that the provider was asked for anew. */
const REAUTHENTICATED_SECONDS_MAX = 120;

interface AttemptRow {
  state: string;
  return_to: string;
  reauthenticate: boolean;
  nonce: string;
  code_verifier: string;
}

/**
 * Login by authorization code with PKCE (OpenID Connect Core 1.0 §3.1, RFC 7636, RFC 9700 §2.1), the gateway being the client.
 *
 * INVARIANT: `state`, `nonce` and the PKCE verifier belong to the browser that began: they are found by a short-lived
 * `__Host-` cookie only, and used once. A code and state brought to another browser log nobody in.
 */
export class OidcLogin {
  #configuration: Promise<client.Configuration> | undefined;

  constructor(
    private readonly database: Database,
    private readonly settings: OidcSettings,
    private readonly fetch: ProviderFetch,
  ) {}

  /** Where to send the browser, and the cookie that binds it (HttpOnly, Secure, SameSite=Lax). */
  async begin({ returnTo, reauthenticate = false }: LoginWish = {}): Promise<{ url: URL; cookie: Secret<string> }> {
    const configuration = await this.#discover();
    const { tenantId, redirectUrl, scope = 'openid profile email' } = this.settings;
    const attempt = newOpaqueSecret();
    const state = client.randomState();
    const nonce = client.randomNonce();
    const verifier = client.randomPKCECodeVerifier();
    await this.database.withTenant(tenantId, async (transaction) => {
      await transaction.query('DELETE FROM login_attempt WHERE expires_at < now()');
      await transaction.query(
        `INSERT INTO login_attempt (tenant_id, id_sha256, state, nonce, code_verifier, return_to, reauthenticate, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, now() + $8 * interval '1 second')`,
        [tenantId, attempt.sha256, state, nonce, verifier, ownPath(returnTo), reauthenticate, LOGIN_SECONDS_MAX],
      );
    });
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUrl,
      scope,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(reauthenticate && { prompt: 'login', max_age: '0' }),
    });
    return { url, cookie: attempt.secret };
  }

  /**
   * The principal of a callback, for a new session, and where its browser wanted to go.
   *
   * @param callback the full URL the browser came back with
   * @throws DomainError `identity.invalid_credentials` without the cookie, for another browser's state, a second use, or
   * anything the provider refused; `identity.unavailable`
   */
  async finish(callback: URL, cookie: Secret<string> | undefined): Promise<FinishedLogin> {
    const configuration = await this.#discover();
    const attempt = await this.#takeAttempt(cookie);
    let claims: client.IDToken | undefined;
    try {
      const expected = new URL(this.settings.redirectUrl);
      expected.search = callback.search;
      const tokens = await client.authorizationCodeGrant(configuration, expected, {
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        pkceCodeVerifier: attempt.code_verifier,
        idTokenExpected: true,
        ...(attempt.reauthenticate && { maxAge: REAUTHENTICATED_SECONDS_MAX }),
      });
      claims = tokens.claims();
    } catch (error) {
      if (error instanceof DomainError) throw error;
      throw invalidCredentials();
    }
    if (!claims) throw invalidCredentials();
    const given = { ...claims };
    const principal = await this.database.withTenant(this.settings.tenantId, (transaction) =>
      principalOfClaims(transaction, this.settings, given),
    );
    return { principal, returnTo: attempt.return_to };
  }

  /** Deleted as it is read: whatever comes next, it can't be used again. */
  async #takeAttempt(cookie: Secret<string> | undefined): Promise<AttemptRow> {
    if (!cookie) throw invalidCredentials();
    const { rows } = await this.database.withTenant(this.settings.tenantId, (transaction) =>
      transaction.query<AttemptRow>(
        'DELETE FROM login_attempt WHERE id_sha256 = $1 AND expires_at > now() RETURNING state, nonce, code_verifier, return_to, reauthenticate',
        [sha256Of(cookie.reveal())],
      ),
    );
    if (!rows[0]) throw invalidCredentials();
    return rows[0];
  }

  /** Once; tried again after a failure. */
  #discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret, algorithms, allowInsecureRequests } = this.settings;
    this.#configuration ??= client
      .discovery(
        new URL(issuer),
        clientId,
        { id_token_signed_response_alg: algorithms?.[0] ?? 'RS256' },
        clientSecret ? client.ClientSecretPost(clientSecret.reveal()) : client.None(),
        {
          [client.customFetch]: this.fetch as never,
          execute: allowInsecureRequests ? [client.allowInsecureRequests] : [],
          timeout: 5,
        },
      )
      .catch((error: unknown) => {
        this.#configuration = undefined;
        throw error instanceof DomainError ? error : unavailable('its discovery document');
      });
    return this.#configuration;
  }
}
