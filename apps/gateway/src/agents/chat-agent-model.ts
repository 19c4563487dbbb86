import type { Readable } from 'node:stream';
import type { UpstreamConfig } from '#lib/config';
import type { DeidentifiedExchange } from '#lib/deidentification';
import type { BodyText } from '#lib/dialects';
import { DomainError } from '#lib/kernel';
import { asDomainError } from '#lib/outbound';
import type { AgentModel, ModelDelta, ModelToolCall, ModelTurn } from '#lib/tools';
import type { UpstreamRouter } from '#lib/upstream';
import type { OutgoingCalls } from '../proxy/outgoing-calls.js';
import { readBody } from '../proxy/read-body.js';
import { ChatTurnReader, readChatTurn } from './chat-turns.js';
import { around } from './conversation-body.js';

export interface ChatAgentParts {
  readonly router: UpstreamRouter;
  readonly outgoing: OutgoingCalls;
  readonly exchange: DeidentifiedExchange<BodyText>;
  readonly upstreams: readonly UpstreamConfig[];
  readonly streams: boolean;
  /** What stands before the request's own messages, from an earlier run. */
  readonly before: readonly string[];
  /** Puts earlier turns of a run back where the client knows only their end. */
  readonly amend: (body: string) => string;
}

/** A model behind Chat Completions, or one of text that is told of tools in its prompt. */
export class ChatAgentModel implements AgentModel {
  /** The one that served the first turn serves all: its prefix is known there. */
  private upstreams: readonly UpstreamConfig[];
  private firstBody = '';

  constructor(private readonly parts: ChatAgentParts) {
    this.upstreams = parts.upstreams;
  }

  /** The body of the first turn, in tokens. */
  get sent(): string {
    return this.firstBody;
  }

  async *next(added: readonly string[], signal: AbortSignal): AsyncGenerator<ModelDelta, ModelTurn> {
    const { router, outgoing, exchange, before, amend } = this.parts;
    const goOn = (body: string): string => {
      const first = around(amend(body), 'messages', before, []);
      this.firstBody ||= first;
      return around(first, 'messages', [], added);
    };
    const { upstream, answer } = await router.send(this.upstreams, (one) => outgoing.to(one, exchange, goOn), signal);
    this.upstreams = [upstream];
    if (answer.status >= 400) {
      answer.body.destroy();
      throw new DomainError('upstream.rejected', {
        publicMessage: `The upstream refused the request with status ${answer.status}.`,
        facts: { upstreamStatus: answer.status },
      });
    }
    const isWhole = !this.parts.streams || answer.contentType.startsWith('application/json');
    if (isWhole) return yield* whole(readChatTurn(outgoing.answerFrom(upstream, await readBody(answer.body))));
    return yield* this.streamed(upstream, answer.body);
  }

  assistantMessages({ text, reasoning, calls }: ModelTurn): string[] {
    const message = {
      role: 'assistant',
      content: text === '' && calls.length > 0 ? null : text,
      ...(reasoning !== '' && calls.length > 0 && { reasoning_content: reasoning }),
      ...(calls.length > 0 && {
        tool_calls: calls.map(({ id, name, arguments: values }) => ({
          id,
          type: 'function',
          function: { name, arguments: values },
        })),
      }),
    };
    return [JSON.stringify(message)];
  }

  resultMessage({ id, name }: ModelToolCall, text: string): string {
    return JSON.stringify({ role: 'tool', tool_call_id: id, name, content: text });
  }

  private async *streamed(upstream: UpstreamConfig, body: Readable): AsyncGenerator<ModelDelta, ModelTurn> {
    // Nothing is restored here: what the model wrote is kept in tokens.
    const stream = this.parts.outgoing.streamFrom(upstream, {
      open: () => ({ push: (text) => text, flush: () => '' }),
    })!;
    const reader = new ChatTurnReader();
    try {
      for await (const chunk of body) yield* reader.push(stream.push(chunk as Uint8Array));
      yield* reader.push(`${stream.end()}\n`);
      return reader.end();
    } catch (error) {
      throw asDomainError(error);
    } finally {
      body.destroy();
    }
  }
}

/** A turn that came at once. */
async function* whole(turn: ModelTurn): AsyncGenerator<ModelDelta, ModelTurn> {
  if (turn.reasoning !== '') yield { kind: 'reasoning', text: turn.reasoning };
  if (turn.text !== '') yield { kind: 'text', text: turn.text };
  return turn;
}
