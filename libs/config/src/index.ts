export { type Config, loadConfig, type TransitConfig, type UpstreamConfig } from './load-config.js';
export type { ApiFamily } from './schema.js';
