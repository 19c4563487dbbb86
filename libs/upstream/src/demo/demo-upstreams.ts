import { API_FAMILIES, type UpstreamConfig, upstreamConfig } from '#lib/config';
import { demoTextModels } from './demo-text-models.js';
import type { DemoUpstream } from './demo-upstream.js';

const TIMEOUT_MS = 30_000;

/** The stand-in as upstreams: one for each API, and one for each dialect of text models (`demo-hermes`, …). */
export function demoUpstreams({ origin }: DemoUpstream): UpstreamConfig[] {
  const apis = API_FAMILIES.filter((api) => api !== 'completions').map((api) =>
    upstreamConfig({
      name: `demo-${api}`,
      api,
      baseUrl: api === 'openai' ? `${origin}/v1` : origin,
      connectTimeoutMs: TIMEOUT_MS,
      firstByteTimeoutMs: TIMEOUT_MS,
      idleTimeoutMs: TIMEOUT_MS,
    }),
  );
  const texts = demoTextModels().map(({ model, dialect, toolFormat }) =>
    upstreamConfig({
      name: model,
      api: 'completions',
      baseUrl: `${origin}/v1`,
      models: [model],
      dialect,
      ...(toolFormat !== undefined && { toolFormat }),
    }),
  );
  return [...apis, ...texts];
}
