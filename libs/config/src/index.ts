export type { JwtIssuerConfig, OidcProviderConfig } from './identity-config.js';
export {
  type AnalyzerConfig,
  type Config,
  loadConfig,
  type TransitConfig,
  type UpstreamConfig,
  upstreamConfig,
} from './load-config.js';
export {
  API_FAMILIES,
  type ApiFamily,
  type TextDialectName,
  UpstreamInput,
  UpstreamName,
} from './upstream-settings.js';
