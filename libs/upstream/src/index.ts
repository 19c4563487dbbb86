export { type DemoUpstream, startDemoUpstream } from './demo/demo-upstream.js';
export { type ModelCall, type UpstreamAnswer, UpstreamClient } from './upstream-client.js';
