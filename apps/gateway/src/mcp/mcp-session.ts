import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { RequestHandlerExtra, RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  type ClientCapabilities,
  CompleteRequestSchema,
  CompleteResultSchema,
  CreateMessageRequestSchema,
  CreateMessageResultSchema,
  ElicitRequestSchema,
  ElicitResultSchema,
  ErrorCode,
  GetPromptRequestSchema,
  GetPromptResultSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  LoggingMessageNotificationSchema,
  McpError,
  PromptListChangedNotificationSchema,
  ReadResourceRequestSchema,
  ReadResourceResultSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  type ServerNotification,
  type ServerRequest,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  ToolListChangedNotificationSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { DomainError, type Principal, withoutAbsent } from '#lib/kernel';
import { connectMcp, type Json, loosened, type McpServers, type McpToolDescription, mcpToolName } from '#lib/tools';
import type { McpCrossing } from './mcp-crossing.js';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
type Values = { readonly [key: string]: Json };
const CALL_TIMEOUT_MS = 600_000;

/** One agent's session with one server: the gateway is the server to the agent and a client to the server. */
export class McpSession {
  private readonly server: Server;
  /** Calls of the agent that the server works on: what it asks meanwhile goes out on the answer to the latest of them. */
  private readonly underWay = new Set<Extra['requestId']>();

  private constructor(
    readonly principal: Principal,
    private readonly client: Client,
    private readonly servers: McpServers,
    private readonly crossing: McpCrossing,
    private readonly capabilities: ClientCapabilities,
  ) {
    const { tools, prompts, resources, completions, logging } = client.getServerCapabilities() ?? {};
    this.server = new Server(
      { name: crossing.config.name, version: client.getServerVersion()?.version ?? '1' },
      {
        capabilities: {
          ...(tools && { tools }),
          ...(prompts && { prompts }),
          ...(resources && { resources }),
          ...(completions && { completions: {} }),
          ...(logging && { logging: {} }),
        },
      },
    );
    if (tools) this.answerTools();
    if (prompts) this.answerPrompts();
    if (resources) this.answerResources(resources.subscribe === true);
    if (completions) this.answerCompletions();
    if (logging) {
      this.server.setRequestHandler(SetLevelRequestSchema, ({ params }, extra) =>
        this.cross('logging', {}, extra, (_, options) => this.client.setLoggingLevel(params.level, options)),
      );
    }
    this.forwardRequests();
    this.forwardNotifications();
  }

  /** `initialize`: what the agent's client said of itself; the server is told of no more than it can do. */
  static async open(
    principal: Principal,
    servers: McpServers,
    crossing: McpCrossing,
    transport: StreamableHTTPServerTransport,
    initialize: unknown,
  ): Promise<McpSession> {
    const { config } = crossing;
    const { capabilities = {} } = ((initialize as { params?: object }).params ?? {}) as { capabilities?: object };
    const can = {
      ...('sampling' in capabilities && { sampling: {} }),
      ...('elicitation' in capabilities && { elicitation: {} }),
    };
    const client = await connectMcp(config, servers.outboundOf(config), { capabilities: can });
    const session = new McpSession(principal, client, servers, crossing, can);
    client.onclose = () => void session.close();
    await session.server.connect(transport as Parameters<Server['connect']>[0]);
    return session;
  }

  async close(): Promise<void> {
    this.client.onclose = () => undefined;
    await Promise.all([this.server.close(), this.client.close()].map((one) => one.catch(() => undefined)));
  }

  private answerTools(): void {
    const { config } = this.crossing;
    this.server.setRequestHandler(ListToolsRequestSchema, async () => {
      const tools = await this.tools();
      const may = await Promise.all(tools.map((tool) => this.crossing.mayInvoke(nameOf(config.name, tool))));
      return { tools: tools.filter((_, index) => may[index]).map(described) as never };
    });
    this.server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
      const tool = (await this.tools()).find(({ name }) => name === params.name);
      if (!tool) throw new McpError(ErrorCode.InvalidParams, 'There is no such tool.');
      try {
        return await this.crossing.call(tool.name, (params.arguments ?? {}) as Values, {
          schema: tool.inputSchema,
          ...this.options(extra),
          send: async (values, { signal, onProgress }) => {
            this.underWay.add(extra.requestId);
            return (await this.client.callTool({ name: tool.name, arguments: values }, undefined, {
              signal,
              timeout: CALL_TIMEOUT_MS,
              resetTimeoutOnProgress: true,
              ...(onProgress && { onprogress: (one) => onProgress(one as never) }),
            })) as Json;
          },
        });
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        // A failure of the tool is a result, which the agent's model is to see.
        if (error.code !== 'tool.failed' && error.code !== 'tool.denied') throw asMcpError(error);
        return { content: [{ type: 'text' as const, text: error.publicMessage }], isError: true };
      } finally {
        this.underWay.delete(extra.requestId);
      }
    });
  }

  private answerPrompts(): void {
    this.server.setRequestHandler(ListPromptsRequestSchema, ({ params }, extra) =>
      this.cross('prompts', {}, extra, (_, options) => this.client.listPrompts(params, options)),
    );
    this.server.setRequestHandler(GetPromptRequestSchema, ({ params }, extra) =>
      this.cross('prompts', (params.arguments ?? {}) as Values, extra, (values, options) =>
        this.client.request(
          { method: 'prompts/get', params: { name: params.name, arguments: values as Record<string, string> } },
          GetPromptResultSchema,
          options,
        ),
      ),
    );
  }

  private answerResources(subscribes: boolean): void {
    this.server.setRequestHandler(ListResourcesRequestSchema, ({ params }, extra) =>
      this.cross('resources', {}, extra, (_, options) => this.client.listResources(params, options)),
    );
    this.server.setRequestHandler(ListResourceTemplatesRequestSchema, ({ params }, extra) =>
      this.cross('resources', {}, extra, (_, options) => this.client.listResourceTemplates(params, options)),
    );
    this.server.setRequestHandler(ReadResourceRequestSchema, ({ params }, extra) =>
      this.cross('resources', { uri: params.uri }, extra, ({ uri }, options) =>
        this.client.request(
          { method: 'resources/read', params: { uri: String(uri) } },
          ReadResourceResultSchema,
          options,
        ),
      ),
    );
    if (!subscribes) return;
    this.server.setRequestHandler(SubscribeRequestSchema, ({ params }, extra) =>
      this.cross('resources', { uri: params.uri }, extra, ({ uri }, options) =>
        this.client.subscribeResource({ uri: String(uri) }, options),
      ),
    );
    this.server.setRequestHandler(UnsubscribeRequestSchema, ({ params }, extra) =>
      this.cross('resources', { uri: params.uri }, extra, ({ uri }, options) =>
        this.client.unsubscribeResource({ uri: String(uri) }, options),
      ),
    );
  }

  private answerCompletions(): void {
    this.server.setRequestHandler(CompleteRequestSchema, ({ params: { ref, argument, context } }, extra) => {
      const values = { argument: argument.value, known: context?.arguments ?? {}, ref: ref as Values };
      return this.cross('completions', values, extra, (given, options) => {
        const params = {
          ref: given.ref,
          argument: { name: argument.name, value: String(given.argument) },
          ...(context && { context: { arguments: given.known } }),
        };
        return this.client.request(
          { method: 'completion/complete', params: params as never },
          CompleteResultSchema,
          options,
        );
      });
    });
  }

  /** What the server asks of the agent's side. */
  private forwardRequests(): void {
    const { sampling, elicitation } = this.capabilities;
    if (sampling) {
      this.client.setRequestHandler(CreateMessageRequestSchema, ({ params }, { signal }) =>
        this.askAgent('sampling/createMessage', params as Json, CreateMessageResultSchema, signal),
      );
    }
    if (elicitation) {
      this.client.setRequestHandler(ElicitRequestSchema, ({ params }, { signal }) =>
        this.askAgent('elicitation/create', params as Json, ElicitResultSchema, signal),
      );
    }
  }

  private async askAgent(
    method: 'sampling/createMessage' | 'elicitation/create',
    params: Json,
    answers: typeof CreateMessageResultSchema | typeof ElicitResultSchema,
    signal: AbortSignal,
  ): Promise<never> {
    try {
      const asked = await this.crossing.toAgent(params);
      const latest = [...this.underWay].at(-1);
      const answer = await this.server.request({ method, params: asked as never }, answers, {
        signal,
        timeout: CALL_TIMEOUT_MS,
        ...(latest !== undefined && { relatedRequestId: latest }),
      });
      return (await this.crossing.toServer(answer as Values)) as never;
    } catch (error) {
      // What the agent's client says of a refusal may hold anything: the server learns of it in words of ours.
      const code = error instanceof McpError ? error.code : ErrorCode.InternalError;
      throw new McpError(code, 'The client did not answer.');
    }
  }

  /** Of notifications only what says that something changed, and log messages, de-identified. */
  private forwardNotifications(): void {
    const quiet = (sent: Promise<void>) => void sent.catch(() => undefined);
    this.client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      this.servers.relist(this.principal.tenantId, this.crossing.config);
      quiet(this.server.sendToolListChanged());
    });
    this.client.setNotificationHandler(PromptListChangedNotificationSchema, () =>
      quiet(this.server.sendPromptListChanged()),
    );
    this.client.setNotificationHandler(ResourceListChangedNotificationSchema, () =>
      quiet(this.server.sendResourceListChanged()),
    );
    this.client.setNotificationHandler(ResourceUpdatedNotificationSchema, async ({ params }) => {
      const { uri } = await this.crossing.toAgent({ uri: params.uri });
      quiet(this.server.sendResourceUpdated({ uri: String(uri) }));
    });
    this.client.setNotificationHandler(LoggingMessageNotificationSchema, async ({ params }) => {
      const shown = await this.crossing.toAgent({ data: params.data } as Json);
      quiet(this.server.sendLoggingMessage({ level: params.level, data: shown.data }));
    });
  }

  private async cross(
    kind: string,
    values: Values,
    extra: Extra,
    send: (values: Values, options: RequestOptions) => Promise<unknown>,
  ): Promise<never> {
    try {
      const answer = await this.crossing.call(kind, values, {
        ...this.options(extra),
        send: async (given, { signal }) => (await send(given, { signal, timeout: CALL_TIMEOUT_MS })) as Json,
      });
      return answer as never;
    } catch (error) {
      throw error instanceof DomainError ? asMcpError(error) : error;
    }
  }

  private options(extra: Extra) {
    const token = extra._meta?.progressToken;
    return {
      signal: extra.signal,
      ...(token !== undefined && {
        onProgress: ({ progress, total }: { progress: number; total?: number }) => {
          const params = { progressToken: token, progress, ...(total !== undefined && { total }) };
          void extra.sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
        },
      }),
    };
  }

  private tools(): Promise<readonly McpToolDescription[]> {
    return this.servers.approvedTools(this.principal.tenantId, this.crossing.config);
  }
}

function nameOf(server: string, tool: McpToolDescription): string {
  return mcpToolName(server, tool.name);
}

/** What was approved, and no more. In results a text may be a token, of whatever form the schema wants it. */
function described({ name, title, description, inputSchema, outputSchema, annotations }: McpToolDescription): object {
  return withoutAbsent({
    name,
    title,
    description,
    inputSchema,
    outputSchema: outputSchema && loosened(outputSchema),
    annotations,
  });
}

/** Words of ours only: what a server says of an error may hold anything. */
function asMcpError({ code, publicMessage }: DomainError): McpError {
  return new McpError(code === 'tool.denied' ? ErrorCode.InvalidRequest : ErrorCode.InternalError, publicMessage);
}
