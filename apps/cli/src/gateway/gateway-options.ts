import type { Command } from 'commander';

/** The options of every command that asks a running gateway. */
export function withGatewayOptions(command: Command): Command {
  return command
    .option('--url <url>', 'the gateway; absent: the one of this machine')
    .option('--key <key>', 'an API key, whose rights then hold (or PVG_KEY)');
}

/** Results are JSON on standard output, so that other programs can read them. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
