export {
  type Config,
  type JwtIssuerConfig,
  loadConfig,
  type TransitConfig,
  type UpstreamConfig,
} from './load-config.js';
export type { ApiFamily } from './schema.js';
