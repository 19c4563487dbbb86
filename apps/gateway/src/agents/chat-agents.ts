import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ExchangeMemory } from '#lib/deidentification';
import { DomainError } from '#lib/kernel';
import { asDomainError } from '#lib/outbound';
import type { AgentOutcome, ModelToolCall, Tool } from '#lib/tools';
import type { AuthenticatedRequest } from '../http/current-request.js';
import type { ProxiedAnswer } from '../proxy/model-proxy.js';
import { AgentSessions, type OpenedRun } from './agent-sessions.js';
import type { CallerLane, CallerView } from './caller-view.js';
import { type ToolReference, toolsInHeader, withServerTools } from './server-tools.js';

/** An entry of `tools` that stands for tools of the gateway: `{"type":"pvg","name":"send_email"}`, or `"*"`. */
function referenceOf(entry: unknown): ToolReference | null {
  const { type, name } = (entry ?? {}) as { type?: unknown; name?: unknown };
  if (type !== 'pvg' || typeof name !== 'string') return null;
  return { names: name === '*' ? null : [name] };
}

export function definitionOf({ name, description, parameters }: Tool): unknown {
  return { type: 'function', function: { name, description, parameters } };
}

const CHAT_TOOLS = {
  referenceOf,
  definitionOf,
  nameOf: (entry: unknown) => (entry as { function?: { name?: string } } | null)?.function?.name,
};

/** Whether a Chat Completions request asks for tools of the gateway. */
export function asksForTools(raw: string, headers: Readonly<Record<string, unknown>>): boolean {
  return toolsInHeader(headers) !== null || /"type"\s*:\s*"pvg"/.test(raw);
}

/** Chat Completions in which tools of the gateway run here, between the client's question and the answer. */
@Injectable()
export class ChatAgents {
  constructor(
    private readonly sessions: AgentSessions,
    private readonly memory: ExchangeMemory,
  ) {}

  async complete(request: AuthenticatedRequest, raw: string, signal: AbortSignal): Promise<ProxiedAnswer> {
    const available = await this.sessions.available(request);
    const asked = withServerTools(raw, available, toolsInHeader(request.headers), CHAT_TOOLS);
    const body = JSON.parse(asked.raw) as { stream?: unknown; n?: unknown; model?: unknown };
    if ((body.n ?? 1) !== 1) {
      throw new DomainError('request.unsupported', {
        publicMessage: 'With tools of the gateway there is one choice.',
        pointer: '/n',
      });
    }
    const run = await this.sessions.open({
      request,
      raw: asked.raw,
      tools: asked.tools,
      clientTools: asked.clientTools,
      signal,
      surface: 'chat.completions',
      handedBack: true,
    });
    const head = {
      id: `chatcmpl-${randomUUID()}`,
      created: Math.floor(Date.now() / 1000),
      model: String(body.model ?? ''),
    };
    const headers = { 'cache-control': 'no-store', 'x-pvg-entities': String(run.exchange.entities.length) };
    if (body.stream === true) {
      const stream = Readable.from(this.streamed(run, head), { objectMode: false });
      const type = 'text/event-stream; charset=utf-8';
      return { status: 200, headers: { ...headers, 'content-type': type, 'x-accel-buffering': 'no' }, body: stream };
    }
    const answer = await this.whole(run, head);
    return { ...answer, headers: { ...headers, ...answer.headers } };
  }

