export type { JwtIssuerConfig, OidcProviderConfig } from './identity-config.js';
export {
  type AnalyzerConfig,
  type Config,
  loadConfig,
  type McpServerConfig,
  mcpServerConfig,
  type ToolConfig,
  type TransitConfig,
  toolConfig,
  type UpstreamConfig,
  upstreamConfig,
} from './load-config.js';
export {
  type HttpExecutorSettings,
  McpServerInput,
  type ToolArgumentRule,
  ToolInput,
  ToolName,
  ToolPolicy,
  type ToolResultRule,
} from './tool-settings.js';
export {
  API_FAMILIES,
  type ApiFamily,
  type TextDialectName,
  UpstreamInput,
  UpstreamName,
} from './upstream-settings.js';
