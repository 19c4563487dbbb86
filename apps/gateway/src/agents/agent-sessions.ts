import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  AnswerProtector,
  type DeidentifiedExchange,
  Deidentifier,
  type ExchangeScope,
  Reidentifier,
  type Restoration,
} from '#lib/deidentification';
import { type BodyText, type OpenedRequest, readTexts } from '#lib/dialects';
import type { VaultToken } from '#lib/kernel';
import {
  AGENT_LIMITS,
  type AgentLimits,
  AgentLoop,
  type AgentOutcome,
  AgentRuns,
  type RunState,
  type Tool,
  type ToolFile,
  ToolRegistry,
  ToolRunner,
} from '#lib/tools';
import { ExchangeScopes } from '../exchange/exchange-scopes.js';
import type { AuthenticatedRequest } from '../http/current-request.js';
import { OutgoingCalls, takingMedia } from '../proxy/outgoing-calls.js';
import { SURFACES } from '../proxy/surface.js';
import { Upstreams } from '../proxy/upstreams.js';
import { CallerView } from './caller-view.js';
import { ChatAgentModel } from './chat-agent-model.js';
import { messagesOf } from './conversation-body.js';

export interface RunInput {
  readonly request: AuthenticatedRequest;
  /** A Chat Completions body whose tools are all definitions. */
  readonly raw: string;
  readonly tools: readonly Tool[];
  readonly clientTools: ReadonlySet<string>;
  readonly signal: AbortSignal;
  readonly limits?: Partial<AgentLimits>;
  /** The run that this one goes on from. */
  readonly previous?: RunState;
  readonly files?: readonly ToolFile[];
  readonly surface: string;
  /** Runs of this conversation by the ids of calls that the client was handed. */
  readonly handedBack?: boolean;
}

export interface OpenedRun {
  readonly scope: ExchangeScope;
  readonly loop: AgentLoop;
  readonly exchange: DeidentifiedExchange<BodyText>;
  /** What its caller is shown. */
  readonly view: CallerView;
  /** Keeps the run as it ended, under this id, and the answer to show again, in tokens. */
  save(runId: string, outcome: AgentOutcome, answer?: string): Promise<void>;
  /** Keeps it under the ids of the calls that the client is to run, so that its next request finds what came before. */
  saveForCalls(outcome: AgentOutcome): Promise<void>;
}

export const newRunId = (): string => `run_${randomUUID().replaceAll('-', '')}`;

/** Opens runs of agents: the request de-identified once, its tools, and what an earlier run left. */
@Injectable()
export class AgentSessions {
  constructor(
    private readonly scopes: ExchangeScopes,
    private readonly deidentifier: Deidentifier,
    private readonly reidentifier: Reidentifier,
    private readonly upstreams: Upstreams,
    private readonly registry: ToolRegistry,
    private readonly runner: ToolRunner,
    private readonly runs: AgentRuns,
    private readonly protector: AnswerProtector,
  ) {}

  /** The tools that this caller may call; others read as if they did not exist. */
  async available(request: AuthenticatedRequest): Promise<readonly Tool[]> {
    const scope = await this.scopes.open({ request });
    return (await this.registry.list(request.user.tenantId)).filter((tool) => this.runner.mayInvoke({ scope, tool }));
  }

  load(request: AuthenticatedRequest, runId: string): Promise<RunState> {
    return this.runs.load(request.user, runId);
  }

  /** Throws `resource.not_found` when it is unknown, expired or somebody else's. */
  remove(request: AuthenticatedRequest, runId: string): Promise<void> {
    return this.runs.remove(request.user, runId);
  }

  /** What the caller is shown of a run that ended before: each value is decided anew. */
  async viewOf(request: AuthenticatedRequest, state: RunState, surface: string): Promise<CallerView> {
    const scope = await this.scopes.open({ request, conversationId: state.conversationId });
    const restoration = await this.reidentifier.restoration(scope, surface, {
      issued: [],
      presented: state.others,
      carried: state.supplied,
    });
    return new CallerView({ protector: this.protector, scope, surface, restoration: () => restoration });
  }

