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
  RECENT_SECONDS,
  SESSION_COOKIE,
  SESSION_IDLE_SECONDS,
  SESSION_SECONDS_MAX,
  type SignedIn,
  type SignInMethod,
} from './console-sessions.js';
export { delegatedPrincipal } from './delegation.js';
export type { GroupDefinition } from './group-roles.js';
export { JWKS_COOL_DOWN_MS } from './jwks.js';
export { type JwtAlgorithm, JwtAuthenticator, type JwtIssuer } from './jwt-authenticator.js';
export { KeyMinting } from './key-minting.js';
export { type LocalMeans, LocalSignIn, type LocalSignInOptions, type SecretSealer } from './local-sign-in.js';
export {
  type FinishedLogin,
  LOGIN_COOKIE,
  LOGIN_SECONDS_MAX,
  type LoginWish,
  OidcLogin,
  type OidcSettings,
  ownPath,
} from './oidc-login.js';
export { outboundFetch, type ProviderFetch } from './outbound-fetch.js';
export { PASSWORD_COST, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN, type PasswordCost } from './password-hash.js';
export { type PrincipalChange, type PrincipalInput, PrincipalRegistry } from './principal-registry.js';
export type { PrincipalRecord } from './principals.js';
export { RATE_LIMITS, type RateLimit, RateLimits } from './rate-limits.js';
export { type Role, Roles } from './roles.js';
export type { SecondFactorClaims } from './second-factor.js';
export { DEVELOPMENT_TENANT, seedDevelopment } from './seed-development.js';
export { SEED_ROLES, type SeededKeys, type SeedRole, seedIdentity } from './seed-identity.js';
export { type FirstAdministrator, type SetUp, SetupTokens } from './setup-tokens.js';
export { INVITATION_SECONDS, SignInInvitations } from './sign-in-invitations.js';
export { TenantDirectory } from './tenant-directory.js';
export { totpCode, totpStep } from './totp.js';
export { WaysIn } from './ways-in.js';
