export { AccessAuthority } from './access-authority.js';
export {
  type AccessGrant,
  AccessGrants,
  BREAK_GLASS_SECONDS_MAX,
  GRANT_SECONDS_MAX,
  type GrantRequest,
} from './access-grants.js';
export type { ApiKeyRecord } from './api-key-record.js';
export {
  ApiKeys,
  type ApiKeysOptions,
  type CreatedApiKey,
  IDENTITY_CHANNEL,
  type NewApiKey,
  OVERLAP_MS_MAX,
} from './api-keys.js';
export type { ClaimRule } from './claim-rules.js';
export {
  type ConsoleSession,
  ConsoleSessions,
  type OpenedSession,
  SESSION_COOKIE,
  SESSION_IDLE_SECONDS,
  SESSION_SECONDS_MAX,
} from './console-sessions.js';
export { delegatedPrincipal } from './delegation.js';
export { TenantDirectory } from './directory.js';
export type { GroupDefinition } from './group-roles.js';
export { JWKS_COOL_DOWN_MS } from './jwks.js';
export { type JwtAlgorithm, JwtAuthenticator, type JwtIssuer } from './jwt-authenticator.js';
export { KeyMinting } from './key-minting.js';
export { LOGIN_COOKIE, LOGIN_SECONDS_MAX, OidcLogin, type OidcSettings } from './oidc-login.js';
export { outboundFetch, type ProviderFetch } from './outbound-fetch.js';
export { type PrincipalChange, type PrincipalInput, PrincipalRegistry } from './principal-registry.js';
export type { PrincipalRecord } from './principals.js';
export { RATE_LIMITS, type RateLimit, RateLimits } from './rate-limits.js';
export { type Role, Roles } from './roles.js';
export { DEVELOPMENT_TENANT, seedDevelopment } from './seed-development.js';
export { SEED_ROLES, type SeededKeys, type SeedRole, seedIdentity } from './seed-identity.js';
export { SetupTokens } from './setup-tokens.js';