  private async whole(run: OpenedRun, head: ChatHead): Promise<ProxiedAnswer> {
    const { view } = run;
    const pieces = this.pieces(run, view);
    let content = '';
    let reasoning = '';
    for (;;) {
      const { done, value } = await pieces.next();
      if (!done) {
        content += value.content ?? '';
        reasoning += value.reasoning ?? '';
        continue;
      }
      const { calls, finish } = value;
      const message = {
        role: 'assistant',
        content: content === '' && calls.length > 0 ? null : content,
        ...(reasoning !== '' && { reasoning_content: reasoning }),
        ...(calls.length > 0 && { tool_calls: calls.map(callMember) }),
      };
      const choices = [{ index: 0, message, finish_reason: finish }];
      return {
        status: 200,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'x-pvg-restored': String(view.restored),
          'x-pvg-unresolved': String(view.unresolved),
        },
        body: JSON.stringify({ ...head, object: 'chat.completion', choices, usage: usageOf(run) }),
      };
    }
  }

  private async *streamed(run: OpenedRun, head: ChatHead): AsyncGenerator<string> {
    const { view } = run;
    const event = (members: object): string =>
      `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...members })}\n\n`;
    const chunk = (delta: object, finish: string | null = null): string =>
      event({ choices: [{ index: 0, delta, finish_reason: finish }] });
    try {
      yield chunk({ role: 'assistant', content: '' });
      const pieces = this.pieces(run, view);
      for (;;) {
        const { done, value } = await pieces.next();
        if (!done) {
          if (value.content) yield chunk({ content: value.content });
          if (value.reasoning) yield chunk({ reasoning_content: value.reasoning });
          continue;
        }
        if (value.calls.length > 0) {
          yield chunk({ tool_calls: value.calls.map((call, index) => ({ index, ...callMember(call) })) });
        }
        yield chunk({}, value.finish);
        yield event({ choices: [], usage: usageOf(run) });
        yield `: pvg restored=${view.restored} unresolved=${view.unresolved}\n\ndata: [DONE]\n\n`;
        return;
      }
    } catch (error) {
      const { publicMessage: message, code } = asDomainError(error);
      yield `data: ${JSON.stringify({ error: { message, type: 'upstream_error', param: null, code } })}\n\n`;
    }
  }

  /** The answer's pieces as the caller is shown them; at the end, what is left for the client to do. */
  private async *pieces(run: OpenedRun, view: CallerView): AsyncGenerator<Piece, Ending> {
    const events = run.loop.events();
    let lane: CallerLane | null = null;
    let thoughts: CallerLane | null = null;
    let said = false;
    for (;;) {
      const { done, value } = await events.next();
      if (done) return this.ending(run, view, value);
      if (value.kind === 'text') {
        if (lane === null) {
          if (said) yield { content: view.separate() };
          lane = await view.answerLane();
        }
        said = true;
        yield { content: await lane.push(value.text) };
      } else if (value.kind === 'reasoning') {
        thoughts ??= await view.otherLane();
        yield { reasoning: await thoughts.push(value.text) };
      } else if (value.kind === 'step') {
        if (thoughts) yield { reasoning: await thoughts.flush() };
        if (lane) yield { content: await lane.flush() };
        thoughts = null;
        lane = null;
      }
    }
  }

  private async ending(run: OpenedRun, view: CallerView, outcome: AgentOutcome): Promise<Ending> {
    const calls: ShownCall[] = [];
    for (const call of outcome.calls) {
      calls.push({ ...call, shown: await view.written(call.arguments, 'json') });
    }
    await view.remember(
      this.memory,
      run.scope,
      calls.map(({ arguments: tokenised, shown }) => ({ rendered: shown, tokenised })),
    );
    if (outcome.calls.length > 0 && outcome.added.length > 1) await run.saveForCalls(outcome);
    return { calls, finish: finishOf(outcome) };
  }
}

interface ChatHead {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

interface Piece {
  readonly content?: string;
  readonly reasoning?: string;
}

interface ShownCall extends ModelToolCall {
  readonly shown: string;
}

interface Ending {
  readonly calls: readonly ShownCall[];
  readonly finish: string;
}

function callMember({ id, name, shown }: ShownCall): object {
  return { id, type: 'function', function: { name, arguments: shown } };
}

function finishOf({ reason, turn }: AgentOutcome): string {
  if (reason === 'answered') return turn.finish === 'tool_calls' || turn.finish === '' ? 'stop' : turn.finish;
  return reason === 'calls' ? 'tool_calls' : 'length';
}

function usageOf({ loop: { budget } }: OpenedRun): object {
  const { inputTokens: prompt_tokens, outputTokens: completion_tokens } = budget.usage;
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}
