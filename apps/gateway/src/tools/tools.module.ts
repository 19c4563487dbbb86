import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { AuditLog } from '#lib/audit';
import type { Config } from '#lib/config';
import { Database } from '#lib/database';
import { Deidentifier, ToolSeam } from '#lib/deidentification';
import { SealedSecrets } from '#lib/keyring';
import { OutboundClient } from '#lib/outbound';
import { AgentRuns, ToolRegistry, ToolRunner, ToolStore } from '#lib/tools';
import { Vault } from '#lib/vault';
import { CONFIG } from '../http/tokens.js';

/** What tools need to reach the outside. */
export class ToolClients implements OnApplicationShutdown {
  readonly operators: OutboundClient;
  readonly tenants: OutboundClient;

  constructor({ tools, mcpServers, toolOrigins }: Config) {
    const own = [
      ...tools.flatMap(({ executor }) =>
        executor.kind === 'http' ? [executor.url.replace(/\{\{[^{}]*\}\}/g, 'x')] : [],
      ),
      ...mcpServers.flatMap(({ transport }) => (transport.kind === 'http' ? [transport.url] : [])),
    ];
    this.operators = new OutboundClient({ allowedOrigins: new Set(own.map((url) => new URL(url).origin)) });
    this.tenants = new OutboundClient({ allowedOrigins: new Set(toolOrigins) });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.operators.close(), this.tenants.close()]);
  }
}

/** Tools: what there is, and the seam that every call of one crosses. */
@Module({
  providers: [
    { provide: ToolClients, inject: [CONFIG], useFactory: (config: Config) => new ToolClients(config) },
    {
      provide: ToolStore,
      inject: [Database, SealedSecrets],
      useFactory: (database: Database, sealed: SealedSecrets) => ToolStore.open(database, sealed),
    },
    {
      provide: ToolRegistry,
      inject: [CONFIG, ToolStore, ToolClients],
      useFactory: (config: Config, store: ToolStore, clients: ToolClients) =>
        new ToolRegistry({
          configured: config.tools,
          store,
          sources: [],
          operators: clients.operators,
          tenants: clients.tenants,
          python: () => {
            throw new Error('not there');
          },
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
  exports: [ToolClients, ToolStore, ToolRegistry, ToolSeam, ToolRunner, AgentRuns],
})
export class ToolsModule {}
