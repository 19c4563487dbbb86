import type { DatabaseClient } from '#lib/database';
import { DomainError } from '#lib/kernel';
import { decrypt, type Keyring, wipe } from '#lib/keyring';
import { valueBinding } from './value-binding.js';
import { decodeValue } from './value-codec.js';

/** The columns that decrypting a value needs. */
export interface StoredRow {
  readonly token: string;
  readonly info_type: string;
  readonly collection_id: string;
  readonly data_key_id: string;
  readonly ciphertext: Buffer | null;
}

/**
 * Decrypts rows, by token. Left out: those whose data key is gone (erased, or retired a moment ago).
 * Throws `vault.integrity`, naming tokens and no value, when one was changed or moved: all or nothing.
 */
export async function openStored(
  keyring: Keyring,
  tenantId: string,
  rows: readonly StoredRow[],
  client?: DatabaseClient,
): Promise<Map<string, string>> {
  const ids = rows.map((row) => row.data_key_id);
  return keyring.withDataKeys(tenantId, ids, (keyOf) => decryptAll(tenantId, rows, keyOf), client);
}

function decryptAll(
  tenantId: string,
  rows: readonly StoredRow[],
  keyOf: ReadonlyMap<string, Buffer>,
): Map<string, string> {
  const opened = new Map<string, string>();
  const damaged: string[] = [];
  for (const row of rows) {
    const key = keyOf.get(row.data_key_id);
    if (!key) continue;
    const { token, info_type: type, collection_id: collectionId, data_key_id: dataKeyId } = row;
    try {
      const binding = valueBinding({ tenantId, collectionId, type, token, dataKeyId });
      const plaintext = decrypt(key, row.ciphertext ?? Buffer.alloc(0), binding);
      opened.set(token, decodeValue(plaintext));
      wipe(plaintext);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      damaged.push(token);
    }
  }
  if (damaged.length === 0) return opened;
  throw new DomainError('vault.integrity', {
    publicMessage: 'A stored value failed its integrity check. It may have been changed or moved.',
    detail: `${damaged.length} value(s) did not authenticate under their place and key`,
    facts: { tokens: damaged.slice(0, 20) },
  });
}
