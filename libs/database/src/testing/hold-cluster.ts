// Run by embedded-postgres.spec.ts: holds a cluster until it is told to stop, to exit without stopping, or is killed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { EmbeddedPostgres } from '../embedded/embedded-postgres.js';

const [home = '', ephemeral] = process.argv.slice(2);
const embedded = await EmbeddedPostgres.start({ home, ephemeral: ephemeral === 'ephemeral' });
const postmaster = Number(readFileSync(join(embedded.dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0]);
process.stdout.write(`${JSON.stringify({ postmaster, url: embedded.url.reveal() })}\n`);
createInterface(process.stdin).on('line', async (line) => {
  if (line === 'stop') await embedded.stop();
  process.exit(0);
});
