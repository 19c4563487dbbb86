import { Inject, Injectable } from '@nestjs/common';
import { type Config, type UpstreamConfig, UpstreamInput } from '#lib/config';
import { nothingOfCallers } from '#lib/deidentification';
import { DomainError, type Secret } from '#lib/kernel';
import { asDomainError, checkTarget } from '#lib/outbound';
import { type StoredUpstream, type UpstreamHealth, type UpstreamSettings, UpstreamStore } from '#lib/upstream';
import { CONFIG } from '../../http/tokens.js';
import { modelListPath } from '../../proxy/model-list.js';
import { Upstreams } from '../../proxy/upstreams.js';

const TEST_TIMEOUT_MS = 15_000;

/** What can be shown of an upstream: everything but its credential. */
export interface ManagedUpstream {
  readonly name: string;
  readonly source: 'tenant' | 'configuration';
  readonly settings: UpstreamSettings;
  readonly credential: StoredUpstream['credential'];
  readonly credentialSetAt: Date | null;
  readonly health: UpstreamHealth;
  readonly createdAt: Date | null;
  readonly changedAt: Date | null;
  readonly etag: string | null;
}

export interface ConnectionTest {
  readonly ok: boolean;
  readonly status: number | null;
  readonly code: string | null;
  readonly detail: string | null;
  readonly durationMs: number;
}

/** The upstreams of a tenant as its administrators manage them. */
@Injectable()
export class ManagedUpstreams {
  constructor(
    private readonly store: UpstreamStore,
    private readonly upstreams: Upstreams,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(tenantId: string): Promise<ManagedUpstream[]> {
    const own = (await this.store.list(tenantId)).map((one) => this.ofTenant(one));
    const names = new Set(own.map(({ name }) => name));
    const others = this.upstreams.configured.filter(({ name }) => !names.has(name)).map((one) => this.ofOperator(one));
    return [...own, ...others].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Throws `resource.not_found`. */
  async get(tenantId: string, name: string): Promise<ManagedUpstream> {
    const found = (await this.list(tenantId)).find((one) => one.name === name);
    if (!found) throw new DomainError('resource.not_found', { publicMessage: 'There is no such upstream.' });
    return found;
  }

  /** Throws `resource.conflict`, and `request.invalid` when it may not be called. */
  async create(tenantId: string, settings: UpstreamSettings, apiKey?: Secret<string>): Promise<ManagedUpstream> {
    if (this.isConfigured(settings.name)) throw operators();
    this.refuseTarget(settings);
    return this.ofTenant(await this.store.create(tenantId, settings, apiKey));
  }

  async change(tenantId: string, etag: string, settings: UpstreamSettings): Promise<ManagedUpstream> {
    await this.refuseOperators(tenantId, settings.name);
    this.refuseTarget(settings);
    return this.ofTenant(await this.store.change(tenantId, etag, settings));
  }

  async setCredential(tenantId: string, name: string, apiKey: Secret<string> | null): Promise<ManagedUpstream> {
    await this.refuseOperators(tenantId, name);
    return this.ofTenant(await this.store.setCredential(tenantId, name, apiKey));
  }

  async remove(tenantId: string, name: string, etag: string): Promise<void> {
    await this.refuseOperators(tenantId, name);
    await this.store.remove(tenantId, name, etag);
  }

  /** One request for its list of models. What it answers stays here: a test is no way to read from its network. */
  async test(tenantId: string, name: string): Promise<ConnectionTest> {
    const upstream = await this.upstreams.named(tenantId, name);
    if (!upstream) throw new DomainError('resource.not_found', { publicMessage: 'There is no such upstream.' });
    const path = modelListPath(upstream);
    const call = nothingOfCallers({ method: 'GET' as const, path, accept: 'application/json' });
    const startedAt = performance.now();
    const durationMs = () => Math.round(performance.now() - startedAt);
    try {
      const { status, body } = await this.upstreams.router.probe(upstream, call, AbortSignal.timeout(TEST_TIMEOUT_MS));
      body.destroy();
      return { ok: status === 200, status, code: null, detail: null, durationMs: durationMs() };
    } catch (error) {
      const { code, publicMessage } = asDomainError(error);
      return { ok: false, status: null, code, detail: publicMessage, durationMs: durationMs() };
    }
  }

  private isConfigured(name: string): boolean {
    return this.upstreams.configured.some((one) => one.name === name);
  }

  /** One that the tenant made before the operator took the name stays the tenant's. */
  private async refuseOperators(tenantId: string, name: string): Promise<void> {
    if (!this.isConfigured(name)) return;
    const own = await this.store.list(tenantId);
    if (!own.some(({ config }) => config.name === name)) throw operators();
  }

  private refuseTarget({ baseUrl }: UpstreamSettings): void {
    try {
      checkTarget(new URL(baseUrl), { allowedOrigins: new Set(this.config.upstreamOrigins) });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      throw new DomainError('request.invalid', {
        publicMessage: error.publicMessage,
        pointer: '/settings/baseUrl',
      });
    }
  }

  private ofTenant({ config, settings, ...rest }: StoredUpstream): ManagedUpstream {
    const health = this.upstreams.healthOf(config);
    return { name: config.name, source: 'tenant', settings, health, ...rest };
  }

  private ofOperator(config: UpstreamConfig): ManagedUpstream {
    const { apiKey, chatTemplate: _, bosToken: __, eosToken: ___, ...settings } = config;
    return {
      name: config.name,
      source: 'configuration',
      settings: UpstreamInput.parse(settings),
      credential: apiKey ? 'set' : 'none',
      credentialSetAt: null,
      health: this.upstreams.healthOf(config),
      createdAt: null,
      changedAt: null,
      etag: null,
    };
  }
}

function operators(): DomainError {
  return new DomainError('resource.conflict', {
    publicMessage: 'An upstream of that name stands in the operator’s configuration and is changed there.',
  });
}
