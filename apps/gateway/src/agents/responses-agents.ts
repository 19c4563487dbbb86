import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { readJson } from '#lib/dialects';
import { DomainError } from '#lib/kernel';
import type { AgentEvent, Tool } from '#lib/tools';
import type { AuthenticatedRequest } from '../http/current-request.js';
import type { ProxiedAnswer } from '../proxy/model-proxy.js';
import { AgentSessions, type OpenedRun } from './agent-sessions.js';
import type { CallerView } from './caller-view.js';
import { definitionOf } from './chat-agents.js';
import { chatMessagesOf } from './responses-input.js';

/** Whether a Responses request asks for MCP servers of the gateway. */
export function asksForMcp(raw: string): boolean {
  return /"type"\s*:\s*"mcp"/.test(raw);
}

/** Ids of responses that runs made; others are the provider's. */
export const RUN_RESPONSE = /^resp_run_[0-9a-f]{32}$/;

interface ResponsesBody {
  readonly model?: unknown;
  readonly input?: unknown;
  readonly instructions?: unknown;
  readonly tools?: readonly Record<string, unknown>[];
  readonly previous_response_id?: unknown;
  readonly stream?: unknown;
  readonly store?: unknown;
}

type Item = Record<string, unknown>;

interface ResponseHead extends Item {
  readonly id: string;
  /** Whether it can be asked for again, and gone on from. */
  readonly store: boolean;
}

/**
 * The Responses API with `tools: [{"type":"mcp","server_label":"files"}]`: the servers of the gateway by their names, whose
 * tools run here. The client names no address and no credential of its own. Models are called over Chat Completions.
 */
@Injectable()
export class ResponsesAgents {
  constructor(private readonly sessions: AgentSessions) {}

  async create(request: AuthenticatedRequest, raw: string, signal: AbortSignal): Promise<ProxiedAnswer> {
    readJson(raw);
    const body = JSON.parse(raw) as ResponsesBody;
    const given = Array.isArray(body.tools) ? body.tools : [];
    const available = await this.sessions.available(request);
    const tools = given.flatMap((entry, index) => (entry.type === 'mcp' ? toolsOf(entry, available, index) : []));
    const functions = given.filter(({ type }) => type === 'function');
    const previousId = body.previous_response_id;
    const run = await this.sessions.open({
      request,
      raw: JSON.stringify({
        model: body.model,
        messages: chatMessagesOf(body.input, body.instructions),
        tools: [...tools.map(definitionOf), ...functions.map(({ type, ...one }) => ({ type, function: one }))],
      }),
      tools,
      clientTools: new Set(functions.map(({ name }) => String(name))),
      signal,
      surface: SURFACE,
      ...(typeof previousId === 'string' && { previous: await this.sessions.load(request, previousId) }),
    });
    const head: ResponseHead = {
      id: `resp_run_${randomUUID().replaceAll('-', '')}`,
      object: 'response',
      created_at: Math.floor(Date.now() / 1000),
      model: body.model,
      previous_response_id: previousId ?? null,
      tools: given,
      store: body.store !== false,
    };
    const headers = { 'cache-control': 'no-store', 'x-pvg-entities': String(run.exchange.entities.length) };
    if (body.stream === true) {
      const type = 'text/event-stream; charset=utf-8';
      const stream = Readable.from(this.streamed(run, head, tools), { objectMode: false });
      return { status: 200, headers: { ...headers, 'content-type': type, 'x-accel-buffering': 'no' }, body: stream };
    }
    const items = this.items(run, head, tools);
    const output: Item[] = [];
    for (;;) {
      const { done, value } = await items.next();
      if (done) {
        const answer = JSON.stringify({ ...head, ...value, output });
        return {
          status: 200,
          headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
          body: answer,
        };
      }
      output.push(value);
    }
  }

  /** Each item as it is complete: its deltas, `done` and `completed` events say the same. */
  private async *streamed(run: OpenedRun, head: ResponseHead, tools: readonly Tool[]): AsyncGenerator<string> {
    let sequence = 0;
    const event = (type: string, members: object): string =>
      `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...members })}\n\n`;
    yield event('response.created', { response: { ...head, status: 'in_progress', output: [] } });
    const output: Item[] = [];
    try {
      const items = this.items(run, head, tools);
      for (;;) {
        const { done, value: item } = await items.next();
        if (done) {
          yield event('response.completed', { response: { ...head, ...item, output } });
          return;
        }
        const place = { output_index: output.length, item_id: item.id };
        yield event('response.output_item.added', {
          output_index: output.length,
          item: { ...item, ...EMPTY[String(item.type)] },
        });
        if (item.type === 'message') {
          const [part] = item.content as [{ text: string }];
          const at = { ...place, content_index: 0 };
          yield event('response.content_part.added', { ...at, part: { ...part, text: '' } });
          yield event('response.output_text.delta', { ...at, delta: part.text });
          yield event('response.output_text.done', { ...at, text: part.text });
          yield event('response.content_part.done', { ...at, part });
        }
        if (item.type === 'function_call') {
          yield event('response.function_call_arguments.delta', { ...place, delta: item.arguments });
          yield event('response.function_call_arguments.done', {
            ...place,
            name: item.name,
            arguments: item.arguments,
          });
        }
        yield event('response.output_item.done', { output_index: output.length, item });
        output.push(item);
      }
    } catch (error) {
      const known = error instanceof DomainError;
      yield event('error', {
        code: known ? error.code : 'internal',
        message: known ? error.publicMessage : 'The run broke off.',
        param: null,
      });
    }
  }

