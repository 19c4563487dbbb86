import { Injectable, type OnApplicationShutdown, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { ApiFamily, Config, UpstreamConfig } from '#lib/config';
import { nothingOfCallers } from '#lib/deidentification';
import { DomainError, type Principal } from '#lib/kernel';
import { OutboundClient } from '#lib/outbound';
import {
  type DemoUpstream,
  demoUpstreams,
  startDemoUpstream,
  UpstreamClient,
  type UpstreamHealth,
  UpstreamRouter,
  UpstreamStore,
} from '#lib/upstream';
import { CONFIG } from '../http/tokens.js';
import { modelListPath } from './model-list.js';

const CHECK_INTERVAL_MS = 1_000;

/** The upstreams a tenant can call: its own, those of the operator's configuration, or else the bundled demo stand-in. */
@Injectable()
export class Upstreams implements OnModuleInit, OnModuleDestroy, OnApplicationShutdown {
  readonly router: UpstreamRouter;
  private readonly operators: OutboundClient;
  private readonly tenants: OutboundClient;
  private readonly ofOperator: ReadonlySet<UpstreamConfig>;
  private readonly checkedAtMs = new WeakMap<UpstreamConfig, number>();
  private timer: NodeJS.Timeout | undefined;

  private constructor(
    /** Of the configuration, for all tenants. */
    readonly configured: readonly UpstreamConfig[],
    readonly store: UpstreamStore,
    config: Config,
    private readonly demo: DemoUpstream | undefined,
  ) {
    const origins = configured.map(({ baseUrl }) => new URL(baseUrl).origin);
    this.operators = new OutboundClient({ allowedOrigins: new Set(origins) });
    // What a tenant sets up may go to public addresses and where the operator says, not wherever the operator's own go.
    this.tenants = new OutboundClient({ allowedOrigins: new Set(config.upstreamOrigins) });
    this.ofOperator = new Set(configured);
    const [operators, tenants] = [new UpstreamClient(this.operators), new UpstreamClient(this.tenants)];
    this.router = new UpstreamRouter((upstream) => (this.ofOperator.has(upstream) ? operators : tenants));
  }

  static async open(config: Config, store: UpstreamStore): Promise<Upstreams> {
    const demo = config.upstreams.length === 0 ? await startDemoUpstream() : undefined;
    return new Upstreams(demo ? demoUpstreams(demo) : config.upstreams, store, config, demo);
  }

  onModuleInit(): void {
    this.timer = setInterval(() => this.checkHealth(), CHECK_INTERVAL_MS).unref();
  }

  /** All that a tenant can call, in the order in which they are asked. */
  async all(tenantId: string): Promise<readonly UpstreamConfig[]> {
    const stored = await this.store.list(tenantId);
    const own = stored.filter(({ credential }) => credential !== 'unreadable').map(({ config }) => config);
    if (own.length === 0) return byPriority(this.configured);
    const names = new Set(own.map(({ name }) => name));
    return byPriority([...own, ...this.configured.filter(({ name }) => !names.has(name))]);
  }

  async ofFamilies(tenantId: string, families: readonly ApiFamily[]): Promise<readonly UpstreamConfig[]> {
    return (await this.all(tenantId)).filter(({ api }) => families.includes(api));
  }

  /**
   * The upstreams of the families to ask for a model, in order: those that name it, else those that name none. Throws
   * `upstream.unknown_model`: a request never goes to an API that would read it otherwise.
   */
  async forModel(tenantId: string, families: readonly ApiFamily[], model: string): Promise<readonly UpstreamConfig[]> {
    const candidates = await this.ofFamilies(tenantId, families);
    const naming = candidates.filter(({ models }) => models.includes(model));
    const found = naming.length > 0 ? naming : candidates.filter(({ models }) => models.length === 0);
    if (found.length > 0) return found;
    throw new DomainError('upstream.unknown_model', { publicMessage: 'No upstream of this API serves that model.' });
  }

  /** Undefined when the tenant has none of that name. */
  async named(tenantId: string, name: string): Promise<UpstreamConfig | undefined> {
    return (await this.all(tenantId)).find((upstream) => upstream.name === name);
  }

  healthOf(upstream: UpstreamConfig): UpstreamHealth {
    return this.router.healthOf(upstream);
  }

  /** Before the database goes. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.store.close();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.operators.close(), this.tenants.close()]);
    await this.demo?.close();
  }

  /** Asks upstreams for their models as often as each says: so it is known that one is down before a caller finds out. */
  private checkHealth(): void {
    const now = performance.now();
    for (const upstream of [...this.configured, ...this.store.cached.map(({ config }) => config)]) {
      const { healthCheckMs } = upstream;
      if (healthCheckMs === undefined) continue;
      if (now - (this.checkedAtMs.get(upstream) ?? Number.NEGATIVE_INFINITY) < healthCheckMs) continue;
      this.checkedAtMs.set(upstream, now);
      const call = nothingOfCallers({
        method: 'GET' as const,
        path: modelListPath(upstream),
        accept: 'application/json',
      });
      const signal = AbortSignal.timeout(upstream.firstByteTimeoutMs);
      this.router.call(upstream, call, signal).then(
        ({ body }) => body.destroy(),
        () => undefined,
      );
    }
  }
}

/** Opens the upstreams with the process. */
export const UPSTREAMS_PROVIDER = {
  provide: Upstreams,
  inject: [CONFIG, UpstreamStore],
  useFactory: (config: Config, store: UpstreamStore) => Upstreams.open(config, store),
};

/**
 * A private upstream as a principal: the policy decides value by value what it may read. Null for one that reads tokens
 * only.
 */
export function recipientOf({ name, trust, region }: UpstreamConfig, tenantId: string): Principal | null {
  if (trust !== 'private') return null;
  return {
    tenantId,
    id: `upstream:${name}`,
    kind: 'model',
    roles: [],
    groups: [],
    purposes: ['*'],
    collections: ['*'],
    attributes: { upstream: name, ...(region !== undefined && { region }) },
  };
}

function byPriority(upstreams: readonly UpstreamConfig[]): readonly UpstreamConfig[] {
  return [...upstreams].sort((a, b) => a.priority - b.priority);
}
