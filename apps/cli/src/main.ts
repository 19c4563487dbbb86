import { Command } from 'commander';
import { loadConfig } from '#lib/config';
import { openDatabase } from '#lib/database';
import { DEVELOPMENT_TENANT, seedDevelopment } from '#lib/identity';
import { DomainError } from '#lib/kernel';
import { seedPolicies } from '#lib/policy';
import { registerAuditCommands } from './audit/audit-commands.js';
import { registerKeysCommands } from './keys/keys-commands.js';
import { registerPolicyCommands } from './policy/policy-commands.js';
import { registerSimulateCommand } from './policy/simulate-command.js';
import { serve } from './serve.js';
import { registerTextCommands } from './texts/text-commands.js';
import { wholeNumber } from './whole-number.js';
import { work } from './worker.js';

const program = new Command('pvg').description('The privacy vault gateway.').showHelpAfterError();

program
  .command('serve')
  .description('Serve the gateway.')
  .action(() => serve());

program
  .command('worker')
  .description('Work on jobs until told to stop; any number of these may run.')
  .option('--concurrency <n>', 'files at once; PVG_WORKER_CONCURRENCY when absent', wholeNumber)
  .action(({ concurrency }: { concurrency?: number }) => work(concurrency));

program
  .command('migrate')
  .description('Bring the database up to date and exit.')
  .action(() => withDatabase(async () => process.stderr.write('The database is up to date.\n')));

program
  .command('seed')
  .description('Make the development tenant, its roles, policy and keys.')
  .requiredOption('--dev', 'say that this is a development installation')
  .action(() =>
    withDatabase(async (database, home) => {
      const written = await seedDevelopment(database, home);
      await seedPolicies(database, DEVELOPMENT_TENANT);
      process.stderr.write(written ? `Keys are in ${home}/dev-keys.json.\n` : 'There are principals already.\n');
    }),
  );

registerTextCommands(program);
registerAuditCommands(program);
registerKeysCommands(program);
registerPolicyCommands(program);
registerSimulateCommand(program);

try {
  await program.parseAsync();
} catch (error) {
  const told = error instanceof DomainError ? `${error.publicMessage} [${error.code}]` : 'Something went wrong.';
  process.stderr.write(`pvg: ${told}\n`);
  process.exitCode = 1;
}

async function withDatabase(
  work: (database: Awaited<ReturnType<typeof openDatabase>>['database'], home: string) => Promise<unknown>,
): Promise<void> {
  const config = loadConfig();
  const opened = await openDatabase({
    home: config.home,
    ...(config.databaseUrl && { url: config.databaseUrl }),
    ...(config.migrationDatabaseUrl && { migrationUrl: config.migrationDatabaseUrl }),
  });
  try {
    await work(opened.database, config.home);
  } finally {
    await opened.close();
  }
}
