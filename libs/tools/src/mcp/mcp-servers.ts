import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { McpServerConfig, ToolPolicy } from '#lib/config';
import { DomainError } from '#lib/kernel';
import type { OutboundClient } from '#lib/outbound';
import type { Json } from '../policy/json-leaves.js';
import type { Tool, ToolExecutor, ToolInvocation, ToolOutput } from '../registry/tool.js';
import { ToolSource } from '../registry/tool-registry.js';
import type { ToolStore } from '../registry/tool-store.js';
import { toolFailed } from '../runner/tool-failed.js';
import { type McpApprovals, toolHash } from './mcp-approvals.js';
import { connectMcp } from './mcp-connection.js';
import { outputOf } from './mcp-result.js';

const LIST_TTL_MS = 30_000;
const TOOLS_MAX = 500;

export interface McpServersParts {
  readonly configured: readonly McpServerConfig[];
  readonly store: Pick<ToolStore, 'list'>;
  readonly approvals: McpApprovals;
  readonly operators: OutboundClient;
  readonly tenants: OutboundClient;
}

/** A tool as its server describes it. */
export interface McpToolDescription {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: { readonly [key: string]: Json };
  readonly outputSchema?: { readonly [key: string]: Json } | undefined;
  readonly annotations?: { readonly [key: string]: Json } | undefined;
}

interface Connection {
  readonly config: McpServerConfig;
  readonly client: Promise<Client>;
  tools?: { readonly listed: readonly McpToolDescription[]; readonly atMs: number };
}

/** The MCP servers of tenants, each connected to once and its tools offered under `<server>__<tool>`. */
export class McpServers extends ToolSource {
  private readonly connections = new Map<string, Connection>();

  constructor(private readonly parts: McpServersParts) {
    super();
  }

  async list(tenantId: string): Promise<readonly McpServerConfig[]> {
    const stored = await this.parts.store.list(tenantId, 'mcp_server');
    const names = new Set(this.parts.configured.map(({ name }) => name));
    const own = stored.filter(({ credential }) => credential !== 'unreadable').map(({ config }) => config);
    return [...this.parts.configured, ...own.filter(({ name }) => !names.has(name))];
  }

  /** Throws `resource.not_found`. */
  async get(tenantId: string, name: string): Promise<McpServerConfig> {
    const found = (await this.list(tenantId)).find((server) => server.name === name);
    if (!found) throw new DomainError('resource.not_found', { publicMessage: 'There is no such server.' });
    return found;
  }

  outboundOf(config: McpServerConfig): OutboundClient {
    return this.parts.configured.includes(config) ? this.parts.operators : this.parts.tenants;
  }

  /** A server that does not answer has no tools; the others do. */
  async tools(tenantId: string): Promise<readonly Tool[]> {
    const servers = await this.list(tenantId);
    const lists = await Promise.all(
      servers.map((server) => this.toolsOf(tenantId, server).catch((error) => this.unlessOfServer(error))),
    );
    return lists.flat();
  }

  /** Drops the connection, so that the next use sees the server as it is. */
  async forget(tenantId: string, name: string): Promise<void> {
    const key = `${tenantId}/${name}`;
    const known = this.connections.get(key);
    this.connections.delete(key);
    await known?.client.then((client) => client.close()).catch(() => undefined);
  }

  /** Has the next use read the server's list of tools anew: the server says that it changed. */
  relist(tenantId: string, { name }: McpServerConfig): void {
    const known = this.connections.get(`${tenantId}/${name}`);
    if (known) delete known.tools;
  }

  /** The server's tools that are allowed and approved, under their own names. */
  async approvedTools(tenantId: string, config: McpServerConfig): Promise<readonly McpToolDescription[]> {
    const connection = await this.connect(tenantId, config);
    const listed = await this.listed(connection);
    const open = listed.filter(({ name }) => config.allowedTools === undefined || config.allowedTools.includes(name));
    const hashes = new Map(open.map((tool) => [tool.name, toolHash(tool)]));
    const approved = await this.parts.approvals.approved(tenantId, config.name, hashes);
    return open.filter(({ name }) => approved.has(name));
  }

