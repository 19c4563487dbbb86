import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from '#lib/config';
import type { Entity, RestoreCounts } from '#lib/deidentification';
import { type CallFigures, ToolRunner } from '#lib/tools';
import { Upstreams } from '../proxy/upstreams.js';
import { CONFIG } from './tokens.js';

/** Info types that tenants make up themselves could be without number. */
const TYPES_MAX = 200;
const OTHER_TYPE = 'OTHER';
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const STATES = ['unknown', 'up', 'failing', 'down'] as const;

/**
 * What this process counts for Prometheus.
 *
 * INVARIANT: labels are routes as declared, surfaces, status codes, info types and names of configured upstreams, tools and
 * MCP servers: no value, id, tenant or model, and never more of them than the code and the configuration know.
 */
@Injectable()
export class Metrics implements OnModuleInit {
  readonly registry = new Registry();
  private readonly requests: Counter<'method' | 'route' | 'status'>;
  private readonly duration: Histogram<'route'>;
  private readonly exchanges: Counter<'surface'>;
  private readonly overhead: Histogram<'surface'>;
  private readonly entities: Counter<'type'>;
  private readonly tokens: Counter<'surface' | 'outcome'>;
  private readonly toolCalls: Counter<'tool' | 'outcome'>;
  private readonly toolSeconds: Histogram<'tool'>;
  private readonly types = new Set<string>();

  constructor(
    private readonly host: HttpAdapterHost,
    upstreams: Upstreams,
    private readonly runner: ToolRunner,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.requests = new Counter({
      name: 'pvg_http_requests_total',
      help: 'Requests answered, by route and status.',
      labelNames: ['method', 'route', 'status'],
      registers,
    });
    this.duration = new Histogram({
      name: 'pvg_http_request_seconds',
      help: 'Time from the request to the end of its answer, upstreams included.',
      labelNames: ['route'],
      buckets: SECONDS,
      registers,
    });
    this.exchanges = new Counter({
      name: 'pvg_exchanges_total',
      help: 'Model calls that an upstream answered.',
      labelNames: ['surface'],
      registers,
    });
    this.overhead = new Histogram({
      name: 'pvg_exchange_overhead_seconds',
      help: 'Time that the gateway itself took before a model call was on its way.',
      labelNames: ['surface'],
      buckets: SECONDS,
      registers,
    });
    this.entities = new Counter({
      name: 'pvg_entities_total',
      help: 'Distinct values that were replaced in requests, by info type.',
      labelNames: ['type'],
      registers,
    });
    this.tokens = new Counter({
      name: 'pvg_answer_tokens_total',
      help: 'Tokens in answers: restored, unresolved (not of this exchange) or mangled (their check failed).',
      labelNames: ['surface', 'outcome'],
      registers,
    });
    this.toolCalls = new Counter({
      name: 'pvg_tool_calls_total',
      help: 'Calls of tools by outcome; an MCP server counts as one tool, and so do all that tenants set up.',
      labelNames: ['tool', 'outcome'],
      registers,
    });
    this.toolSeconds = new Histogram({
      name: 'pvg_tool_seconds',
      help: 'Time that calls of tools took, both crossings of the seam included.',
      labelNames: ['tool'],
      buckets: SECONDS,
      registers,
    });
    new Gauge({
      name: 'pvg_upstream_state',
      help: 'One for the state that an upstream of the configuration is in.',
      labelNames: ['upstream', 'state'],
      registers,
      collect() {
        for (const upstream of upstreams.configured) {
          const current = upstreams.healthOf(upstream).state;
          for (const state of STATES) this.set({ upstream: upstream.name, state }, state === current ? 1 : 0);
        }
      },
    });
    new Gauge({
      name: 'pvg_upstream_calls_in_flight',
      help: 'Calls of an upstream of the configuration that are under way.',
      labelNames: ['upstream'],
      registers,
      collect() {
        for (const upstream of upstreams.configured) {
          this.set({ upstream: upstream.name }, upstreams.healthOf(upstream).callsInFlight);
        }
      },
    });
  }

  onModuleInit(): void {
    this.runner.onCall = (figures) => this.called(figures);
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'unknown';
      this.requests.inc({ method: request.method, route, status: String(reply.statusCode) });
      this.duration.observe({ route }, reply.elapsedTime / 1_000);
      done();
    });
  }

  /** A model call that is answered: what was replaced in it, and how long that took. */
  sent(surface: string, entities: readonly Pick<Entity, 'type'>[], overheadMs: number): void {
    this.exchanges.inc({ surface });
    this.overhead.observe({ surface }, overheadMs / 1_000);
    for (const { type } of entities) this.entities.inc({ type: this.boundedType(type) });
  }

  /** An answer that has come to its end. */
  answered(surface: string, { restored, unresolved, mangled }: RestoreCounts): void {
    this.tokens.inc({ surface, outcome: 'restored' }, restored);
    this.tokens.inc({ surface, outcome: 'unresolved' }, unresolved);
    this.tokens.inc({ surface, outcome: 'mangled' }, mangled);
  }

  private called({ tool, status, durationMs }: CallFigures): void {
    const label = this.toolLabel(tool);
    this.toolCalls.inc({ tool: label, outcome: status });
    this.toolSeconds.observe({ tool: label }, durationMs / 1_000);
  }

  /** What tenants and MCP servers call their tools is theirs to choose, and is no label. */
  private toolLabel({ name, source }: CallFigures['tool']): string {
    if (source === 'configuration') return name;
    const server = this.config.mcpServers.find((one) => name.startsWith(`${one.name}__`));
    return source === 'mcp' && server ? server.name : 'tenant';
  }

  private boundedType(type: string): string {
    if (this.types.has(type)) return type;
    if (this.types.size >= TYPES_MAX) return OTHER_TYPE;
    this.types.add(type);
    return type;
  }
}
