import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { DomainError } from '#lib/kernel';
import { checkTarget, type OutboundRules, publicLookup } from './url-guard.js';

export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly connectTimeoutMs: number;
  /** From the request's end to the response's first byte. */
  readonly firstByteTimeoutMs: number;
  /** Longest silence within the response's body. */
  readonly idleTimeoutMs: number;
  readonly signal: AbortSignal;
}

export interface OutboundResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
}

/**
 * The one way out of the process: pooled connections, a checked target, bounded waits, no redirect followed. Failures are
 * `upstream.unavailable`, `upstream.timeout` or `outbound.forbidden_target`, none of which holds a body or an address.
 */
export class OutboundClient {
  private readonly agents = new Map<string, Agent>();

  constructor(private readonly rules: OutboundRules) {}

  async send(outbound: OutboundRequest): Promise<OutboundResponse> {
    checkTarget(outbound.url, this.rules);
    try {
      const response = await request(outbound.url, {
        method: outbound.method,
        headers: outbound.headers,
        body: outbound.body ?? null,
        dispatcher: this.agentFor(outbound),
        headersTimeout: outbound.firstByteTimeoutMs,
        bodyTimeout: outbound.idleTimeoutMs,
        signal: outbound.signal,
      });
      return { status: response.statusCode, headers: response.headers, body: response.body };
    } catch (error) {
      throw asDomainError(error);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.agents.values()].map((agent) => agent.close()));
    this.agents.clear();
  }

  private agentFor(outbound: OutboundRequest): Agent {
    const allowed = this.rules.allowedOrigins.has(outbound.url.origin);
    const key = `${allowed}|${outbound.connectTimeoutMs}`;
    let agent = this.agents.get(key);
    if (!agent) {
      agent = new Agent({
        // Unbounded: how many calls a target takes at a time is bounded by whoever calls, with a queue that can be seen.
        connections: null,
        pipelining: 1,
        connect: { timeout: outbound.connectTimeoutMs, ...(!allowed && { lookup: publicLookup }) },
      });
      this.agents.set(key, agent);
    }
    return agent;
  }
}

const TIMEOUTS = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'TimeoutError',
]);

/** No byte of the request was sent: there was no connection. */
const NOT_CONNECTED = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/**
 * Names what went wrong on the way out, without the address or the body that undici's own errors may hold. The fact
 * `connected` is false when the request cannot have been read by anybody, so that repeating it is safe.
 */
export function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof Error && error.cause instanceof DomainError) return error.cause;
  const code = codeOf(error);
  const facts: Record<string, boolean> = NOT_CONNECTED.has(code) ? { connected: false } : {};
  if (TIMEOUTS.has(code)) {
    return new DomainError('upstream.timeout', {
      publicMessage: 'The upstream did not answer in time.',
      detail: code,
      facts,
    });
  }
  return new DomainError('upstream.unavailable', {
    publicMessage: 'The upstream cannot be reached.',
    detail: code,
    facts,
  });
}

function codeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code).slice(0, 40);
  return error instanceof Error ? error.name.slice(0, 40) : 'unknown';
}
