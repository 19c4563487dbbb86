import type { Database } from '#lib/database';
import { DomainError } from '#lib/kernel';
import type { Kms } from './kms/kms.js';

/**
 * Refuses to serve a database with root keys other than those it was made with. The first start writes their fingerprints.
 *
 * Throws `keyring.wrong_root_key`, naming both fingerprints: with the wrong root every value would fail one by one, and new
 * ones would be written that the right root can't open.
 */
export async function checkRootKeys(database: Database, kms: Kms): Promise<void> {
  const held = await kms.fingerprints();
  const stored = await database.withoutTenant(async (c) => {
    await c.query(
      `INSERT INTO root_key (role, provider, fingerprint) VALUES ('encryption', $1, $2), ('index', $1, $3)
       ON CONFLICT (role) DO NOTHING`,
      [kms.provider, held.encryption, held.index],
    );
    return (
      await c.query<{ role: 'encryption' | 'index'; fingerprint: string }>('SELECT role, fingerprint FROM root_key')
    ).rows;
  });
  for (const { role, fingerprint } of stored) {
    if (fingerprint === held[role]) continue;
    throw new DomainError('keyring.wrong_root_key', {
      publicMessage: 'The root key is not the one that this database was made with.',
      detail: `the ${role} root of the database has fingerprint ${fingerprint}, the ${kms.provider} provider holds ${held[role]}: restore that key (docs/guides/keys.md)`,
      facts: { role, expected: fingerprint, found: held[role], provider: kms.provider },
    });
  }
}
