export type { ApiKeyRecord } from './api-key-record.js';
export {
  ApiKeys,
  type ApiKeysOptions,
  type CreatedApiKey,
  IDENTITY_CHANNEL,
  type NewApiKey,
  OVERLAP_MS_MAX,
} from './api-keys.js';
export type { PrincipalRecord } from './principals.js';
export { DEVELOPMENT_TENANT, seedDevelopment } from './seed-development.js';
export { SEED_ROLES, type SeededKeys, type SeedRole, seedIdentity } from './seed-identity.js';
