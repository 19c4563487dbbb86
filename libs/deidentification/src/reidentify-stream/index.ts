export type { Container } from './container.js';
export { StreamRestorer } from './stream-restorer.js';
export type { RestoreCounts, TokenReading, TokenResolver } from './token-reading.js';
