import type { Json } from '../policy/json-leaves.js';
import type { ToolExecutor, ToolInvocation, ToolOutput } from '../registry/tool.js';

/** A function of the program that embeds the gateway. Its errors' messages go nowhere. */
export type ToolFunction = (
  values: { readonly [key: string]: Json },
  context: { readonly signal: AbortSignal; readonly tenantId: string; readonly conversationId: string },
) => Promise<Json> | Json;

export class CodeExecutor implements ToolExecutor {
  constructor(private readonly run_: ToolFunction) {}

  async run({ arguments: values, ...context }: ToolInvocation): Promise<ToolOutput> {
    const value = await this.run_(values, context);
    return typeof value === 'string'
      ? { kind: 'text', text: value, cut: false }
      : { kind: 'json', value: value ?? null };
  }
}

/** The action that ends a run (ReAct's `finish`): its first argument is the answer. */
export class FinishExecutor implements ToolExecutor {
  async run({ arguments: values }: ToolInvocation): Promise<ToolOutput> {
    const first = Object.values(values)[0] ?? '';
    return { kind: 'text', text: typeof first === 'string' ? first : JSON.stringify(first), cut: false };
  }
}
