import { type ExchangeScope, type Restoration, writtenInTokens } from '#lib/deidentification';
import type { Tool, ToolFile } from '../registry/tool.js';
import type { CallStatus, ToolAnswer, ToolRunner } from '../runner/tool-runner.js';
import { AgentBudget, type AgentLimits, type LimitName } from './agent-limits.js';
import type { AgentModel, ModelToolCall, ModelTurn } from './agent-model.js';
import { fitArguments } from './fit-arguments.js';

export type AgentEvent =
  | { readonly kind: 'text' | 'reasoning'; readonly step: number; readonly text: string }
  /** `ours`: run here; else handed back to the client. */
  | { readonly kind: 'action'; readonly step: number; readonly call: ModelToolCall; readonly ours: boolean }
  | {
      readonly kind: 'observation';
      readonly step: number;
      readonly call: ModelToolCall;
      readonly status: CallStatus;
      readonly text: string;
      readonly answer?: ToolAnswer;
    }
  | { readonly kind: 'step'; readonly step: number; readonly turn: ModelTurn };

export interface AgentOutcome {
  /** `calls`: the client is to run its own tools; or which limit was reached. */
  readonly reason: 'answered' | 'calls' | LimitName;
  readonly turn: ModelTurn;
  /** For the client to run. */
  readonly calls: readonly ModelToolCall[];
  /** What the run added to the conversation, in tokens, calls of the client included. */
  readonly added: readonly string[];
}

export interface AgentRun {
  readonly scope: ExchangeScope;
  readonly model: AgentModel;
  /** Those that are run here. */
  readonly tools: readonly Tool[];
  /** Names of those that the client runs. */
  readonly clientTools: ReadonlySet<string>;
  readonly limits: AgentLimits;
  readonly signal: AbortSignal;
  readonly files?: readonly ToolFile[];
}

const CALLS_PER_STEP_MAX = 32;
const CALLS_AT_ONCE = 8;
/** What models call the code interpreter in the dialects that have one of their own. */
const INTERPRETERS: ReadonlySet<string> = new Set(['code_interpreter', 'interpreter', 'python', 'ipython']);

/**
 * Think, act, observe: asks the model, runs the tools that are ours, tells it what came of it, and again, within limits.
 * Everything the model sees and writes is tokens, and what was said once is never changed: the prefix stays byte for byte.
 */
export class AgentLoop {
  readonly budget: AgentBudget;
  private readonly added: string[] = [];

  constructor(
    private readonly runner: ToolRunner,
    private readonly run: AgentRun,
    private known: Restoration,
  ) {
    this.budget = new AgentBudget(run.limits);
  }

  /** The exchange's closed world so far; grows with what tools answer. */
  get restoration(): Restoration {
    return this.known;
  }

  async *events(): AsyncGenerator<AgentEvent, AgentOutcome> {
    const { model, signal } = this.run;
    for (;;) {
      const step = this.budget.steps + 1;
      const limit = AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, Math.ceil(this.budget.remainingMs)))]);
      const turn = yield* this.ask(model, step, limit);
      this.budget.spend(turn.usage);
      yield { kind: 'step', step, turn };
      if (turn.calls.length === 0) return this.outcome('answered', turn);

      const calls = turn.calls.slice(0, CALLS_PER_STEP_MAX);
      this.added.push(...model.assistantMessages({ ...turn, calls }));
      const theirs = calls.filter(({ name }) => !this.toolOf(name) && this.run.clientTools.has(name));
      const ours = calls.filter((call) => !theirs.includes(call));
      for (const call of calls) yield { kind: 'action', step, call, ours: ours.includes(call) };
      const answers = await this.runAll(ours, step, limit);
      for (const [index, call] of ours.entries()) {
        const answer = answers[index]!;
        this.added.push(model.resultMessage(call, answer.text));
        yield { kind: 'observation', step, call, status: answer.status, text: answer.text, answer };
      }
      const ending = ours.findIndex((call, index) => this.toolOf(call.name)?.ends && answers[index]!.status === 'ok');
      if (ending !== -1) {
        // The tool's answer is the run's: said as text, in a turn of its own.
        const text = answers[ending]!.text;
        yield { kind: 'text', step: step + 1, text };
        const last = { ...turn, text, reasoning: '', calls: [], finish: 'stop' };
        yield { kind: 'step', step: step + 1, turn: last };
        return this.outcome('answered', last);
      }
      if (theirs.length > 0) return this.outcome('calls', turn, theirs);
      const reached = this.budget.reached();
      if (reached) return this.outcome(reached, turn);
    }
  }

  private async *ask(model: AgentModel, step: number, signal: AbortSignal): AsyncGenerator<AgentEvent, ModelTurn> {
    const deltas = model.next(this.added, signal);
    for (;;) {
      const { done, value } = await deltas.next();
      if (done) return value;
      yield { ...value, step };
    }
  }

  /** Parallel calls run at the same time; what each brings is known to the exchange in the order of the calls. */
  private async runAll(calls: readonly ModelToolCall[], step: number, signal: AbortSignal): Promise<ToolAnswer[]> {
    const known = this.known;
    const answers: ToolAnswer[] = [];
    for (let at = 0; at < calls.length; at += CALLS_AT_ONCE) {
      const batch = calls.slice(at, at + CALLS_AT_ONCE);
      answers.push(...(await Promise.all(batch.map((call) => this.runOne(call, step, signal, known)))));
    }
    for (const { restoration } of answers) this.known = this.known.with(restoration);
    return answers;
  }

  private async runOne(
    call: ModelToolCall,
    step: number,
    signal: AbortSignal,
    known: Restoration,
  ): Promise<ToolAnswer> {
    const tool = this.toolOf(call.name);
    if (!tool) return { status: 'failed', text: 'Error: There is no such tool.', restoration: known };
    const { scope, files } = this.run;
    const request = {
      tool,
      arguments: fitArguments(tool, call.arguments),
      step,
      scope,
      signal,
      ...(files && { files }),
    };
    return this.runner.run(writtenInTokens(request), known);
  }

  private toolOf(name: string): Tool | undefined {
    const { tools, clientTools } = this.run;
    const named = tools.find((tool) => tool.name === name);
    if (named || !INTERPRETERS.has(name) || clientTools.has(name)) return named;
    return tools.find(({ placements }) => placements['/code'] === 'code');
  }

  private outcome(reason: AgentOutcome['reason'], turn: ModelTurn, calls: readonly ModelToolCall[] = []): AgentOutcome {
    if (reason === 'answered') this.added.push(...this.run.model.assistantMessages({ ...turn, calls: [] }));
    return { reason, turn, calls, added: this.added };
  }
}
