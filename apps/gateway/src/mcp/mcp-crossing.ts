import type { McpServerConfig, ToolPolicy } from '#lib/config';
import { carry, Deidentifier, type ExchangeScope, type Restoration } from '#lib/deidentification';
import { readJsonBody } from '#lib/dialects';
import { DomainError } from '#lib/kernel';
import {
  isObject,
  type Json,
  mapLeaves,
  mcpTool,
  policyOf,
  replaceTokens,
  type Tool,
  type ToolExecutor,
  type ToolInvocation,
  ToolRunner,
  toolFailed,
  withoutMedia,
} from '#lib/tools';

type Values = { readonly [key: string]: Json };

const CHARS_MAX = 1_000_000;

/** What an MCP session says in each direction crosses the seam here. */
export class McpCrossing {
  constructor(
    private readonly deidentifier: Deidentifier,
    private readonly runner: ToolRunner,
    readonly config: McpServerConfig,
    private readonly openScope: () => Promise<ExchangeScope>,
  ) {}

  /** Whether the caller may call a tool of the server. */
  async mayInvoke(name: string): Promise<boolean> {
    return this.runner.mayInvoke({ scope: await this.openScope(), tool: { name } });
  }

  /**
   * One call of the server: what the agent says is de-identified, then given to the server as its policy allows; its result
   * comes back de-identified, and as far as the agent's own policy lets it see values. Throws `tool.denied` and `tool.failed`.
   */
  async call(
    tool: string,
    values: Values,
    options: {
      readonly schema?: Values;
      readonly signal: AbortSignal;
      readonly onProgress?: ToolInvocation['onProgress'];
      readonly send: (values: Values, invocation: ToolInvocation) => Promise<Json>;
    },
  ): Promise<Values> {
    const scope = await this.openScope();
    const executor: ToolExecutor = {
      run: async (invocation) => {
        const value = withoutMedia(await options.send(invocation.arguments, invocation));
        if (JSON.stringify(value).length > CHARS_MAX) throw toolFailed('It answered with too much.', 'output');
        return { kind: 'json', value };
      },
    };
    const described = { name: tool, inputSchema: options.schema ?? { type: 'object' } };
    const target: Tool = {
      ...mcpTool(this.config, described, executor),
      policy: wholeResultPolicy(policyOf(this.config, tool)),
      outputCharsMax: CHARS_MAX,
    };
    const exchange = await this.deidentifier.deidentify(scope, readJsonBody(JSON.stringify(values)), {
      surface: 'mcp',
      origin: () => 'prompt',
    });
    const request = carry(exchange.text, (text) => ({
      tool: target,
      arguments: text,
      scope,
      signal: options.signal,
      ...(options.onProgress && { onProgress: options.onProgress }),
    }));
    const { status, text, restoration } = await this.runner.run(request, exchange.restoration);
    if (status !== 'ok') {
      throw new DomainError(status === 'denied' ? 'tool.denied' : 'tool.failed', { publicMessage: text });
    }
    return objectOf(shown(parsed(text), restoration));
  }

  /** What the server asks of the agent (sampling, elicitation): de-identified, then as far as the agent may see. */
  async toAgent(params: Json): Promise<Values> {
    const scope = await this.openScope();
    const exchange = await this.deidentifier.deidentify(scope, readJsonBody(JSON.stringify(withoutMedia(params))), {
      surface: 'mcp',
      from: 'tool',
      origin: () => `tool:${this.config.name}`,
    });
    return objectOf(shown(parsed(exchange.text.body), exchange.restoration));
  }

  /** What the agent answers: as far as the server's policy lets it see. */
  async toServer(answer: Values): Promise<Values> {
    let given: Values = {};
    await this.call('session', answer, {
      signal: new AbortController().signal,
      send: async (values) => {
        given = values;
        return {};
      },
    });
    return given;
  }
}

/**
 * Rules are written for a tool's result. In a whole result of MCP that is `structuredContent`, and JSON text that repeats
 * it; both get the same tokens, so they agree.
 */
function wholeResultPolicy(policy: ToolPolicy): ToolPolicy {
  const results = Object.entries(policy.results).flatMap(([pointer, rule]) => [
    [`/structuredContent${pointer}`, rule] as const,
    [`/content/*/text#${pointer}`, rule] as const,
  ]);
  const trusted = { mode: 'trusted' as const };
  const fixed = ['/content/*/type', '/content/*/mimeType', '/isError'].map((pointer) => [pointer, trusted] as const);
  return { ...policy, results: Object.fromEntries([...fixed, ...results]) };
}

/**
 * A value that the agent may see in plain is shown; a masked one stays a token, which says less and can be handed on to the
 * next tool.
 */
function shown(value: Json, restoration: Restoration): Json {
  return mapLeaves(value, ({ text }) =>
    replaceTokens(restoration, text, 'json', (token) => {
      const known = restoration.get(token)!;
      return known.level === 'masked' ? token : known.text;
    }),
  )!;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new DomainError('tool.failed', { publicMessage: 'The server answered with more than is read here.' });
  }
}

function objectOf(value: Json): Values {
  return isObject(value) ? value : {};
}
