import type { DatabaseClient } from '#lib/database';
import { DomainError } from '#lib/kernel';
import { decrypt, encrypt, wipe } from '#lib/keyring';
import { mentionBinding, valueBinding } from '../values/value-binding.js';

/** A stored value as it is re-encrypted. */
export interface StoredValue {
  readonly token: string;
  readonly info_type: string;
  readonly collection_id: string;
  readonly data_key_id: string;
  readonly ciphertext: Buffer;
}

/** How a document spells a value, as it is re-encrypted. */
export interface StoredMention {
  readonly token: string;
  readonly document_id: string;
  readonly place: number;
  readonly data_key_id: string;
  readonly ciphertext: Buffer;
}

export type Stored = StoredValue | StoredMention;

export interface Rewritten {
  readonly stored: Stored;
  readonly toKeyId: string;
  readonly ciphertext: Buffer;
}

/** Encrypts what is stored under another key and checks that it opens before it takes the old one's place. */
export function rewrite(
  tenantId: string,
  stored: Stored,
  from: Uint8Array,
  toKeyId: string,
  to: Uint8Array,
): Rewritten {
  const toBinding = bindingOf(tenantId, stored, toKeyId);
  const plaintext = decrypt(from, stored.ciphertext, bindingOf(tenantId, stored, stored.data_key_id));
  const ciphertext = encrypt(to, plaintext, toBinding);
  const check = decrypt(to, ciphertext, toBinding);
  const same = check.equals(plaintext);
  wipe(plaintext, check);
  if (!same) throw new DomainError('internal', { publicMessage: 'A value could not be encrypted anew.' });
  return { stored, toKeyId, ciphertext };
}

function bindingOf(tenantId: string, stored: Stored, dataKeyId: string): Buffer {
  const { token } = stored;
  if (isMention(stored)) {
    return mentionBinding({ tenantId, documentId: stored.document_id, place: stored.place, token, dataKeyId });
  }
  return valueBinding({ tenantId, collectionId: stored.collection_id, type: stored.info_type, token, dataKeyId });
}

function isMention(stored: Stored): stored is StoredMention {
  return 'document_id' in stored;
}

/** Puts what was re-encrypted in place, except where something has changed its key meanwhile. Gives the values written. */
export async function replaceCiphertexts(
  c: DatabaseClient,
  tenantId: string,
  rewritten: readonly Rewritten[],
): Promise<string[]> {
  await replaceMentions(
    c,
    tenantId,
    rewritten.filter(({ stored }) => isMention(stored)),
  );
  const values = rewritten.filter(({ stored }) => !isMention(stored));
  if (values.length === 0) return [];
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
      values.map(({ stored }) => stored.token),
      values.map(({ stored }) => stored.data_key_id),
      values.map(({ toKeyId }) => toKeyId),
      values.map(({ ciphertext }) => ciphertext),
    ],
  });
  return rows.map((row) => row.token);
}

async function replaceMentions(c: DatabaseClient, tenantId: string, rewritten: readonly Rewritten[]): Promise<void> {
  const mentions = rewritten.flatMap(({ stored, toKeyId, ciphertext }) =>
    isMention(stored) ? [{ stored, toKeyId, ciphertext }] : [],
  );
  if (mentions.length === 0) return;
  await c.query({
    name: 'pvg_vault_replace_mentions',
    text: `WITH n AS (
             SELECT n.* FROM unnest($2::text[], $3::integer[], $4::uuid[], $5::uuid[], $6::bytea[])
               AS n(document_id, place, from_key, to_key, ciphertext)
             JOIN value_mention m ON m.tenant_id = $1 AND m.document_id = n.document_id AND m.place = n.place
               AND m.data_key_id = n.from_key
             ORDER BY m.document_id, m.place FOR UPDATE OF m
           )
           UPDATE value_mention m SET ciphertext = n.ciphertext, data_key_id = n.to_key FROM n
           WHERE m.tenant_id = $1 AND m.document_id = n.document_id AND m.place = n.place AND m.data_key_id = n.from_key`,
    values: [
      tenantId,
      mentions.map(({ stored }) => stored.document_id),
      mentions.map(({ stored }) => stored.place),
      mentions.map(({ stored }) => stored.data_key_id),
      mentions.map(({ toKeyId }) => toKeyId),
      mentions.map(({ ciphertext }) => ciphertext),
    ],
  });
}
