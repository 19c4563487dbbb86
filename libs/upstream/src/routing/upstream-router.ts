import { finished } from 'node:stream';
import type { UpstreamConfig } from '#lib/config';
import { type Deidentified, DomainError } from '#lib/kernel';
import { asDomainError } from '#lib/outbound';
import type { ModelCall, UpstreamAnswer, UpstreamClient } from '../upstream-client.js';
import { backoffDelayMs, retryAfterMs, wait } from './retry-delay.js';
import { UpstreamFailure, type UpstreamHealth, UpstreamState } from './upstream-state.js';

export interface RoutedAnswer {
  readonly upstream: UpstreamConfig;
  readonly answer: UpstreamAnswer;
}

/** Refused before any work: the very same call may be sent again. */
const REFUSED_STATUS: ReadonlySet<number> = new Set([429, 503, 529]);

/**
 * Calls upstreams: with retries before the first byte, a circuit that opens when one fails, a limit of calls at a time, a
 * deadline for the whole call, and the next upstream in the order given when one cannot serve.
 *
 * A retry repeats only what cannot have been done (no connection; 429, 503, 529). Falling back goes further: another
 * upstream is asked also after 500, 502, 504 or silence, since nothing of an answer has been shown yet.
 */
export class UpstreamRouter {
  private readonly states = new WeakMap<UpstreamConfig, UpstreamState>();

  constructor(private readonly clientOf: (upstream: UpstreamConfig) => UpstreamClient) {}

  /**
   * The first answer that is no failure, else the last one's answer or error. `callFor` makes the call for each upstream
   * anew: what one may read, another may not.
   */
  async send(
    upstreams: readonly UpstreamConfig[],
    callFor: (upstream: UpstreamConfig) => Deidentified<ModelCall>,
    signal: AbortSignal,
  ): Promise<RoutedAnswer> {
    let failure: unknown;
    for (const [index, upstream] of upstreams.entries()) {
      const isLast = index === upstreams.length - 1;
      try {
        const answer = await this.call(upstream, callFor(upstream), signal);
        if (isLast || !isFailureStatus(answer.status)) return { upstream, answer };
        answer.body.destroy();
      } catch (error) {
        if (signal.aborted || !isUpstreams(error)) throw error;
        failure = error;
      }
    }
    throw failure ?? unavailable();
  }

  /** One upstream, with its retries. Throws `upstream.busy` besides what `UpstreamClient.send` does. */
  async call(upstream: UpstreamConfig, call: Deidentified<ModelCall>, signal: AbortSignal): Promise<UpstreamAnswer> {
    const state = this.stateOf(upstream);
    const deadline = new Deadline(upstream.totalTimeoutMs, signal);
    let release: () => void = () => undefined;
    try {
      release = await state.limit.acquire(deadline.signal);
      const answer = await this.withRetries(upstream, state, call, deadline.signal);
      finished(answer.body, () => {
        deadline.clear();
        release();
      });
      return answer;
    } catch (error) {
      deadline.clear();
      release();
      throw asDomainError(error);
    }
  }

  /** One attempt, whatever is known of the upstream, to see whether it can be reached. */
  probe(upstream: UpstreamConfig, call: Deidentified<ModelCall>, signal: AbortSignal): Promise<UpstreamAnswer> {
    return this.clientOf(upstream).send(upstream, call, signal);
  }

  healthOf(upstream: UpstreamConfig): UpstreamHealth {
    return this.stateOf(upstream).health;
  }

  private async withRetries(
    upstream: UpstreamConfig,
    state: UpstreamState,
    call: Deidentified<ModelCall>,
    signal: AbortSignal,
  ): Promise<UpstreamAnswer> {
    const { countMax, backoffMs, waitMsMax } = upstream.retries;
    for (let retry = 0; ; retry += 1) {
      const outcome = await this.attempt(upstream, state, call, signal);
      if (retry >= countMax || !isRepeatable(outcome)) return settle(outcome);
      const asked = outcome instanceof DomainError ? null : retryAfterMs(outcome.retryAfter);
      if (asked !== null && asked > waitMsMax) return settle(outcome);
      if (!(outcome instanceof DomainError)) outcome.body.destroy();
      await wait(Math.max(asked ?? 0, backoffDelayMs(backoffMs, retry)), signal);
    }
  }

  private async attempt(
    upstream: UpstreamConfig,
    state: UpstreamState,
    call: Deidentified<ModelCall>,
    signal: AbortSignal,
  ): Promise<UpstreamAnswer | DomainError> {
    try {
      return await state.attempt(async () => {
        let answer: UpstreamAnswer;
        try {
          answer = await this.clientOf(upstream).send(upstream, call, signal);
        } catch (error) {
          const named = asDomainError(error);
          throw countsAsFailure(named, signal) ? new UpstreamFailure(named.code, named) : named;
        }
        if (answer.status >= 500) throw new UpstreamFailure(`status ${answer.status}`, answer);
        return answer;
      });
    } catch (error) {
      const { cause } = error instanceof UpstreamFailure ? error : { cause: error };
      return cause instanceof Error ? asDomainError(cause) : (cause as UpstreamAnswer);
    }
  }

  private stateOf(upstream: UpstreamConfig): UpstreamState {
    let state = this.states.get(upstream);
    if (!state) {
      state = new UpstreamState(upstream);
      this.states.set(upstream, state);
    }
    return state;
  }
}

/** Aborts with `upstream.timeout` when the whole call takes too long, and with the caller's reason when it goes away. */
class Deadline {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly abort = (): void => this.controller.abort(this.caller.reason);

  constructor(
    totalTimeoutMs: number,
    private readonly caller: AbortSignal,
  ) {
    this.timer = setTimeout(() => this.controller.abort(tooLong()), totalTimeoutMs).unref();
    if (caller.aborted) this.abort();
    else caller.addEventListener('abort', this.abort, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  clear(): void {
    clearTimeout(this.timer);
    this.caller.removeEventListener('abort', this.abort);
  }
}

function settle(outcome: UpstreamAnswer | DomainError): UpstreamAnswer {
  if (outcome instanceof DomainError) throw outcome;
  return outcome;
}

function isRepeatable(outcome: UpstreamAnswer | DomainError): boolean {
  if (!(outcome instanceof DomainError)) return REFUSED_STATUS.has(outcome.status);
  return outcome.facts.connected === false && outcome.detail !== 'circuit open';
}

function isFailureStatus(status: number): boolean {
  return status >= 500 || status === 429;
}

/** The upstream's, and not the caller's or the configuration's. */
function isUpstreams(error: unknown): boolean {
  return error instanceof DomainError && error.code.startsWith('upstream.') && error.code !== 'upstream.unknown_model';
}

function countsAsFailure({ code }: DomainError, signal: AbortSignal): boolean {
  const timedOut = signal.reason instanceof DomainError;
  return (code === 'upstream.unavailable' || code === 'upstream.timeout') && (!signal.aborted || timedOut);
}

function tooLong(): DomainError {
  return new DomainError('upstream.timeout', { publicMessage: 'The upstream took longer than a call may take.' });
}

function unavailable(): DomainError {
  return new DomainError('upstream.unavailable', { publicMessage: 'No upstream could be reached.' });
}
