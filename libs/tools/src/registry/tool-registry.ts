import type { ToolConfig, ToolPolicy } from '#lib/config';
import { DomainError } from '#lib/kernel';
import type { OutboundClient } from '#lib/outbound';
import { CodeExecutor, FinishExecutor, type ToolFunction } from '../executors/code-executor.js';
import { HttpExecutor } from '../executors/http-executor.js';
import { placementsOf } from '../executors/request-template.js';
import type { Json } from '../policy/json-leaves.js';
import type { Placement, Tool, ToolExecutor } from './tool.js';
import type { ToolStore } from './tool-store.js';

/** Where tools of MCP servers come from. */
export abstract class ToolSource {
  abstract tools(tenantId: string): Promise<readonly Tool[]>;
}

/** Makes the executor of the code interpreter. */
export type PythonFactory = (options: {
  readonly state: 'none' | 'conversation';
  readonly timeoutMs: number;
  readonly charsMax: number;
}) => ToolExecutor;

export interface ToolRegistryParts {
  readonly configured: readonly ToolConfig[];
  readonly store: Pick<ToolStore, 'list'>;
  readonly sources: readonly ToolSource[];
  /** For tools of the operator's configuration, and for those of tenants. */
  readonly operators: OutboundClient;
  readonly tenants: OutboundClient;
  readonly python: PythonFactory;
}

/** A tool that code provides: what `defineTool` makes. */
export interface ProvidedTool {
  readonly name: string;
  readonly description?: string;
  readonly parameters: { readonly [key: string]: Json };
  readonly policy?: Partial<ToolPolicy>;
  readonly run: ToolFunction;
  readonly timeoutMs?: number;
  readonly outputCharsMax?: number;
  readonly idempotent?: boolean;
}

/** Every tool that a tenant can call. Of two with one name, the operator's wins, then the tenant's. */
export class ToolRegistry {
  private readonly provided = new Map<string, Tool>();
  private readonly functions = new Map<string, ToolFunction>();

  constructor(private readonly parts: ToolRegistryParts) {}

  /** Adds an in-process tool, for all tenants. */
  provide(tool: ProvidedTool): void {
    const { name, description = '', parameters, policy, run } = tool;
    this.functions.set(name, run);
    this.provided.set(name, {
      name,
      description,
      parameters,
      policy: { arguments: {}, results: {}, origins: ['prompt'], ...policy },
      executor: new CodeExecutor(run),
      timeoutMs: tool.timeoutMs ?? 30_000,
      outputCharsMax: tool.outputCharsMax ?? 20_000,
      idempotent: tool.idempotent ?? false,
      ends: false,
      source: 'configuration',
      placements: {},
    });
  }

  async list(tenantId: string): Promise<readonly Tool[]> {
    const [stored, ...others] = await Promise.all([
      this.parts.store.list(tenantId, 'tool'),
      ...this.parts.sources.map((source) => source.tools(tenantId)),
    ]);
    const byName = new Map<string, Tool>(this.provided);
    const add = (tool: Tool) => {
      if (!byName.has(tool.name)) byName.set(tool.name, tool);
    };
    for (const config of this.parts.configured) add(this.toolOf(config, 'configuration'));
    for (const { config, credential } of stored) if (credential !== 'unreadable') add(this.toolOf(config, 'tenant'));
    for (const tool of others.flat()) add(tool);
    return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  private toolOf(config: ToolConfig, source: 'configuration' | 'tenant'): Tool {
    const { executor, credential, parameters, ...rest } = config;
    return {
      ...rest,
      parameters: executor.kind === 'python' ? CODE_SCHEMA : (parameters as { [key: string]: Json }),
      executor: this.executorOf(config, source),
      ends: executor.kind === 'finish',
      source,
      placements: placementsOfExecutor(executor),
    };
  }

  private executorOf(
    { name, executor, credential, timeoutMs, outputCharsMax }: ToolConfig,
    source: Tool['source'],
  ): ToolExecutor {
    switch (executor.kind) {
      case 'http': {
        const outbound = source === 'configuration' ? this.parts.operators : this.parts.tenants;
        return new HttpExecutor(outbound, executor, credential, timeoutMs);
      }
      case 'python':
        return this.parts.python({ state: executor.state, timeoutMs, charsMax: outputCharsMax });
      case 'finish':
        return new FinishExecutor();
      case 'code': {
        const run = source === 'configuration' ? this.functions.get(name) : undefined;
        return run ? new CodeExecutor(run) : MISSING;
      }
    }
  }
}

/** One argument, whatever the configuration says: the interpreter takes nothing else. */
const CODE_SCHEMA: Tool['parameters'] = {
  type: 'object',
  properties: {
    code: {
      type: 'string',
      description: 'Python source. What it prints, and the value of a last expression, comes back.',
    },
  },
  required: ['code'],
  additionalProperties: false,
};

function placementsOfExecutor(executor: ToolConfig['executor']): Record<string, Placement> {
  if (executor.kind === 'http') return placementsOf(executor);
  return executor.kind === 'python' ? { '/code': 'code' } : {};
}

const MISSING: ToolExecutor = {
  run: async () => {
    throw new DomainError('tool.failed', {
      publicMessage: 'No code is there for it.',
      facts: { because: 'not_provided' },
    });
  },
};
