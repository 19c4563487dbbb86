import type { ToolPolicy } from '#lib/config';
import type { ExchangeScope } from '#lib/deidentification';
import type { Json } from '../policy/json-leaves.js';

/** What an executor gets: arguments as the tool may see them. */
export interface ToolInvocation {
  readonly tenantId: string;
  readonly conversationId: string;
  readonly arguments: { readonly [key: string]: Json };
  /** Aborts when the call's time is over or its caller is gone. */
  readonly signal: AbortSignal;
  /** Longest answer that is read, in bytes. */
  readonly bytesMax: number;
  readonly onProgress?: (progress: { progress: number; total?: number }) => void;
  /** Files for a tool that works on them; they hold tokens. */
  readonly files?: readonly ToolFile[];
}

/** A text file beside a call. */
export interface ToolFile {
  readonly name: string;
  readonly text: string;
}

/** What came back. `text` may have been cut at `bytesMax`, which `cut` says. */
export type ToolOutput =
  | { readonly kind: 'json'; readonly value: Json; readonly failed?: boolean; readonly files?: readonly ToolFile[] }
  | { readonly kind: 'text'; readonly text: string; readonly cut: boolean; readonly failed?: boolean };

/** Runs a tool. Throws `tool.failed` for what keeps it from answering; says nothing of the values it was given. */
export interface ToolExecutor {
  run(invocation: ToolInvocation): Promise<ToolOutput>;
}

/** Where a text of an argument goes besides the tool's own hands. */
export type Placement = 'url' | 'header' | 'code';

/** A tool that can be called: of the configuration, of a tenant, or of an MCP server. */
export interface Tool {
  /** As models know it, and its name as a principal. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: { readonly [key: string]: Json };
  readonly policy: ToolPolicy;
  readonly executor: ToolExecutor;
  readonly timeoutMs: number;
  readonly outputCharsMax: number;
  readonly idempotent: boolean;
  /** Its answer ends the run. */
  readonly ends: boolean;
  readonly source: 'configuration' | 'tenant' | 'mcp';
  /** Arguments, by pointer, that reach a URL, a header or code: they never exceed what the caller sees. */
  readonly placements: Readonly<Record<string, Placement>>;
}

/** One call of a tool by a model, in tokens. */
export interface ToolRequest {
  readonly tool: Tool;
  /** JSON text as the model wrote it. */
  readonly arguments: string;
  /** For audit rows; absent outside of runs. */
  readonly step?: number;
  readonly scope: ExchangeScope;
  readonly signal: AbortSignal;
  readonly onProgress?: ToolInvocation['onProgress'];
  readonly files?: readonly ToolFile[];
}
