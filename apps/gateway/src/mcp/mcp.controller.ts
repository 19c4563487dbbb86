import { randomUUID } from 'node:crypto';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { Body, Controller, Delete, Get, type OnModuleDestroy, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { McpServerConfig } from '#lib/config';
import { Deidentifier } from '#lib/deidentification';
import { readJson } from '#lib/dialects';
import { DomainError } from '#lib/kernel';
import { McpServers, ToolRunner } from '#lib/tools';
import { ExchangeScopes } from '../exchange/exchange-scopes.js';
import { type AuthenticatedRequest, CurrentRequest } from '../http/current-request.js';
import { RequirePermission } from '../http/permission.js';
import { McpCrossing } from './mcp-crossing.js';
import { McpSession } from './mcp-session.js';

const SESSIONS_MAX = 1_000;
const IDLE_MS_MAX = 1_800_000;

interface OpenSession {
  /** The latest one: what its principal may do is decided by that. */
  request: AuthenticatedRequest;
  readonly transport: StreamableHTTPServerTransport;
  readonly server: string;
  readonly config: McpServerConfig;
  readonly tenantId: string;
  readonly principalId: string;
  readonly timer: NodeJS.Timeout;
  session?: McpSession;
}

/** MCP over streamable HTTP: an agent's client talks to the gateway as to the server. Sessions live in one process. */
@Controller('mcp')
@RequirePermission('exchange:tool:Invoke')
export class McpController implements OnModuleDestroy {
  private readonly sessions = new Map<string, OpenSession>();

  constructor(
    private readonly servers: McpServers,
    private readonly scopes: ExchangeScopes,
    private readonly deidentifier: Deidentifier,
    private readonly runner: ToolRunner,
  ) {}

  @Post(':server')
  post(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('server') server: string,
    @Body() raw: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.handle(request, server, reply, raw);
  }

  /** What the server says unasked. */
  @Get(':server')
  listen(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('server') server: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.handle(request, server, reply);
  }

  /** Ends the session. */
  @Delete(':server')
  end(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('server') server: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.handle(request, server, reply);
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.sessions.keys()].map((id) => this.close(id)));
  }

  private async handle(request: AuthenticatedRequest, server: string, reply: FastifyReply, raw = ''): Promise<void> {
    // Asked for each request: a right that is gone ends what the session may do.
    await this.scopes.open({ request });
    const body = raw === '' ? undefined : this.read(raw);
    const id = request.headers['mcp-session-id'];
    const transport =
      typeof id === 'string' ? await this.find(request, server, id) : await this.open(request, server, body);
    reply.hijack();
    await transport.handleRequest(request.raw, reply.raw, body);
  }

  private read(raw: string): unknown {
    readJson(raw);
    return JSON.parse(raw) as unknown;
  }

  /**
   * Somebody else's session reads as one that does not exist, and so does one with a server that was changed or taken away
   * since: its client begins anew.
   */
  private async find(
    request: AuthenticatedRequest,
    server: string,
    id: string,
  ): Promise<StreamableHTTPServerTransport> {
    const { user } = request;
    const found = this.sessions.get(id);
    const own = found?.server === server && found.tenantId === user.tenantId && found.principalId === user.id;
    const none = new DomainError('resource.not_found', { publicMessage: 'There is no such session.' });
    if (!found || !own) throw none;
    const isCurrent = (await this.servers.list(user.tenantId)).includes(found.config);
    if (!isCurrent) {
      await this.close(id);
      throw none;
    }
    found.request = request;
    found.timer.refresh();
    return found.transport;
  }

  private async open(
    request: AuthenticatedRequest,
    server: string,
    body: unknown,
  ): Promise<StreamableHTTPServerTransport> {
    const { user } = request;
    const config = await this.servers.get(user.tenantId, server);
    if ((body as { method?: unknown } | undefined)?.method !== 'initialize') {
      throw new DomainError('request.invalid', { publicMessage: 'A session begins with "initialize".' });
    }
    if (this.sessions.size >= SESSIONS_MAX) {
      throw new DomainError('upstream.busy', { publicMessage: 'There are as many sessions as there may be.' });
    }
    const id = randomUUID();
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => id });
    const crossing = new McpCrossing(this.deidentifier, this.runner, config, () =>
      this.scopes.open({ request: open.request, conversationId: `mcp-${id}` }),
    );
    const open: OpenSession = {
      request,
      transport,
      server,
      config,
      tenantId: user.tenantId,
      principalId: user.id,
      timer: setTimeout(() => void this.close(id), IDLE_MS_MAX).unref(),
    };
    this.sessions.set(id, open);
    try {
      open.session = await McpSession.open(user, this.servers, crossing, transport, body);
    } catch (error) {
      this.forget(id);
      throw error;
    }
    const onclose = transport.onclose;
    transport.onclose = () => {
      onclose?.();
      void this.close(id);
    };
    return transport;
  }

  private async close(id: string): Promise<void> {
    const { session } = this.forget(id) ?? {};
    await session?.close();
  }

  private forget(id: string): OpenSession | undefined {
    const found = this.sessions.get(id);
    clearTimeout(found?.timer);
    this.sessions.delete(id);
    return found;
  }
}
