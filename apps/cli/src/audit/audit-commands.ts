import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { GatewayClient, type GatewayOptions } from '../gateway/gateway-client.js';
import { printJson, withGatewayOptions } from '../gateway/gateway-options.js';
import { verifyExport } from './verify-export.js';

interface ExportOptions extends GatewayOptions {
  readonly format: string;
}

interface VerifyOptions {
  readonly checkpoint?: string[];
  readonly publicKey?: string[];
  readonly tenant?: string;
}

/** `pvg audit export|checkpoint|verify`. */
export function registerAuditCommands(program: Command): void {
  const audit = program.command('audit').description('Export the audit log, sign where it ends, verify an export.');
  withGatewayOptions(audit.command('export').description('Write the audit log to standard output.'))
    .option('--format <format>', 'jsonl (which can be verified) or csv', 'jsonl')
    .action(exportLog);
  withGatewayOptions(
    audit.command('checkpoint').description('Sign where the audit log ends; keep what is printed elsewhere.'),
  ).action(async (options: GatewayOptions) => {
    printJson(await GatewayClient.open(options).json('POST', '/admin/v1/audit/checkpoint'));
  });
  audit
    .command('verify')
    .description('Verify an export, with nothing but it and checkpoints. Ends with 1 when it does not hold.')
    .argument('[file]', 'a JSON Lines export, or - for standard input', '-')
    .option('--checkpoint <file...>', 'checkpoints as `pvg audit checkpoint` printed them')
    .option('--public-key <file...>', 'PEM keys that checkpoints must be signed with; else the one beside each is used')
    .option('--tenant <id>', 'whose log it must be; absent: that of its first line')
    .action(verify);
}

async function exportLog({ format, ...options }: ExportOptions): Promise<void> {
  const gateway = GatewayClient.open(options);
  for await (const bytes of gateway.bytes(`/admin/v1/audit/export?format=${encodeURIComponent(format)}`)) {
    if (!process.stdout.write(bytes)) await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
}

async function verify(file: string, { checkpoint = [], publicKey = [], tenant }: VerifyOptions): Promise<void> {
  const verdict = await verifyExport(file, {
    checkpoints: await Promise.all(checkpoint.map((path) => readFile(path, 'utf8'))),
    publicKeys: await Promise.all(publicKey.map((path) => readFile(path, 'utf8'))),
    ...(tenant !== undefined && { tenantId: tenant }),
  });
  printJson(verdict);
  if (!verdict.valid) process.exitCode = 1;
}
