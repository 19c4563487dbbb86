import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { Command, Option } from 'commander';
import { loadConfig } from '#lib/config';
import { openDatabase } from '#lib/database';
import { DEVELOPMENT_TENANT, seedDevelopment } from '#lib/identity';
import { DomainError, Secret } from '#lib/kernel';
import { seedPolicies } from '#lib/policy';
import { FORMS, type Form } from '#lib/vault';
import { registerAuditCommands } from './audit/audit-commands.js';
import { registerKeysCommands } from './keys/keys-commands.js';
import { registerPolicyCommands } from './policy/policy-commands.js';
import { registerSimulateCommand } from './policy/simulate-command.js';
import { serve } from './serve.js';
import { LocalTexts } from './texts/local-texts.js';
import { RemoteTexts } from './texts/remote-texts.js';
import { runNdjson, type TextCommand } from './texts/run-ndjson.js';
import { runText } from './texts/run-text.js';
import type { TextService } from './texts/text-service.js';

interface TextOptions {
  readonly ndjson?: boolean;
  readonly field: string;
  readonly key?: string;
  readonly url?: string;
  readonly collection: string;
  readonly purpose?: string;
  readonly as?: Form;
}

const program = new Command('pvg').description('The privacy vault gateway.').showHelpAfterError();

const DESCRIPTIONS: Readonly<Record<TextCommand, string>> = {
  inspect: 'Tell what personal data a text holds.',
  deidentify: 'Put vault tokens in place of personal data.',
  reidentify: 'Put values back in place of vault tokens, as far as policy allows.',
};

for (const name of ['inspect', 'deidentify', 'reidentify'] as const) {
  const command = program
    .command(name)
    .description(DESCRIPTIONS[name])
    .argument('[file]', 'a file, or - for standard input', '-')
    .option('--ndjson', 'one JSON object a line in, one a line out')
    .option('--field <name>', 'the member that holds the text, with --ndjson', 'text')
    .option('--collection <id>', 'the collection of the vault', 'default')
    .option('--purpose <id>', 'what the data is used for')
    .option('--key <key>', 'an API key, whose rights then hold (or PVG_KEY)')
    .option('--url <url>', 'ask a running gateway instead of opening the vault here')
    .action((file: string, options: TextOptions) => textCommand(name, file, options));
  if (name === 'deidentify') {
    command.addOption(
      new Option('--as <form>', 'what stands for a value, instead of what the collection says').choices(FORMS),
    );
  }
}

program
  .command('serve')
  .description('Serve the gateway.')
  .action(() => serve());

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

async function textCommand(command: TextCommand, file: string, options: TextOptions): Promise<void> {
  const input: Readable = file === '-' ? process.stdin : createReadStream(file);
  const service = await openService(options);
  try {
    if (!options.ndjson) return await runText(service, command, input, process.stdout);
    const failed = await runNdjson(service, command, options.field, input, process.stdout);
    if (failed > 0) {
      process.stderr.write(`pvg: ${failed} lines failed; each is an error record in the output\n`);
      process.exitCode = 2;
    }
  } finally {
    await service.close();
  }
}

async function openService({ url, key, collection, purpose, as }: TextOptions): Promise<TextService> {
  const config = loadConfig();
  const secret = key === undefined ? config.cliKey : new Secret(key);
  const common = { collectionId: collection, ...(purpose !== undefined && { purpose }), ...(as && { form: as }) };
  if (url === undefined) return LocalTexts.open({ config, ...common, ...(secret && { key: secret }) });
  if (!secret)
    throw new DomainError('identity.missing_credentials', { publicMessage: 'With --url give --key or PVG_KEY.' });
  if (!URL.canParse(url)) throw new DomainError('config.invalid', { publicMessage: '--url is not a URL.' });
  return new RemoteTexts({ url: new URL(url), key: secret, ...common });
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