  async open(input: RunInput): Promise<OpenedRun> {
    const { request, raw, previous, surface } = input;
    const chat = SURFACES.chatCompletions;
    const opened = chat.dialect.readRequest(raw);
    const model = opened.model ?? '';
    const { tenantId } = request.user;
    const upstreams = takingMedia(await this.upstreams.forModel(tenantId, chat.families, model), opened);
    const scope = await this.scopes.open({
      request,
      model,
      opening: openingOf(opened),
      ...(previous && { conversationId: previous.conversationId }),
    });
    const outgoing = new OutgoingCalls(
      { surface: chat, opened, path: '/chat/completions', streams: opened.stream, headers: request.headers },
      upstreams,
      tenantId,
    );
    const handed = input.handedBack ? await this.handedBack(request, scope, raw) : new Map<number, RunState>();
    const earlier = [...(previous ? [previous] : []), ...handed.values()];
    const exchange = await this.deidentifier.deidentify(scope, opened, {
      surface,
      origin: originOf(opened),
      history: opened.texts.filter(({ message }) => opened.messages[message]?.role === 'assistant'),
      carried: earlier.flatMap(({ supplied }) => supplied),
    });
    const known = await this.knownTo(scope, exchange.restoration, earlier, surface);
    const files = input.files && (await this.filesIn(scope, input.files, surface));
    const agent = new ChatAgentModel({
      router: this.upstreams.router,
      outgoing,
      exchange,
      upstreams,
      streams: opened.stream,
      before: previous?.messages ?? [],
      amend: (body) => withHandedBack(body, handed),
    });
    const loop = new AgentLoop(
      this.runner,
      {
        scope,
        model: agent,
        tools: input.tools,
        clientTools: input.clientTools,
        limits: { ...AGENT_LIMITS, ...input.limits },
        signal: input.signal,
        ...(files && { files: files.files }),
      },
      files ? known.with(files.restoration) : known,
    );
    const stateOf = (messages: readonly string[], answer?: string): RunState => {
      const supplied = new Set<VaultToken>([
        ...exchange.entities.flatMap(({ token }) => token ?? []),
        ...earlier.flatMap((run) => run.supplied),
      ]);
      const others = loop.restoration.tokens.filter((token) => !supplied.has(token));
      const state = { conversationId: scope.conversationId, messages, supplied: [...supplied], others };
      return answer === undefined ? state : { ...state, answer };
    };
    return {
      scope,
      loop,
      exchange,
      view: new CallerView({ protector: this.protector, scope, surface, restoration: () => loop.restoration }),
      save: (runId, { added }, answer) =>
        this.runs.save(request.user, runId, stateOf([...messagesOf(agent.sent, 'messages'), ...added], answer)),
      saveForCalls: async ({ calls, added }) => {
        for (const { id } of calls) await this.runs.save(request.user, callKey(scope, id), stateOf(added));
      },
    };
  }

  /** Values of earlier turns, each decided anew: those that tools brought were not supplied by the caller. */
  private async knownTo(
    scope: ExchangeScope,
    own: Restoration,
    earlier: readonly RunState[],
    surface: string,
  ): Promise<Restoration> {
    const presented = [...new Set(earlier.flatMap(({ others }) => others))];
    if (presented.length === 0) return own;
    return own.with(await this.reidentifier.restoration(scope, surface, { issued: [], presented }));
  }

  private async filesIn(scope: ExchangeScope, files: readonly ToolFile[], surface: string) {
    const body = readTexts(JSON.stringify(files.map(({ text }) => text)));
    const exchange = await this.deidentifier.deidentify(scope, body, { surface, origin: () => 'prompt' });
    const texts = JSON.parse(exchange.text.body) as string[];
    return {
      files: files.map(({ name }, index) => ({ name, text: texts[index]! })),
      restoration: exchange.restoration,
    };
  }

  /** By the index of the message in which a client shows the calls that it was handed. */
  private async handedBack(request: AuthenticatedRequest, scope: ExchangeScope, raw: string) {
    const found = new Map<number, RunState>();
    const messages = messagesOf(raw, 'messages').map((text) => JSON.parse(text) as { tool_calls?: { id?: unknown }[] });
    for (const [index, { tool_calls: calls }] of messages.entries()) {
      const id = Array.isArray(calls) ? calls[0]?.id : undefined;
      if (typeof id !== 'string') continue;
      const state = await this.runs.find(request.user, callKey(scope, id));
      if (state) found.set(index, state);
    }
    return found;
  }
}

function callKey({ conversationId }: ExchangeScope, callId: string): string {
  return `call:${conversationId}:${callId}`;
}

function withHandedBack(body: string, handed: ReadonlyMap<number, RunState>): string {
  if (handed.size === 0) return body;
  const messages = messagesOf(body, 'messages');
  // The preamble may stand before the client's own first message: calls are found by their ids.
  const replaced = messages.flatMap((text) => {
    const { tool_calls: calls } = JSON.parse(text) as { tool_calls?: { id?: unknown }[] };
    const id = Array.isArray(calls) ? calls[0]?.id : undefined;
    const state = [...handed.values()].find(({ messages: own }) => own.some((one) => holdsCall(one, id)));
    return state?.messages ?? [text];
  });
  const from = body.indexOf(messages[0] ?? '');
  const lastText = messages.at(-1) ?? '';
  const to = body.lastIndexOf(lastText) + lastText.length;
  return body.slice(0, from) + replaced.join(',') + body.slice(to);
}

function holdsCall(message: string, id: unknown): boolean {
  const { tool_calls: calls } = JSON.parse(message) as { tool_calls?: { id?: unknown }[] };
  return typeof id === 'string' && Array.isArray(calls) && calls.some((call) => call.id === id);
}

function openingOf(opened: OpenedRequest): string {
  const first = opened.messages.find(({ role }) => role === 'user')?.index ?? null;
  return opened.slots
    .filter(({ message }) => message === first)
    .map(({ text }) => text)
    .join('\n');
}

/** What a client's own tools answered is theirs to answer for, and is no origin that a tool of ours trusts. */
function originOf(opened: OpenedRequest) {
  const messageOf = new Map<unknown, number | null>(opened.slots.map((slot) => [slot, slot.message]));
  return (slot: unknown): string => {
    const message = messageOf.get(slot) ?? null;
    const role = message === null ? undefined : opened.messages[message]?.role;
    return role === 'tool' || role === 'function' ? 'tool' : 'prompt';
  };
}
