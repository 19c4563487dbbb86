import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { withoutAbsent } from '#lib/kernel';
import { asDomainError } from '#lib/outbound';
import type { AgentLimits, AgentOutcome } from '#lib/tools';
import { type AuthenticatedRequest, CurrentRequest } from '../http/current-request.js';
import { RequirePermission } from '../http/permission.js';
import { Responds } from '../http/responds.js';
import { streamAnswer } from '../http/stream-answer.js';
import { AgentSessions, newRunId, type OpenedRun } from './agent-sessions.js';
import { AgentRunRequest, AgentRunResponse, type AgentStep } from './agents.schema.js';
import type { CallerLane, CallerView } from './caller-view.js';
import { definitionOf } from './chat-agents.js';

type TraceEvent = AgentStep | { readonly type: 'delta'; readonly step: number; readonly text: string };

/** Think, act, observe, with a trace. What the trace shows is what the caller may see. */
@ApiTags('Agents')
@Controller('v1/agents')
@RequirePermission('exchange:gateway:Invoke')
export class AgentsController {
  constructor(private readonly sessions: AgentSessions) {}

  /** With `stream` the answer is server-sent events: `thought`, `action`, `observation`, `delta`, and `completed` at the end. */
  @Post('run')
  @Responds(AgentRunResponse)
  async run(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body({ schema: AgentRunRequest }) body: AgentRunRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const abort = new AbortController();
    reply.raw.once('close', () => abort.abort());
    const run = await this.open(request, body, abort.signal);
    if (body.stream) {
      await streamAnswer(reply, 'text/event-stream; charset=utf-8', this.events(run));
      return;
    }
    const trace: AgentStep[] = [];
    const steps = this.trace(run);
    for (;;) {
      const { done, value } = await steps.next();
      if (done) {
        const answer = AgentRunResponse.parse({ ...value, trace });
        await reply
          .type('application/json; charset=utf-8')
          .header('cache-control', 'no-store')
          .send(JSON.stringify(answer));
        return;
      }
      if (value.type !== 'delta') trace.push(value);
    }
  }

  private async open(request: AuthenticatedRequest, body: AgentRunRequest, signal: AbortSignal): Promise<OpenedRun> {
    const { model, input, tools = '*', clientTools = [], previousRunId, limits, files, stream } = body;
    const available = await this.sessions.available(request);
    const own = new Set(clientTools.map((tool) => (tool.function as { name?: string } | undefined)?.name ?? ''));
    const offered = available.filter(({ name }) => !own.has(name) && (tools === '*' || tools.includes(name)));
    const messages = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
    const definitions = [...offered.map(definitionOf), ...clientTools];
    const raw = JSON.stringify({
      model,
      messages,
      ...(definitions.length > 0 && { tools: definitions }),
      ...(stream && { stream, stream_options: { include_usage: true } }),
    });
    return this.sessions.open({
      request,
      raw,
      tools: offered,
      clientTools: own,
      signal,
      surface: 'agents.run',
      limits: limitsOf(limits),
      ...(previousRunId !== undefined && { previous: await this.sessions.load(request, previousRunId) }),
      ...(files && { files }),
    });
  }

  private async *events(run: OpenedRun): AsyncGenerator<string> {
    const event = (type: string, data: object): string => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
    yield event('started', { type: 'started' });
    try {
      const steps = this.trace(run);
      for (;;) {
        const { done, value } = await steps.next();
        if (done) {
          yield event('completed', { type: 'completed', ...value });
          return;
        }
        yield event(value.type, value);
      }
    } catch (error) {
      const { publicMessage: message, code } = asDomainError(error);
      yield event('error', { type: 'error', error: { message, code } });
    }
  }

  private async *trace(run: OpenedRun): AsyncGenerator<TraceEvent, Omit<AgentRunResponse, 'trace'>> {
    const { view } = run;
    const events = run.loop.events();
    let lane: CallerLane | null = null;
    for (;;) {
      const { done, value } = await events.next();
      if (done) return this.ended(run, view, value);
      if (value.kind === 'text') {
        lane ??= await view.answerLane();
        const text = await lane.push(value.text);
        if (text !== '') yield { type: 'delta', step: value.step, text };
      } else if (value.kind === 'step') {
        const rest = (await lane?.flush()) ?? '';
        lane = null;
        const { step, turn } = value;
        if (rest !== '') yield { type: 'delta', step, text: rest };
        const thought = turn.reasoning || (turn.calls.length > 0 ? turn.text : '');
        if (thought !== '') yield { type: 'thought', step, text: await view.written(thought) };
      } else if (value.kind === 'action') {
        const { step, call } = value;
        const values = await view.written(call.arguments, 'json');
        yield { type: 'action', step, tool: call.name, callId: call.id, arguments: values };
      } else if (value.kind === 'observation') {
        const { step, call, status, text } = value;
        yield { type: 'observation', step, tool: call.name, callId: call.id, status, text: view.show(text, 'json') };
      }
    }
  }

  private async ended(
    run: OpenedRun,
    view: CallerView,
    outcome: AgentOutcome,
  ): Promise<Omit<AgentRunResponse, 'trace'>> {
    const id = newRunId();
    await run.save(id, outcome);
    const { budget } = run.loop;
    const calls = [];
    for (const { id: callId, name, arguments: values } of outcome.calls) {
      calls.push({ id: callId, name, arguments: await view.written(values, 'json') });
    }
    return {
      id,
      status: outcome.reason,
      output: await view.written(outcome.turn.text),
      calls,
      usage: { steps: budget.steps, ...budget.usage, cost: budget.cost },
    };
  }
}

function limitsOf(limits: AgentRunRequest['limits']): Partial<AgentLimits> {
  if (!limits) return {};
  return withoutAbsent({
    stepsMax: limits.steps,
    durationMsMax: limits.seconds === undefined ? undefined : limits.seconds * 1_000,
    modelTokensMax: limits.tokens,
    cost: limits.cost,
  });
}
