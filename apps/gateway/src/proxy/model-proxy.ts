import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import {
  type AnswerGuard,
  AnswerProtector,
  type DeidentifiedExchange,
  Deidentifier,
  ExchangeMemory,
  type ExchangeScope,
  memoryScope,
} from '#lib/deidentification';
import type { OpenedRequest } from '#lib/dialects';
import { DomainError, type TextSlot, type VaultToken } from '#lib/kernel';
import { asDomainError } from '#lib/outbound';
import type { UpstreamAnswer } from '#lib/upstream';
import { ExchangeScopes } from '../exchange/exchange-scopes.js';
import type { AuthenticatedRequest } from '../http/current-request.js';
import { Metrics } from '../http/metrics.js';
import { type AsyncAnswerStream, rewriteStream, rewriteWhole } from './guarded-answer.js';
import { OutgoingCalls, takingMedia } from './outgoing-calls.js';
import { readBody } from './read-body.js';
import { RestoredLanes } from './restored-lanes.js';
import type { Surface } from './surface.js';
import { Upstreams } from './upstreams.js';

const ERROR_BYTES_MAX = 1024 * 1024;

export interface ProxiedCall {
  readonly request: AuthenticatedRequest;
  readonly raw: string;
  readonly surface: Surface;
  /** Below the upstream's base URL. */
  readonly path: string;
  /** Where the URL says them and not the body. */
  readonly model?: string;
  readonly stream?: boolean;
  /** Tokens of earlier exchanges of this caller that the provider keeps and may write again. */
  readonly carried?: readonly VaultToken[];
  readonly conversationId?: string;
  /** The upstream that must serve it, since it keeps what the call goes on from. */
  readonly upstream?: string;
  readonly signal: AbortSignal;
}

export interface ProxiedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Readable;
}

/** Where a provider keeps the answer: called with its bytes so far until it says that it has seen enough. */
export type IdentifyAnswer = (seen: {
  readonly scope: ExchangeScope;
  readonly exchange: DeidentifiedExchange;
  readonly upstream: string;
  readonly tokenised: string;
}) => Promise<boolean>;

/** Every call of a model: only tokens leave, each caller gets back what its policy allows. */
@Injectable()
export class ModelProxy {
  constructor(
    private readonly scopes: ExchangeScopes,
    private readonly deidentifier: Deidentifier,
    private readonly memory: ExchangeMemory,
    private readonly upstreams: Upstreams,
    private readonly protector: AnswerProtector,
    private readonly metrics: Metrics,
  ) {}

  /** `identify` is awaited before anything of the answer it was called with is released. */
  async call(call: ProxiedCall, identify?: IdentifyAnswer): Promise<ProxiedAnswer> {
    const startedAt = performance.now();
    const { surface, request, signal } = call;
    const opened = surface.dialect.readRequest(call.raw);
    const model = call.model ?? opened.model ?? '';
    const streams = call.stream ?? opened.stream;
    const upstreams = takingMedia(await this.upstreamsFor(call, model), opened);
    const scope = await this.scopes.open({
      request,
      model,
      opening: openingOf(opened),
      ...(call.conversationId !== undefined && { conversationId: call.conversationId }),
    });
    const { headers: asked } = request;
    const outgoing = new OutgoingCalls(
      { surface, opened, path: call.path, streams, headers: asked },
      upstreams,
      request.user.tenantId,
    );
    const exchange = await this.deidentifier.deidentify(scope, opened, {
      surface: surface.name,
      origin: originsOf(opened),
      history: opened.texts.filter(({ message }) => opened.messages[message]?.role === assistantOf(surface)),
      recipients: outgoing.recipients,
      ...(call.carried && { carried: call.carried }),
    });
    const sentAt = performance.now();
    const { upstream, answer } = await this.upstreams.router.send(
      upstreams,
      (one) => outgoing.to(one, exchange),
      signal,
    );
    const waitedMs = performance.now() - sentAt;
    this.metrics.sent(surface.name, exchange.entities, sentAt - startedAt);
    const lanes = new RestoredLanes(exchange.restoration);
    const guard = await this.protector.open(scope, surface.name, exchange.restoration);
    const headers = (): Record<string, string> => ({
      'cache-control': 'no-store',
      'x-pvg-entities': String(exchange.entities.length),
      'x-pvg-overhead-ms': (performance.now() - startedAt - waitedMs).toFixed(1),
    });

    if (answer.status >= 400) {
      const body = await this.failure(surface, answer, lanes, guard);
      const retryAfter = answer.retryAfter !== undefined && { 'retry-after': answer.retryAfter };
      return { status: answer.status, headers: { ...headers(), ...retryAfter, 'content-type': JSON_TYPE }, body };
    }
    const remembers = upstream.trust === 'public';
    const stream =
      streams && !isWholeAnswer(surface, answer)
        ? rewriteStream(guard, lanes.open, (open) =>
            outgoing.streamFrom(upstream, { open, jsonAnswer: opened.jsonAnswer }),
          )
        : null;
    if (stream) {
      const seen =
        identify && ((text: string) => identify({ scope, exchange, upstream: upstream.name, tokenised: text }));
      const body = Readable.from(this.streamed({ surface, scope, answer, stream, lanes, seen, remembers }), {
        objectMode: false,
      });
      const type = `${surface.dialect.streamType}; charset=utf-8`;
      return { status: 200, headers: { ...headers(), 'content-type': type, 'x-accel-buffering': 'no' }, body };
    }
    const tokenised = outgoing.answerFrom(upstream, await readBody(answer.body));
    const whole = surface.dialect.readAnswer(tokenised, { jsonAnswer: opened.jsonAnswer });
    const restored = await rewriteWhole(guard, lanes.open, (open) => whole.rewrite(open));
    if (remembers) await this.remember(scope, lanes);
    await identify?.({ scope, exchange, upstream: upstream.name, tokenised });
    const { counts } = lanes;
    this.metrics.answered(surface.name, counts);
    return {
      status: answer.status,
      headers: {
        ...headers(),
        'content-type': JSON_TYPE,
        'x-pvg-restored': String(counts.restored),
        'x-pvg-unresolved': String(counts.unresolved),
        'x-pvg-mangled': String(counts.mangled),
      },
      body: restored,
    };
  }

