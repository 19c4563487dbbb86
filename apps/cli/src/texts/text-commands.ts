import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type Command, Option } from 'commander';
import { loadConfig } from '#lib/config';
import { DocumentInput, detectFormat, FORMAT_IDS } from '#lib/documents';
import { DomainError, Secret, withoutAbsent } from '#lib/kernel';
import { FORMS, type Form } from '#lib/vault';
import { runDocuments } from '../documents/document-commands.js';
import { LocalSeam } from '../local/local-seam.js';
import { wholeNumber } from '../whole-number.js';
import { LocalTexts } from './local-texts.js';
import { RemoteTexts } from './remote-texts.js';
import { runNdjson, type TextCommand } from './run-ndjson.js';
import { runText } from './run-text.js';
import type { TextService } from './text-service.js';

interface Options {
  readonly ndjson?: boolean;
  readonly field: string;
  readonly key?: string;
  readonly url?: string;
  readonly collection: string;
  readonly purpose?: string;
  readonly as?: Form;
  readonly format?: string;
  readonly columns?: string;
  readonly proposeColumns?: boolean;
  readonly out?: string;
  readonly report?: string;
  readonly workers?: number;
}

const DESCRIPTIONS: Readonly<Record<TextCommand, string>> = {
  inspect: 'Tell what personal data a text, a document or a folder of documents holds.',
  deidentify: 'Put vault tokens in place of personal data.',
  reidentify: 'Put values back in place of vault tokens, as far as policy allows.',
};

const EXIT_CODES = `
Exit codes: 0 everything is done; 1 it could not be done at all (settings, rights, vault); 2 some files or records
failed, each named; 130 interrupted: the same command goes on with the files that are left.`;

const INTERRUPTED = 130;

/** `pvg inspect|deidentify|reidentify <file|folder|->`. */
export function registerTextCommands(program: Command): void {
  for (const name of ['inspect', 'deidentify', 'reidentify'] as const) {
    const command = program
      .command(name)
      .description(DESCRIPTIONS[name])
      .argument('[path]', 'a file, a folder, or - for standard input', '-')
      .option('--ndjson', 'one JSON object a line in, one a line out, flushed')
      .option('--field <name>', 'the member that holds the text, with --ndjson', 'text')
      .addOption(
        new Option('--format <format>', 'what the file is, instead of what its content says').choices(FORMAT_IDS),
      )
      .option('--collection <id>', 'the collection of the vault', 'default')
      .option('--purpose <id>', 'what the data is used for')
      .option('--out <path>', 'the file, or for a folder the folder, that is written')
      .option('--report <file>', 'write what was replaced, by file, part and type, as JSON')
      .option(
        '--workers <n>',
        'files of a folder at once; the cores of this machine, at most 4, when absent',
        wholeNumber,
      )
      .option('--key <key>', 'an API key, whose rights then hold (or PVG_KEY)')
      .option('--url <url>', 'ask a running gateway instead of opening the vault here (texts and --ndjson)')
      .addHelpText('after', EXIT_CODES)
      .action((path: string, options: Options) => run(name, path, options));
    if (name === 'reidentify') continue;
    command
      .option('--columns <policies>', 'name=policy,… or a JSON file of them: token, detect, keep, drop, year …')
      .option('--propose-columns', 'read the first rows, print a policy for each column, and stop');
    if (name === 'deidentify') {
      command.addOption(
        new Option('--as <form>', 'what stands for a value, instead of what the collection says').choices(FORMS),
      );
    }
  }
}

async function run(command: TextCommand, path: string, options: Options): Promise<void> {
  if (options.ndjson || options.url !== undefined || !(await isDocument(command, path, options))) {
    return textCommand(command, path, options);
  }
  const interrupt = new AbortController();
  const onSignal = () => interrupt.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal);
  const config = loadConfig();
  const key = options.key === undefined ? config.cliKey : new Secret(options.key);
  try {
    process.exitCode = await runDocuments(
      command,
      path,
      { ...options, ...withoutAbsent({ key }) } as Parameters<typeof runDocuments>[2],
      interrupt.signal,
    );
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    process.stderr.write('pvg: interrupted\n');
    process.exitCode = INTERRUPTED;
  }
}

/** Standard input is a text unless more is said of it; a file is a document, but findings in a plain text are told one by one. */
async function isDocument(command: TextCommand, path: string, options: Options): Promise<boolean> {
  const { format, columns, proposeColumns, out, report } = options;
  if ([format, columns, proposeColumns, out, report].some((one) => one !== undefined)) return true;
  if (path === '-') return false;
  const found = await stat(path).catch(() => {
    throw new DomainError('resource.not_found', { publicMessage: 'There is no such file or folder.' });
  });
  if (command !== 'inspect' || found.isDirectory()) return true;
  return (await detectFormat(await DocumentInput.fromFile(path))).id !== 'text';
}

async function textCommand(command: TextCommand, path: string, options: Options): Promise<void> {
  const input: Readable = path === '-' ? process.stdin : createReadStream(path);
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

async function openService({ url, key, collection, purpose, as }: Options): Promise<TextService> {
  const config = loadConfig();
  const secret = key === undefined ? config.cliKey : new Secret(key);
  const common = { collectionId: collection, ...(purpose !== undefined && { purpose }), ...(as && { form: as }) };
  if (url === undefined) {
    return new LocalTexts(await LocalSeam.open({ config, ...(secret && { key: secret }) }), common);
  }
  if (!secret)
    throw new DomainError('identity.missing_credentials', { publicMessage: 'With --url give --key or PVG_KEY.' });
  if (!URL.canParse(url)) throw new DomainError('config.invalid', { publicMessage: '--url is not a URL.' });
  return new RemoteTexts({ url: new URL(url), key: secret, ...common });
}
