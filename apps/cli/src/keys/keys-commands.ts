import type { Command } from 'commander';
import { GatewayClient, type GatewayOptions } from '../gateway/gateway-client.js';
import { printJson, withGatewayOptions } from '../gateway/gateway-options.js';

const KEYS = '/admin/v1/keys';
const POLL_MS = 500;

interface RotateOptions extends GatewayOptions {
  readonly kind: string;
  readonly compromise?: boolean;
  readonly wait?: boolean;
}

interface Rotations {
  readonly items: readonly { readonly state: string; readonly rowsDone: number; readonly rowsTotal: number }[];
}

/** `pvg keys status|rotate|rewrap|pause|resume|retire`. */
export function registerKeysCommands(program: Command): void {
  const keys = program.command('keys').description('Show, rotate and retire the keys of the vault.');
  withGatewayOptions(
    keys.command('status').description('What the keys are, and whether each opens its canary.'),
  ).action(async (options: GatewayOptions) => printJson(await GatewayClient.open(options).json('GET', KEYS)));
  withGatewayOptions(keys.command('rotate').description('Switch to a new key; the work goes on in the background.'))
    .option(
      '--kind <kind>',
      'kek (wraps keys), data (encrypts values), index (finds equal values) or search (fills indexes)',
      'kek',
    )
    .option('--compromise', 'destroy the old key as soon as nothing is under it')
    .option('--wait', 'stay until it is done, and tell how far it is')
    .action(rotate);
  withGatewayOptions(keys.command('rewrap').description('Go on with rotations that were cut off.'))
    .option('--wait', 'stay until it is done, and tell how far it is')
    .action(async (options: GatewayOptions & { wait?: boolean }) => {
      const gateway = GatewayClient.open(options);
      printJson(await gateway.json('POST', `${KEYS}/rewrap`));
      if (options.wait) await waitFor(gateway);
    });
  for (const [name, description] of [
    ['pause', 'Stop a rotation after the batch that it is at.'],
    ['resume', 'Let a paused rotation go on.'],
  ] as const) {
    withGatewayOptions(keys.command(name).description(description))
      .argument('<id>', 'the id of the rotation, as status tells it')
      .action(async (id: string, options: GatewayOptions) => {
        const path = `${KEYS}/rotations/${encodeURIComponent(id)}/${name}`;
        printJson(await GatewayClient.open(options).json('POST', path));
      });
  }
  withGatewayOptions(keys.command('retire').description('Destroy a key version that wraps nothing any more.'))
    .argument('<version>', 'the version of the key-encryption key')
    .action(async (version: string, options: GatewayOptions) =>
      printJson(await GatewayClient.open(options).json('POST', `${KEYS}/keks/${encodeURIComponent(version)}/retire`)),
    );
}

async function rotate({ kind, compromise, wait, ...options }: RotateOptions): Promise<void> {
  const gateway = GatewayClient.open(options);
  const reason = compromise ? 'compromise' : 'scheduled';
  printJson(await gateway.json('POST', `${KEYS}/rotate`, { kind, reason }));
  if (wait) await waitFor(gateway);
}

/** Tells progress on standard error until nothing runs. */
async function waitFor(gateway: GatewayClient): Promise<void> {
  for (;;) {
    const { items } = (await gateway.json('GET', `${KEYS}/rotations`)) as Rotations;
    const running = items.filter(({ state }) => state === 'running');
    if (running.length === 0) return;
    for (const { rowsDone, rowsTotal } of running) process.stderr.write(`${rowsDone} of ${rowsTotal} rows\n`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