  /** Counts go in a last comment line, since a stream's headers are sent before they are known. */
  private async *streamed(streamed: StreamedAnswer): AsyncGenerator<string> {
    const { surface, scope, answer, stream, lanes, seen, remembers } = streamed;
    const decoder = new TextDecoder();
    let unidentified = seen && '';
    try {
      for await (const chunk of answer.body) {
        if (seen && unidentified !== undefined) {
          unidentified += decoder.decode(chunk as Uint8Array, { stream: true });
          if ((await seen(unidentified)) || unidentified.length > IDENTIFY_CHARS_MAX) unidentified = undefined;
        }
        const text = await stream.push(chunk as Uint8Array);
        if (text === '') continue;
        if (remembers) await this.remember(scope, lanes);
        yield text;
      }
      const rest = await stream.end();
      if (remembers) await this.remember(scope, lanes);
      yield surface.comments ? rest + countsComment(lanes) : rest;
    } catch (error) {
      const { publicMessage, code } = asDomainError(error);
      yield stream.fail(publicMessage, code);
    } finally {
      this.metrics.answered(surface.name, lanes.counts);
      answer.body.destroy();
    }
  }

  private async upstreamsFor({ surface, request, upstream: name }: ProxiedCall, model: string) {
    const { tenantId } = request.user;
    if (name === undefined) return this.upstreams.forModel(tenantId, surface.families, model);
    const upstream = await this.upstreams.named(tenantId, name);
    if (upstream && surface.families.includes(upstream.api)) return [upstream];
    throw new DomainError('resource.not_found', { publicMessage: 'The upstream of that response is gone.' });
  }

  /** The upstream's own error, restored for this caller. What refuses the gateway's credentials is not the caller's error. */
  private async failure(
    surface: Surface,
    answer: UpstreamAnswer,
    lanes: RestoredLanes,
    guard: AnswerGuard | null,
  ): Promise<string> {
    const rejected = () =>
      new DomainError('upstream.rejected', {
        publicMessage: `The upstream refused the request with status ${answer.status}.`,
        facts: { upstreamStatus: answer.status },
      });
    if (answer.status === 401 || answer.status === 403 || !answer.contentType.includes('json')) {
      answer.body.destroy();
      throw rejected();
    }
    try {
      const body = surface.dialect.readAnswer(await readBody(answer.body, ERROR_BYTES_MAX));
      return await rewriteWhole(guard, lanes.open, (open) => body.rewrite(open));
    } catch {
      throw rejected();
    }
  }

  /** Kept before the text that ends a lane is sent, so that the caller's next turn finds it on any replica. */
  private async remember(scope: ExchangeScope, lanes: RestoredLanes): Promise<void> {
    const finished = lanes.takeFinished();
    if (finished.length > 0) await this.memory.remember(memoryScope(scope), finished);
  }
}

interface StreamedAnswer {
  readonly surface: Surface;
  readonly scope: ExchangeScope;
  readonly answer: UpstreamAnswer;
  readonly stream: AsyncAnswerStream;
  readonly lanes: RestoredLanes;
  readonly seen: ((tokenised: string) => Promise<boolean>) | undefined;
  /** Not of a private upstream: what it wrote may hold values, and may come back in a call of a public one. */
  readonly remembers: boolean;
}

const IDENTIFY_CHARS_MAX = 65_536;
const JSON_TYPE = 'application/json; charset=utf-8';

/** An upstream that does not stream although asked to. */
function isWholeAnswer(surface: Surface, answer: UpstreamAnswer): boolean {
  return surface.dialect.streamType === 'text/event-stream' && answer.contentType.startsWith('application/json');
}

function countsComment({ counts: { restored, unresolved, mangled } }: RestoredLanes): string {
  return `: pvg restored=${restored} unresolved=${unresolved} mangled=${mangled}\n\n`;
}

function assistantOf({ family }: Surface): string {
  return family === 'gemini' ? 'model' : 'assistant';
}

/** The first user message tells conversations of one principal apart when no header does. */
function openingOf(opened: OpenedRequest): string {
  const first = opened.messages.find(({ role }) => role === 'user')?.index ?? null;
  return opened.slots
    .filter(({ message }) => message === first)
    .map(({ text }) => text)
    .join('\n');
}

/** Values of tool results are the tool's; everything else the caller wrote. */
function originsOf(opened: OpenedRequest): (slot: TextSlot) => string {
  const messageOf = new Map<TextSlot, number | null>(opened.slots.map((slot) => [slot, slot.message]));
  return (slot) => {
    const message = messageOf.get(slot) ?? null;
    const role = message === null ? undefined : opened.messages[message]?.role;
    return role === 'tool' || role === 'function' ? 'tool' : 'prompt';
  };
}