  async close(): Promise<void> {
    await Promise.all(
      [...this.connections.values()].map(({ client }) => client.then((one) => one.close()).catch(() => undefined)),
    );
    this.connections.clear();
  }

  private async toolsOf(tenantId: string, config: McpServerConfig): Promise<Tool[]> {
    const tools = await this.approvedTools(tenantId, config);
    return tools.map((tool) => mcpTool(config, tool, new McpExecutor(() => this.connect(tenantId, config), tool.name)));
  }

  private async listed(connection: Connection): Promise<readonly McpToolDescription[]> {
    const { tools } = connection;
    if (tools && performance.now() - tools.atMs < LIST_TTL_MS) return tools.listed;
    const client = await connection.client;
    const listed: McpToolDescription[] = [];
    let cursor: string | undefined;
    do {
      const page = await client
        .listTools(cursor === undefined ? {} : { cursor }, { timeout: connection.config.timeoutMs })
        .catch(() => {
          throw toolFailed('The MCP server does not list its tools.', 'answer');
        });
      listed.push(...(page.tools as McpToolDescription[]));
      cursor = page.nextCursor;
    } while (cursor !== undefined && listed.length < TOOLS_MAX);
    connection.tools = { listed, atMs: performance.now() };
    return listed;
  }

  private async connect(tenantId: string, config: McpServerConfig): Promise<Connection> {
    const key = `${tenantId}/${config.name}`;
    const known = this.connections.get(key);
    if (known?.config === config) return known;
    if (known) void known.client.then((client) => client.close()).catch(() => undefined);
    const client = connectMcp(config, this.outboundOf(config), {
      prepare: (one) => {
        one.onclose = () => this.connections.delete(key);
        one.setNotificationHandler(ToolListChangedNotificationSchema, () => this.relist(tenantId, config));
      },
    });
    const connection: Connection = { config, client };
    this.connections.set(key, connection);
    client.catch(() => this.connections.delete(key));
    await client;
    return connection;
  }

  private unlessOfServer(error: unknown): Tool[] {
    if (error instanceof DomainError && error.code === 'tool.failed') return [];
    throw error;
  }
}

/** A tool of a server as any other. */
export function mcpTool(config: McpServerConfig, tool: McpToolDescription, executor: ToolExecutor): Tool {
  return {
    name: mcpToolName(config.name, tool.name),
    description: tool.description ?? '',
    parameters: tool.inputSchema,
    policy: policyOf(config, tool.name),
    executor,
    timeoutMs: config.timeoutMs,
    outputCharsMax: config.outputCharsMax,
    idempotent: false,
    ends: false,
    source: 'mcp',
    placements: {},
  };
}

export function policyOf(config: McpServerConfig, tool: string): ToolPolicy {
  return config.tools[tool] ?? config.policy;
}

export function mcpToolName(server: string, tool: string): string {
  return `${server}__${tool.replace(/[^A-Za-z0-9_-]/g, '_')}`.slice(0, 64);
}

/** Calls a tool of a server. */
class McpExecutor implements ToolExecutor {
  constructor(
    private readonly connection: () => Promise<Connection>,
    private readonly name: string,
  ) {}

  async run({ arguments: values, signal, bytesMax, onProgress }: ToolInvocation): Promise<ToolOutput> {
    const client = await (await this.connection()).client;
    const result = await client.callTool({ name: this.name, arguments: values }, undefined, {
      signal,
      timeout: 600_000,
      ...(onProgress && {
        onprogress: ({ progress, total }) => onProgress({ progress, ...(total !== undefined && { total }) }),
      }),
    });
    return outputOf(result, bytesMax);
  }
}