  /** A response that a run made, as its caller may see it now. Throws `resource.not_found` for somebody else's as for none. */
  async get(request: AuthenticatedRequest, id: string): Promise<ProxiedAnswer> {
    const state = await this.sessions.load(request, id);
    const view = await this.sessions.viewOf(request, state, SURFACE);
    const kept = JSON.parse(state.answer ?? '{"output":[]}') as { output: Item[] };
    const output: Item[] = [];
    for (const item of kept.output) output.push(await shownItem(view, item));
    return wholeAnswer({ ...kept, output });
  }

  async remove(request: AuthenticatedRequest, id: string): Promise<ProxiedAnswer> {
    await this.sessions.remove(request, id);
    return wholeAnswer({ id, object: 'response', deleted: true });
  }

  /** Each item as its caller may see it; what is kept of the response is in tokens. */
  private async *items(run: OpenedRun, head: ResponseHead, tools: readonly Tool[]): AsyncGenerator<Item, Item> {
    const output: Item[] = [];
    const show = (item: Item): Promise<Item> => {
      output.push(item);
      return shownItem(run.view, item);
    };
    for (const item of toolLists(tools)) yield await show(item);
    const events = run.loop.events();
    for (;;) {
      const { done, value } = await events.next();
      if (!done) {
        if (value.kind === 'observation') yield await show(callItem(value));
        continue;
      }
      const { turn, calls, reason } = value;
      if (turn.text !== '') {
        const content = [{ type: 'output_text', text: turn.text, annotations: [] }];
        yield await show({ id: newItemId('msg'), type: 'message', role: 'assistant', status: 'completed', content });
      }
      for (const { id, name, arguments: values } of calls) {
        yield await show({
          id: newItemId('fc'),
          type: 'function_call',
          call_id: id,
          name,
          arguments: values,
          status: 'completed',
        });
      }
      const complete = reason === 'answered' || reason === 'calls';
      const { inputTokens: input_tokens, outputTokens: output_tokens } = run.loop.budget.usage;
      const ending = {
        status: complete ? 'completed' : 'incomplete',
        incomplete_details: complete ? null : { reason: 'max_output_tokens' },
        usage: { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens },
      };
      if (head.store) await run.save(head.id, value, JSON.stringify({ ...head, ...ending, output }));
      return ending;
    }
  }
}

const SURFACE = 'responses';
const serverOf = (name: string): string => name.split('__')[0]!;

function wholeAnswer(body: object): ProxiedAnswer {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  return { status: 200, headers, body: JSON.stringify(body) };
}

function toolLists(tools: readonly Tool[]): Item[] {
  return [...new Set(tools.map(({ name }) => serverOf(name)))].map((server) => ({
    id: newItemId('mcpl'),
    type: 'mcp_list_tools',
    server_label: server,
    tools: tools
      .filter(({ name }) => serverOf(name) === server)
      .map(({ name, description, parameters }) => ({
        name: name.slice(server.length + 2),
        description,
        input_schema: parameters,
      })),
  }));
}

function callItem({ call, status, text }: Extract<AgentEvent, { kind: 'observation' }>): Item {
  const server = serverOf(call.name);
  return {
    id: newItemId('mcp'),
    type: 'mcp_call',
    server_label: server,
    name: call.name.slice(server.length + 2),
    arguments: call.arguments,
    output: status === 'ok' ? text : null,
    error: status === 'ok' ? null : text,
    approval_request_id: null,
  };
}

/** An item as the caller may see it. */
async function shownItem(view: CallerView, item: Item): Promise<Item> {
  const values = typeof item.arguments === 'string' && { arguments: await view.written(item.arguments, 'json') };
  if (item.type === 'mcp_call') {
    const output = typeof item.output === 'string' && { output: view.show(item.output, 'json') };
    return { ...item, ...values, ...output, ...(typeof item.error === 'string' && { error: view.show(item.error) }) };
  }
  if (item.type !== 'message') return { ...item, ...values };
  const [part] = item.content as [{ text: string }];
  return { ...item, content: [{ ...part, text: await view.written(part.text) }] };
}

const EMPTY: Readonly<Record<string, object>> = { message: { content: [], status: 'in_progress' } };

function newItemId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}

/** Throws `tool.denied` for a server that this caller has no tool of: unknown ones read alike. */
function toolsOf(entry: Record<string, unknown>, available: readonly Tool[], index: number): Tool[] {
  const { server_label: label, allowed_tools: allowed } = entry;
  const names = Array.isArray(allowed) ? allowed : (allowed as { tool_names?: unknown[] } | undefined)?.tool_names;
  const own = available.filter(({ name, source }) => source === 'mcp' && name.startsWith(`${String(label)}__`));
  const chosen = names ? own.filter(({ name }) => names.includes(name.slice(String(label).length + 2))) : own;
  if (chosen.length > 0) return chosen;
  throw new DomainError('tool.denied', {
    publicMessage: 'There is no such MCP server here, or this key may call none of its tools.',
    pointer: `/tools/${index}`,
  });
}
