import type { OnApplicationShutdown } from '@nestjs/common';
import type { Config, UpstreamConfig } from '#lib/config';
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
    const all = demo ? [demoConfig(demo)] : config.upstreams;
    const outbound = new OutboundClient({ allowedOrigins: new Set(all.map(({ baseUrl }) => new URL(baseUrl).origin)) });
    return new Upstreams(all, new UpstreamClient(outbound), outbound, demo);
  }

  /** The first upstream that names the model, else the first that names none. Throws `upstream.unknown_model`. */
  forModel(model: string): UpstreamConfig {
    const found =
      this.all.find((upstream) => upstream.models.includes(model)) ??
      this.all.find((upstream) => upstream.models.length === 0);
    if (!found) {
      throw new DomainError('upstream.unknown_model', {
        publicMessage: 'No upstream of this gateway serves that model.',
      });
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

function demoConfig({ baseUrl }: DemoUpstream): UpstreamConfig {
  return {
    name: 'demo',
    api: 'openai',
    baseUrl,
    models: [],
    connectTimeoutMs: DEMO_TIMEOUT_MS,
    firstByteTimeoutMs: DEMO_TIMEOUT_MS,
    idleTimeoutMs: DEMO_TIMEOUT_MS,
  };
}
