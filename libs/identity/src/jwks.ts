import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { type ProviderFetch, unavailable } from './outbound-fetch.js';

/** After a fetch, good or bad, no other for this long, however many tokens name unknown keys. */
export const JWKS_COOL_DOWN_MS = 30_000;
const CACHE_MAX_AGE_MS = 600_000;
const TIMEOUT_MS = 5_000;

/**
 * An issuer's keys, fetched when needed and kept for ten minutes. jose's own cool-down counts from a successful fetch only;
 * here a failed one counts too, so that a flood of unknown `kid`s meets the provider once per cool-down.
 */
export function remoteKeys(
  url: string,
  fetch: ProviderFetch,
  elapsedMs: () => number = () => performance.now(),
): JWTVerifyGetKey {
  let triedAt = Number.NEGATIVE_INFINITY;
  const throttled = async (target: string, init: RequestInit): Promise<Response> => {
    if (elapsedMs() - triedAt < JWKS_COOL_DOWN_MS) throw unavailable('cooling down after a fetch of its keys');
    triedAt = elapsedMs();
    return fetch(target, init);
  };
  return createRemoteJWKSet(new URL(url), {
    cooldownDuration: JWKS_COOL_DOWN_MS,
    cacheMaxAge: CACHE_MAX_AGE_MS,
    timeoutDuration: TIMEOUT_MS,
    [customFetch]: throttled as never,
  });
}
