import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#lib/database';
import { type InfoType, Secret, type VaultToken } from '#lib/kernel';
import { EnvironmentKms, Keyring, type KeyringLimits, type Kms } from '#lib/keyring';
import { createTestDatabase, type TestDatabase } from '../../../database/src/testing/test-database.js';
import { Collections } from '../collections/collections.js';
import { ErasureLedger } from '../subjects/erasure-ledger.js';
import { FileLedgerStore } from '../subjects/ledger-store.js';
import { Subjects } from '../subjects/subjects.js';
import type { TokenScope } from '../values/token-scope.js';
import { Vault } from '../vault.js';

export interface TestVault {
  readonly test: TestDatabase;
  readonly vault: Vault;
  readonly keyring: Keyring;
  readonly collections: Collections;
  readonly subjects: Subjects;
  readonly ledger: ErasureLedger;
  readonly home: string;
  readonly rootKey: Secret<string>;
  /** Another process, as it were: its own connections, caches and root key copy. */
  openPeer(): Promise<{ vault: Vault; keyring: Keyring; subjects: Subjects; close(): Promise<void> }>;
  close(): Promise<void>;
}

export interface TestVaultOptions {
  readonly limits?: Partial<KeyringLimits>;
  readonly poolMax?: number;
  /** Default: the environment provider with a random root. */
  readonly kms?: (rootKey: Secret<string>) => Promise<Kms>;
}

/** A vault over a database of its own, with tenants `acme` and `globex`. */
export async function openTestVault(options: TestVaultOptions = {}): Promise<TestVault> {
  const test = await createTestDatabase({ tenants: ['acme', 'globex'], poolMax: options.poolMax ?? 10 });
  const rootKey = new Secret(randomBytes(64).toString('base64'));
  const kmsOf = options.kms ?? (async (key: Secret<string>) => new EnvironmentKms(key));
  const home = mkdtempSync(join(tmpdir(), 'pvg-vault-'));
  const opened = await openVault(test.database, await kmsOf(rootKey), home, options.limits);
  return {
    test,
    rootKey,
    ...opened,
    openPeer: async () => {
      const { Database } = await import('#lib/database');
      const database = await Database.open({
        url: new Secret(test.url),
        migrate: false,
        poolMax: options.poolMax ?? 10,
      });
      const peer = await openVault(database, await kmsOf(rootKey), home, options.limits);
      return {
        ...peer,
        close: async () => {
          await peer.keyring.close();
          await peer.collections.close();
          await database.close();
        },
      };
    },
    close: async () => {
      await opened.keyring.close();
      await opened.collections.close();
      await test.close();
    },
  };
}

/** A vault over a database that is open already; `home` holds the ledger of erasures. */
export async function openVault(database: Database, kms: Kms, home: string, limits?: Partial<KeyringLimits>) {
  const keyring = await Keyring.open({ database, kms, ...(limits && { limits }) });
  const collections = await Collections.open(database);
  const ledger = new ErasureLedger(database, new FileLedgerStore(home));
  return {
    home,
    keyring,
    collections,
    ledger,
    vault: new Vault(keyring, collections, ledger),
    subjects: new Subjects(keyring, ledger),
  };
}

export const COLLECTION_SCOPE: TokenScope = {
  tenantId: 'acme',
  collectionId: 'default',
  consistency: { kind: 'collection' },
};

/** Tokenizes one value and gives its token. */
export async function tokenOf(
  vault: Vault,
  type: InfoType,
  value: string,
  scope: TokenScope = COLLECTION_SCOPE,
): Promise<VaultToken> {
  const [result] = await vault.tokenize(scope, [{ type, value }]);
  if (!result?.ok) throw result?.error ?? new Error('no result');
  return result.token;
}

export function plainOf(revealed: ReadonlyMap<VaultToken, Secret<string>>): Map<VaultToken, string> {
  return new Map([...revealed].map(([token, secret]) => [token, secret.reveal()]));
}
