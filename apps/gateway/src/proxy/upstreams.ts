import type { OnApplicationShutdown } from '@nestjs/common';
import type { ApiFamily, Config, UpstreamConfig } from '#lib/config';
import { DomainError } from '#lib/kernel';
import { OutboundClient } from '#lib/outbound';
import { type DemoUpstream, startDemoUpstream, UpstreamClient } from '#lib/upstream';
import { CONFIG } from '../http/tokens.js';

const DEMO_TIMEOUT_MS = 30_000;

/** The upstreams of this process: those of the configuration, else the bundled demo stand-in. */
export class Upstreams implements OnApplicationShutdown {
  private constructor(
    readonly all: readonly UpstreamConfig[],
    readonly client: UpstreamClient,
    private readonly outbound: OutboundClient,
    private readonly demo: DemoUpstream | undefined,
  ) {}

  static async open(config: Config): Promise<Upstreams> {
    const demo = config.upstreams.length === 0 ? await startDemoUpstream() : undefined;
    const all = demo ? FAMILIES.map((family) => demoConfig(demo, family)) : config.upstreams;
    const outbound = new OutboundClient({ allowedOrigins: new Set(all.map(({ baseUrl }) => new URL(baseUrl).origin)) });
    return new Upstreams(all, new UpstreamClient(outbound), outbound, demo);
  }

  ofFamily(family: ApiFamily): readonly UpstreamConfig[] {
    return this.all.filter((upstream) => upstream.api === family);
  }

  /**
   * The first upstream of the family that names the model, else the first that names none. Throws
   * `upstream.unknown_model`: a request never goes to an API that would read it otherwise.
   */
  forModel(family: ApiFamily, model: string): UpstreamConfig {
    const candidates = this.ofFamily(family);
    const found =
      candidates.find((upstream) => upstream.models.includes(model)) ??
      candidates.find((upstream) => upstream.models.length === 0);
    if (!found) {
      throw new DomainError('upstream.unknown_model', { publicMessage: 'No upstream of this API serves that model.' });
    }
    return found;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.outbound.close();
    await this.demo?.close();
  }
}

/** Opens the upstreams with the process. */
export const UPSTREAMS_PROVIDER = {
  provide: Upstreams,
  inject: [CONFIG],
  useFactory: (config: Config) => Upstreams.open(config),
};

const FAMILIES: readonly ApiFamily[] = ['openai', 'anthropic', 'gemini', 'ollama'];

function demoConfig({ origin }: DemoUpstream, api: ApiFamily): UpstreamConfig {
  return {
    name: `demo-${api}`,
    api,
    baseUrl: api === 'openai' ? `${origin}/v1` : origin,
    models: [],
    connectTimeoutMs: DEMO_TIMEOUT_MS,
    firstByteTimeoutMs: DEMO_TIMEOUT_MS,
    idleTimeoutMs: DEMO_TIMEOUT_MS,
  };
}
