export type { Container, ContainerTracker } from './container.js';
export { containerTracker } from './container-tracker.js';
export { StreamRestorer } from './stream-restorer.js';
export type { RestoreCounts, TokenReading, TokenResolver } from './token-reading.js';
