import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
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
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { DomainError, type Principal } from '#lib/kernel';
import { connectMcp, type Json, type McpServers, type McpToolDescription, mcpToolName } from '#lib/tools';
import type { McpCrossing } from './mcp-crossing.js';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
type Values = { readonly [key: string]: Json };
const CALL_TIMEOUT_MS = 600_000;

/** One agent's session with one server: the gateway is the server to the agent and a client to the server. */
export class McpSession {
  private readonly server: Server;

  private constructor(
    readonly principal: Principal,
    private readonly client: Client,
    private readonly servers: McpServers,
    private readonly crossing: McpCrossing,
  ) {
    const { tools, prompts, resources, completions, logging } = client.getServerCapabilities() ?? {};
    this.server = new Server(
      { name: crossing.config.name, version: client.getServerVersion()?.version ?? '1' },
      {
        capabilities: {
          ...(tools && { tools: {} }),
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
    if (logging)
      this.server.setRequestHandler(SetLevelRequestSchema, ({ params }) => this.client.setLoggingLevel(params.level));
    this.forwardRequests();
    this.forwardNotifications();
  }

  static async open(
    principal: Principal,
    servers: McpServers,
    crossing: McpCrossing,
    transport: StreamableHTTPServerTransport,
  ): Promise<McpSession> {
    const { config } = crossing;
    const client = await connectMcp(config, servers.outboundOf(config), {
      capabilities: { sampling: {}, elicitation: {} },
    });
    const session = new McpSession(principal, client, servers, crossing);
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
      return { tools: tools.filter((_, index) => may[index]) as never };
    });
    this.server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
      const tool = (await this.tools()).find(({ name }) => name === params.name);
      if (!tool) throw new McpError(ErrorCode.InvalidParams, 'There is no such tool.');
      try {
        return await this.crossing.call(tool.name, (params.arguments ?? {}) as Values, {
          schema: tool.inputSchema,
          ...this.options(extra),
          send: async (values, { signal, onProgress }) =>
            (await this.client.callTool({ name: tool.name, arguments: values }, undefined, {
              signal,
              timeout: CALL_TIMEOUT_MS,
              resetTimeoutOnProgress: true,
              ...(onProgress && { onprogress: (one) => onProgress(one as never) }),
            })) as Json,
        });
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        // A failure of the tool is a result, which the agent's model is to see.
        if (error.code !== 'tool.failed' && error.code !== 'tool.denied') throw asMcpError(error);
        return { content: [{ type: 'text' as const, text: error.publicMessage }], isError: true };
      }
    });
  }

  private answerPrompts(): void {
    this.server.setRequestHandler(ListPromptsRequestSchema, ({ params }) => this.client.listPrompts(params));
    this.server.setRequestHandler(GetPromptRequestSchema, ({ params }, extra) =>
      this.cross('prompts', (params.arguments ?? {}) as Values, extra, async (values) =>
        this.client.request(
          { method: 'prompts/get', params: { name: params.name, arguments: values as Record<string, string> } },
          GetPromptResultSchema,
        ),
      ),
    );
  }

  private answerResources(subscribes: boolean): void {
    const listed = (send: () => Promise<unknown>, extra: Extra) => this.cross('resources', {}, extra, send);
    this.server.setRequestHandler(ListResourcesRequestSchema, ({ params }, extra) =>
      listed(() => this.client.listResources(params), extra),
    );
    this.server.setRequestHandler(ListResourceTemplatesRequestSchema, ({ params }, extra) =>
      listed(() => this.client.listResourceTemplates(params), extra),
    );
    this.server.setRequestHandler(ReadResourceRequestSchema, ({ params }, extra) =>
      this.cross('resources', { uri: params.uri }, extra, ({ uri }) =>
        this.client.request({ method: 'resources/read', params: { uri: String(uri) } }, ReadResourceResultSchema),
      ),
    );
    if (!subscribes) return;
    this.server.setRequestHandler(SubscribeRequestSchema, ({ params }) => this.client.subscribeResource(params));
    this.server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => this.client.unsubscribeResource(params));
  }

  private answerCompletions(): void {
    this.server.setRequestHandler(CompleteRequestSchema, ({ params }, extra) =>
      this.cross('completions', { argument: params.argument.value }, extra, ({ argument }) =>
        this.client.request(
          {
            method: 'completion/complete',
            params: { ...params, argument: { ...params.argument, value: String(argument) } },
          },
          CompleteResultSchema,
        ),
      ),
    );
  }

  /** What the server asks of the agent's side. */
  private forwardRequests(): void {
    this.client.setRequestHandler(CreateMessageRequestSchema, async ({ params }) => {
      const asked = await this.crossing.toAgent(params as Json);
      const answer = await this.server.request(
        { method: 'sampling/createMessage', params: asked as never },
        CreateMessageResultSchema,
        { timeout: CALL_TIMEOUT_MS },
      );
      return (await this.crossing.toServer(answer as Values)) as never;
    });
    this.client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      const asked = await this.crossing.toAgent(params as Json);
      const answer = await this.server.request(
        { method: 'elicitation/create', params: asked as never },
        ElicitResultSchema,
        { timeout: CALL_TIMEOUT_MS },
      );
      return (await this.crossing.toServer(answer as Values)) as never;
    });
  }

  /** Of notifications only what says that something changed, and log messages, de-identified. */
  private forwardNotifications(): void {
    const quiet = (sent: Promise<void>) => void sent.catch(() => undefined);
    this.client.setNotificationHandler(PromptListChangedNotificationSchema, () =>
      quiet(this.server.sendPromptListChanged()),
    );
    this.client.setNotificationHandler(ResourceListChangedNotificationSchema, () =>
      quiet(this.server.sendResourceListChanged()),
    );
    this.client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) =>
      quiet(this.server.sendResourceUpdated(params)),
    );
    this.client.setNotificationHandler(LoggingMessageNotificationSchema, async ({ params }) => {
      const shown = await this.crossing.toAgent({ data: params.data } as Json);
      quiet(this.server.sendLoggingMessage({ level: params.level, data: shown.data }));
    });
  }

  private async cross(
    kind: string,
    values: Values,
    extra: Extra,
    send: (values: Values) => Promise<unknown>,
  ): Promise<never> {
    try {
      const answer = await this.crossing.call(kind, values, {
        ...this.options(extra),
        send: async (given) => (await send(given)) as Json,
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

/** Words of ours only: what a server says of an error may hold anything. */
function asMcpError({ code, publicMessage }: DomainError): McpError {
  return new McpError(code === 'tool.denied' ? ErrorCode.InvalidRequest : ErrorCode.InternalError, publicMessage);
}
