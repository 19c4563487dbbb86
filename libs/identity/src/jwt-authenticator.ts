import { decodeJwt, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Database, DatabaseClient } from '#lib/database';
import { Clock, DomainError, isSlug, type Principal, type Secret, SystemClock } from '#lib/kernel';
import { invalidCredentials } from './api-keys.js';
import { type Claims, claimTexts, groupsFromClaims } from './claim-rules.js';
import { effectivePrincipal, readClaimRules } from './directory.js';
import { remoteKeys } from './jwks.js';
import { type ProviderFetch, unavailable } from './outbound-fetch.js';
import { findPrincipal, type PrincipalRecord } from './principals.js';
import { provesSecondFactor, type SecondFactorClaims } from './second-factor.js';

/** Signatures with a public key only: with a shared secret, whoever may verify may also issue (RFC 8725 §3.1). */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'] as const;
export type JwtAlgorithm = (typeof ALGORITHMS)[number];

const TOKEN_LENGTH_MAX = 8_192;
const SKEW_SECONDS_MAX = 120;
const SKEW_SECONDS = 30;

export interface JwtIssuer {
  /** A slug; the first part of the principals' ids (`<name>:<sub>`). */
  readonly name: string;
  readonly tenantId: string;
  /** Compared exactly with `iss`. */
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
  /** Default: RS256 and ES256. */
  readonly algorithms?: readonly JwtAlgorithm[];
  readonly clockSkewSeconds?: number;
  /** Attributes of principals from claims: `{ department: 'dept' }`. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Default: `amr` holds `mfa`. */
  readonly mfa?: SecondFactorClaims;
}

/**
 * Principals from JWTs (RFC 7519) of configured issuers, by the rules of RFC 8725: the algorithm comes from the configuration,
 * never from the token; `iss`, `aud`, `exp` and `sub` are required; keys named in a token's header are ignored.
 *
 * Roles come from the database alone: claims lead to groups by rules, groups to roles. A claim never names a role, purpose
 * or collection directly.
 */
export class JwtAuthenticator {
  readonly #issuers: readonly { readonly settings: JwtIssuer; readonly keys: JWTVerifyGetKey }[];
  readonly #clock: Clock;

  constructor(
    private readonly database: Database,
    issuers: readonly JwtIssuer[],
    fetch: ProviderFetch,
    options: { readonly clock?: Clock; readonly elapsedMs?: () => number } = {},
  ) {
    this.#clock = options.clock ?? new SystemClock();
    for (const issuer of issuers) checkIssuer(issuer);
    this.#issuers = issuers.map((settings) => ({
      settings,
      keys: remoteKeys(settings.jwksUrl, fetch, options.elapsedMs),
    }));
  }

  /** Whether a presented credential has the form of a JWT, to tell it from an API key. */
  static looksLikeJwt(presented: Secret<string>): boolean {
    return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(presented.reveal());
  }

  /** @throws DomainError `identity.invalid_credentials`; `identity.unavailable` when the issuer's keys can't be had */
  async authenticate(presented: Secret<string>): Promise<Principal> {
    const { settings, claims } = await this.#verify(presented.reveal());
    return this.database.withTenant(settings.tenantId, (client) => principalOfClaims(client, settings, claims));
  }

  async #verify(token: string): Promise<{ settings: JwtIssuer; claims: Claims }> {
    if (token.length > TOKEN_LENGTH_MAX) throw invalidCredentials();
    const one = this.#issuers.find(({ settings }) => settings.issuer === claimedIssuer(token));
    if (!one) throw invalidCredentials();
    const { settings, keys } = one;
    const skew = settings.clockSkewSeconds ?? SKEW_SECONDS;
    const now = this.#clock.now();
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: [...(settings.algorithms ?? ['RS256', 'ES256'])],
        issuer: settings.issuer,
        audience: settings.audience,
        requiredClaims: ['exp', 'sub', 'iss', 'aud'],
        clockTolerance: skew,
        currentDate: now,
      });
      const { sub, iat } = payload;
      const issuedInFuture = iat !== undefined && iat > now.getTime() / 1_000 + skew;
      if (typeof sub !== 'string' || !/^[^\p{C}]{1,150}$/u.test(sub) || issuedInFuture) throw invalidCredentials();
      return { settings, claims: payload };
    } catch (error) {
      if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) throw unavailable('its keys');
      if (error instanceof DomainError) throw error;
      if (error instanceof errors.JOSEError) throw invalidCredentials();
      throw unavailable('its keys');
    }
  }
}

function claimedIssuer(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

function checkIssuer(issuer: JwtIssuer): void {
  const skew = issuer.clockSkewSeconds ?? SKEW_SECONDS;
  const known = (issuer.algorithms ?? []).every((one) => ALGORITHMS.includes(one));
  if (isSlug(issuer.name) && issuer.audience !== '' && skew >= 0 && skew <= SKEW_SECONDS_MAX && known) return;
  throw new DomainError('config.invalid', {
    publicMessage: `An issuer of JWTs needs a slug as its name, an audience, a skew of at most ${SKEW_SECONDS_MAX} s and algorithms among ${ALGORITHMS.join(', ')}.`,
  });
}

/**
 * The principal of verified claims: what the rules and groups give, plus what a principal stored under the same id holds (its
 * own roles, grants). A stored principal that is disabled can't log in.
 */
export async function principalOfClaims(
  client: DatabaseClient,
  settings: Pick<JwtIssuer, 'name' | 'tenantId' | 'attributes' | 'mfa'>,
  claims: Claims,
): Promise<Principal> {
  const id = `${settings.name}:${String(claims.sub)}`;
  const stored = await findPrincipal(client, id);
  if (stored && stored.state !== 'active') throw invalidCredentials();
  const groups = groupsFromClaims(claims, settings.name, await readClaimRules(client, settings.name));
  const attributes = Object.entries(settings.attributes ?? {}).flatMap(([name, claim]) => {
    const [text] = claimTexts(claims, claim);
    return text === undefined ? [] : [[name, text] as const];
  });
  const record: PrincipalRecord = {
    tenantId: settings.tenantId,
    id,
    kind: 'user',
    displayName: stored?.displayName ?? '',
    state: 'active',
    roles: stored?.roles ?? [],
    groups: [...new Set([...groups, ...(stored?.groups ?? [])])],
    purposes: stored?.purposes ?? [],
    collections: stored?.collections ?? [],
    attributes: { ...stored?.attributes, ...Object.fromEntries(attributes) },
    etag: stored?.etag ?? '0',
  };
  return { ...(await effectivePrincipal(client, record)), mfa: provesSecondFactor(claims, settings.mfa) };
}
