import type { ModelUsage } from './agent-model.js';

/** What a run may use up. Whatever is reached first ends it. */
export interface AgentLimits {
  /** Turns of the model. */
  readonly stepsMax: number;
  readonly durationMsMax: number;
  /** Model tokens, in and out, over all turns. */
  readonly modelTokensMax: number;
  readonly cost?: {
    readonly max: number;
    readonly inputPerMillion: number;
    readonly outputPerMillion: number;
  };
}

export const AGENT_LIMITS: AgentLimits = { stepsMax: 25, durationMsMax: 300_000, modelTokensMax: 1_000_000 };

export type LimitName = 'steps' | 'time' | 'tokens' | 'cost';

/** Counts what a run uses. */
export class AgentBudget {
  steps = 0;
  usage: ModelUsage = { inputTokens: 0, outputTokens: 0 };
  private readonly startedAt = performance.now();

  constructor(private readonly limits: AgentLimits) {}

  get remainingMs(): number {
    return this.limits.durationMsMax - (performance.now() - this.startedAt);
  }

  get cost(): number {
    const { cost } = this.limits;
    if (!cost) return 0;
    const { inputTokens, outputTokens } = this.usage;
    return (inputTokens * cost.inputPerMillion + outputTokens * cost.outputPerMillion) / 1_000_000;
  }

  spend({ inputTokens, outputTokens }: ModelUsage): void {
    this.steps += 1;
    this.usage = {
      inputTokens: this.usage.inputTokens + inputTokens,
      outputTokens: this.usage.outputTokens + outputTokens,
    };
  }

  /** The limit that keeps the run from another turn, if any. */
  reached(): LimitName | undefined {
    const { stepsMax, modelTokensMax, cost } = this.limits;
    if (this.steps >= stepsMax) return 'steps';
    if (this.remainingMs <= 0) return 'time';
    if (this.usage.inputTokens + this.usage.outputTokens >= modelTokensMax) return 'tokens';
    return cost && this.cost >= cost.max ? 'cost' : undefined;
  }
}
