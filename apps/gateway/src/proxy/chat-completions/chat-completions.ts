import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { carry, Deidentifier, ExchangeMemory, type ExchangeScope, memoryScope } from '#lib/deidentification';
import { type ChatRequest, ChatStream, readChatRequest, readChatResponse } from '#lib/dialects';
import { DomainError, type TextSlot } from '#lib/kernel';
import { asDomainError } from '#lib/outbound';
import type { UpstreamAnswer } from '#lib/upstream';
import { ExchangeScopes } from '../../exchange/exchange-scopes.js';
import type { AuthenticatedRequest } from '../../http/current-request.js';
import { PREAMBLE } from '../preamble.js';
import { readBody } from '../read-body.js';
import { RestoredLanes } from '../restored-lanes.js';
import { Upstreams } from '../upstreams.js';

const SURFACE = 'chat.completions';
const ERROR_BYTES_MAX = 1024 * 1024;

export interface ProxiedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Readable;
}

/** `POST /v1/chat/completions`: only tokens leave, each caller gets back what its policy allows. */
@Injectable()
export class ChatCompletions {
  constructor(
    private readonly scopes: ExchangeScopes,
    private readonly deidentifier: Deidentifier,
    private readonly memory: ExchangeMemory,
    private readonly upstreams: Upstreams,
  ) {}

  async complete(request: AuthenticatedRequest, raw: string, signal: AbortSignal): Promise<ProxiedAnswer> {
    const startedAt = performance.now();
    const chat = readChatRequest(raw);
    refuseMedia(chat);
    const upstream = this.upstreams.forModel(chat.model);
    const scope = await this.scopes.open({
      request,
      model: chat.model,
      opening: openingOf(chat),
    });
    const preamble = upstream.preamble ?? PREAMBLE;
    const exchange = await this.deidentifier.deidentify(scope, chat, {
      surface: SURFACE,
      origin: originsOf(chat),
      history: chat.texts.filter(({ message }) => chat.messages[message]?.role === 'assistant'),
      close: ({ edits, recalled, hasTokens }) =>
        chat.splice(edits, { texts: recalled, ...(hasTokens && preamble !== false && { preamble }) }),
    });
    const call = carry(exchange.text, (body) => ({
      method: 'POST' as const,
      path: '/chat/completions',
      body,
      accept: chat.stream ? ('text/event-stream' as const) : ('application/json' as const),
    }));
    const sentAt = performance.now();
    const answer = await this.upstreams.client.send(upstream, call, signal);
    const answeredAt = performance.now();
    const lanes = new RestoredLanes(exchange.restoration);
    const headers = { 'x-pvg-entities': String(exchange.entities.length), 'cache-control': 'no-store' };
    const overhead = () => ({
      'x-pvg-overhead-ms': (performance.now() - startedAt - (answeredAt - sentAt)).toFixed(1),
    });

    if (answer.status >= 400) {
      return { status: answer.status, headers, body: await this.failure(answer, lanes) };
    }
    if (chat.stream && answer.contentType.startsWith('text/event-stream')) {
      const stream = new ChatStream({ open: lanes.open, jsonAnswer: chat.jsonAnswer });
      return {
        status: 200,
        headers: {
          ...headers,
          ...overhead(),
          'content-type': 'text/event-stream; charset=utf-8',
          'x-accel-buffering': 'no',
        },
        body: Readable.from(this.streamed(scope, answer, stream, lanes), { objectMode: false }),
      };
    }
    const text = readChatResponse(await readBody(answer.body), { jsonAnswer: chat.jsonAnswer }).rewrite(lanes.open);
    await this.remember(scope, lanes);
    const { restored, unresolved, mangled } = lanes.counts;
    return {
      status: answer.status,
      headers: {
        ...headers,
        ...overhead(),
        'content-type': 'application/json; charset=utf-8',
        'x-pvg-restored': String(restored),
        'x-pvg-unresolved': String(unresolved),
        'x-pvg-mangled': String(mangled),
      },
      body: text,
    };
  }

  /** Counts go in a last comment line, since a stream's headers are sent before they are known. */
  private async *streamed(
    scope: ExchangeScope,
    answer: UpstreamAnswer,
    stream: ChatStream,
    lanes: RestoredLanes,
  ): AsyncGenerator<string> {
    try {
      for await (const chunk of answer.body) {
        const text = stream.push(chunk as Uint8Array);
        if (text === '') continue;
        await this.remember(scope, lanes);
        yield text;
      }
      const rest = stream.end();
      await this.remember(scope, lanes);
      const { restored, unresolved, mangled } = lanes.counts;
      yield `${rest}: pvg restored=${restored} unresolved=${unresolved} mangled=${mangled}\n\n`;
    } catch (error) {
      const { publicMessage, code } = asDomainError(error);
      yield stream.fail(publicMessage, code);
    } finally {
      answer.body.destroy();
    }
  }

  /** The upstream's own error, restored for this caller. What refuses the gateway's credentials is not the caller's error. */
  private async failure(answer: UpstreamAnswer, lanes: RestoredLanes): Promise<string> {
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
      return readChatResponse(await readBody(answer.body, ERROR_BYTES_MAX)).rewrite(lanes.open);
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

function refuseMedia({ media }: ChatRequest): void {
  const [part] = media;
  if (!part) return;
  throw new DomainError('request.unsupported', {
    publicMessage: `The ${part.kind} at ${part.path} cannot be read for personal data, so the request was not sent. Send text.`,
    pointer: part.path,
  });
}

/** The first user message tells conversations of one principal apart when no header does. */
function openingOf(chat: ChatRequest): string {
  const first = chat.messages.find(({ role }) => role === 'user')?.index;
  return chat.slots
    .filter(({ message }) => message === first)
    .map(({ text }) => text)
    .join('\n');
}

/** Values of tool results are the tool's; everything else the caller wrote. */
function originsOf(chat: ChatRequest): (slot: TextSlot) => string {
  const messageOf = new Map<TextSlot, number | null>(chat.slots.map((slot) => [slot, slot.message]));
  return (slot) => {
    const message = messageOf.get(slot) ?? null;
    const role = message === null ? undefined : chat.messages[message]?.role;
    return role === 'tool' || role === 'function' ? 'tool' : 'prompt';
  };
}
