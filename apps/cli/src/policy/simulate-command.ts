import type { Command } from 'commander';
import { GatewayClient, type GatewayOptions } from '../gateway/gateway-client.js';
import { printJson, withGatewayOptions } from '../gateway/gateway-options.js';

interface SimulateOptions extends GatewayOptions {
  readonly principal?: string;
  readonly role?: string[];
  readonly action: string;
  readonly collection: string;
  readonly type?: string;
  readonly purpose?: string;
  readonly reason?: string;
  readonly tool?: string;
  readonly supplied?: boolean;
}

/** `pvg simulate`: one decision, explained by the evaluator that enforces. */
export function registerSimulateCommand(program: Command): void {
  withGatewayOptions(program.command('simulate').description('Explain what the policies would decide, and why.'))
    .option('--principal <id>', 'a principal of the tenant, as its requests would act')
    .option('--role <role...>', 'instead: somebody who holds these roles and nothing else')
    .option('--action <action>', 'what is asked for', 'vault:Reveal')
    .option('--collection <id>', 'of which collection', 'default')
    .option('--type <type>', 'of which info type, such as EMAIL')
    .option('--purpose <id>', 'what for')
    .option('--reason <text>', 'why')
    .option('--tool <name>', 'through which tool')
    .option('--supplied', 'the caller supplied the value in the same exchange')
    .action(simulate);
}

async function simulate(options: SimulateOptions): Promise<void> {
  const { principal, role = [], action, collection, type, purpose, reason, tool, supplied } = options;
  const body = {
    principal: principal ?? { roles: role },
    action,
    resource: { collection, ...(type !== undefined && { infoType: type }) },
    context: {
      ...(purpose !== undefined && { purpose }),
      ...(reason !== undefined && { reason }),
      ...(tool !== undefined && { tool }),
      ...(supplied && { suppliedByCaller: true }),
    },
  };
  printJson(await GatewayClient.open(options).json('POST', '/admin/v1/simulate', body));
}
