export { type DemoUpstream, startDemoUpstream } from './demo/demo-upstream.js';
export { demoUpstreams } from './demo/demo-upstreams.js';
export { type RoutedAnswer, UpstreamRouter } from './routing/upstream-router.js';
export type { UpstreamHealth } from './routing/upstream-state.js';
export { type StoredUpstream, type UpstreamSettings, UpstreamStore } from './store/upstream-store.js';
export { type ModelCall, type UpstreamAnswer, UpstreamClient } from './upstream-client.js';
