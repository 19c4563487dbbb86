import type { DatabaseClient } from '#lib/database';
import { DomainError } from '#lib/kernel';
import { decrypt, encrypt, wipe } from '#lib/keyring';
import { valueBinding } from '../values/value-binding.js';

/** A stored value as it is re-encrypted. */
export interface StoredValue {
  readonly token: string;
  readonly info_type: string;
  readonly collection_id: string;
  readonly data_key_id: string;
  readonly ciphertext: Buffer;
}

export interface Rewritten {
  readonly token: string;
  readonly fromKeyId: string;
  readonly toKeyId: string;
  readonly ciphertext: Buffer;
}

/** Encrypts a value under another key and checks that it opens before it takes the old one's place. */
export function rewriteValue(
  tenantId: string,
  value: StoredValue,
  from: Uint8Array,
  toKeyId: string,
  to: Uint8Array,
): Rewritten {
  const place = { tenantId, collectionId: value.collection_id, type: value.info_type, token: value.token };
  const toBinding = valueBinding({ ...place, dataKeyId: toKeyId });
  const plaintext = decrypt(from, value.ciphertext, valueBinding({ ...place, dataKeyId: value.data_key_id }));
  const ciphertext = encrypt(to, plaintext, toBinding);
  const check = decrypt(to, ciphertext, toBinding);
  const same = check.equals(plaintext);
  wipe(plaintext, check);
  if (!same) throw new DomainError('internal', { publicMessage: 'A value could not be encrypted anew.' });
  return { token: value.token, fromKeyId: value.data_key_id, toKeyId, ciphertext };
}

/** Puts re-encrypted values in place, except where a value has changed its key meanwhile. Gives the tokens written. */
export async function replaceCiphertexts(
  c: DatabaseClient,
  tenantId: string,
  rewritten: readonly Rewritten[],
): Promise<string[]> {
  const { rows } = await c.query<{ token: string }>({
    name: 'pvg_vault_replace_ciphertexts',
    text: `WITH n AS (
             SELECT n.* FROM unnest($2::text[], $3::uuid[], $4::uuid[], $5::bytea[]) AS n(token, from_key, to_key, ciphertext)
             JOIN vault_value v ON v.tenant_id = $1 AND v.token = n.token AND v.data_key_id = n.from_key
             ORDER BY v.token FOR UPDATE OF v
           )
           UPDATE vault_value v SET ciphertext = n.ciphertext, data_key_id = n.to_key
           FROM n WHERE v.tenant_id = $1 AND v.token = n.token AND v.data_key_id = n.from_key RETURNING v.token`,
    values: [
      tenantId,
      rewritten.map((value) => value.token),
      rewritten.map((value) => value.fromKeyId),
      rewritten.map((value) => value.toKeyId),
      rewritten.map((value) => value.ciphertext),
    ],
  });
  return rows.map((row) => row.token);
}
