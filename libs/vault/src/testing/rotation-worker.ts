// Run by rotation-kill.spec.ts as a process of its own: goes on with a tenant's rotation until it is done or killed.
import { Database } from '#lib/database';
import { Secret } from '#lib/kernel';
import { KeyFileKms, Keyring } from '#lib/keyring';
import { KeyRotations } from '../rotation/key-rotations.js';

const [url = '', home = '', tenantId = ''] = process.argv.slice(2);
const database = await Database.open({ url: new Secret(url), migrate: false, poolMax: 3 });
const keyring = await Keyring.open({ database, kms: await KeyFileKms.open(home) });
process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
const done = await new KeyRotations(keyring).resume(tenantId);
process.stdout.write(`${JSON.stringify({ done: done.length })}\n`);
process.exit(0);
