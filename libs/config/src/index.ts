export { type Config, loadConfig, type UpstreamConfig } from './load-config.js';
