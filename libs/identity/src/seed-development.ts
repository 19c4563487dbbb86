import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Database } from '#lib/database';
import { type SeededKeys, seedIdentity } from './seed-identity.js';

/** The tenant of an installation that nobody has set up otherwise. */
export const DEVELOPMENT_TENANT = 'default';

/**
 * The first start on an embedded database: a tenant, four roles and a key for each, written to `<home>/dev-keys.json`
 * (0600). When that file is gone, new keys are made and the old ones revoked. True when keys were written.
 */
export async function seedDevelopment(database: Database, home: string): Promise<boolean> {
  const file = join(home, 'dev-keys.json');
  const keys = await seedIdentity(database, DEVELOPMENT_TENANT, { renew: !existsSync(file) });
  if (keys) await writeKeys(file, keys);
  return keys !== null;
}

/** Whole or not at all, and readable by this user alone. */
async function writeKeys(file: string, keys: SeededKeys): Promise<void> {
  const plain = Object.fromEntries(Object.entries(keys).map(([role, key]) => [role, key.reveal()]));
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, `${JSON.stringify(plain, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}
