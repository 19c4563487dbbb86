import { Module, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { AuditLog } from '#lib/audit';
import type { Config } from '#lib/config';
import { Database } from '#lib/database';
import { Deidentifier, ToolSeam } from '#lib/deidentification';
import { SealedSecrets } from '#lib/keyring';
import { OutboundClient } from '#lib/outbound';
import {
  AgentRuns,
  McpApprovals,
  McpServers,
  PythonExecutor,
  PythonPool,
  ToolRegistry,
  ToolRunner,
  ToolStore,
} from '#lib/tools';
import { Vault } from '#lib/vault';
import { CONFIG } from '../http/tokens.js';

/** What tools need to reach the outside. */
export class ToolClients implements OnModuleDestroy, OnApplicationShutdown {
  readonly operators: OutboundClient;
  readonly tenants: OutboundClient;
  readonly python = new PythonPool();
  private readonly parts: { close(): Promise<void> }[] = [];

  constructor({ tools, mcpServers, toolOrigins }: Config) {
    const own = [
      ...tools.flatMap(({ executor }) =>
        executor.kind === 'http' ? [executor.url.replace(/\{\{[^{}]*\}\}/g, 'x')] : [],
      ),
      ...mcpServers.flatMap(({ transport }) => (transport.kind === 'http' ? [transport.url] : [])),
    ];
    this.operators = new OutboundClient({ allowedOrigins: new Set(own.map((url) => new URL(url).origin)) });
    this.tenants = new OutboundClient({ allowedOrigins: new Set(toolOrigins) });
    if (tools.some(({ executor }) => executor.kind === 'python')) this.python.prewarm();
  }

  /** Has a part closed before the clients that it uses. */
  closing<T extends { close(): Promise<void> }>(part: T): T {
    this.parts.push(part);
    return part;
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.parts.map((part) => part.close()));
  }

  async onApplicationShutdown(): Promise<void> {
    this.python.close();
    await Promise.all([this.operators.close(), this.tenants.close()]);
  }
}

/** Tools: what there is, and the seam that every call of one crosses. */
@Module({
  providers: [
    { provide: ToolClients, inject: [CONFIG], useFactory: (config: Config) => new ToolClients(config) },
    {
      provide: ToolStore,
      inject: [Database, SealedSecrets, ToolClients],
      useFactory: async (database: Database, sealed: SealedSecrets, clients: ToolClients) =>
        clients.closing(await ToolStore.open(database, sealed)),
    },
    {
      provide: McpApprovals,
      inject: [Database],
      useFactory: (database: Database) => new McpApprovals(database),
    },
    {
      provide: McpServers,
      inject: [CONFIG, ToolStore, ToolClients, McpApprovals],
      useFactory: (config: Config, store: ToolStore, clients: ToolClients, approvals: McpApprovals) =>
        clients.closing(
          new McpServers({
            configured: config.mcpServers,
            store,
            approvals,
            operators: clients.operators,
            tenants: clients.tenants,
          }),
        ),
    },
    {
      provide: ToolRegistry,
      inject: [CONFIG, ToolStore, ToolClients, McpServers],
      useFactory: (config: Config, store: ToolStore, clients: ToolClients, mcp: McpServers) =>
        new ToolRegistry({
          configured: config.tools,
          store,
          sources: [mcp],
          operators: clients.operators,
          tenants: clients.tenants,
          python: (options) => new PythonExecutor(clients.python, options),
        }),
    },
    {
      provide: ToolSeam,
      inject: [Vault, AuditLog],
      useFactory: (vault: Vault, audit: AuditLog) => new ToolSeam(vault, audit),
    },
    {
      provide: ToolRunner,
      inject: [ToolSeam, Deidentifier],
      useFactory: (seam: ToolSeam, deidentifier: Deidentifier) => new ToolRunner(seam, deidentifier),
    },
    {
      provide: AgentRuns,
      inject: [Database, SealedSecrets],
      useFactory: (database: Database, sealed: SealedSecrets) => new AgentRuns(database, sealed),
    },
  ],
  exports: [McpApprovals, McpServers, ToolClients, ToolStore, ToolRegistry, ToolSeam, ToolRunner, AgentRuns],
})
export class ToolsModule {}
