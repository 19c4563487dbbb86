import {
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
} from 'cockatiel';
import type { UpstreamConfig } from '#lib/config';
import { DomainError } from '#lib/kernel';
import { ConcurrencyLimit } from './concurrency-limit.js';

/** How an upstream does, as this process sees it. */
export interface UpstreamHealth {
  /** `unknown` until it was called. `down`: its circuit is open and it is not called. */
  readonly state: 'unknown' | 'up' | 'failing' | 'down';
  readonly callsInFlight: number;
  readonly callsWaiting: number;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  /** The code of the last failure, or the status that it answered with. */
  readonly lastFailure: string | null;
}

/** What the circuit counts: the upstream's own failure to serve. */
export class UpstreamFailure extends Error {
  constructor(
    /** An error code, or `status 503`. */
    readonly what: string,
    override readonly cause: unknown,
  ) {
    super(what);
  }
}

/** What this process knows of one upstream from calling it. */
export class UpstreamState {
  readonly limit: ConcurrencyLimit;
  private readonly circuit: CircuitBreakerPolicy;
  private lastSuccessAt: Date | null = null;
  private lastFailureAt: Date | null = null;
  private lastFailure: string | null = null;

  constructor({ circuit, concurrency }: UpstreamConfig) {
    this.limit = new ConcurrencyLimit(concurrency);
    this.circuit = circuitBreaker(
      handleWhen((error) => error instanceof UpstreamFailure),
      { halfOpenAfter: circuit.openMs, breaker: new ConsecutiveBreaker(circuit.failureCount) },
    );
  }

  get health(): UpstreamHealth {
    const { lastSuccessAt, lastFailureAt, lastFailure } = this;
    const { callsInFlight, callsWaiting } = this.limit;
    return { state: this.state, callsInFlight, callsWaiting, lastSuccessAt, lastFailureAt, lastFailure };
  }

  /** Runs one call unless the circuit is open: then `upstream.unavailable`, at once. Counts each `UpstreamFailure`. */
  async attempt<T>(call: () => Promise<T>): Promise<T> {
    // While one call tries whether it is up again, nobody waits for the outcome.
    if (this.circuit.state === CircuitState.HalfOpen) throw circuitOpen();
    try {
      const result = await this.circuit.execute(call);
      this.lastSuccessAt = new Date();
      return result;
    } catch (error) {
      if (error instanceof UpstreamFailure) {
        this.lastFailureAt = new Date();
        this.lastFailure = error.what;
        throw error;
      }
      if (isBrokenCircuitError(error)) throw circuitOpen();
      throw error;
    }
  }

  private get state(): UpstreamHealth['state'] {
    if (this.circuit.state !== CircuitState.Closed) return 'down';
    if (this.lastFailureAt && (!this.lastSuccessAt || this.lastFailureAt > this.lastSuccessAt)) return 'failing';
    return this.lastSuccessAt ? 'up' : 'unknown';
  }
}

function circuitOpen(): DomainError {
  return new DomainError('upstream.unavailable', {
    publicMessage: 'The upstream failed several times in a row and is left alone for a while.',
    detail: 'circuit open',
    facts: { connected: false },
  });
}
