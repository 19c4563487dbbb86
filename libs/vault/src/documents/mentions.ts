import { type DatabaseClient, isUniqueViolation } from '#lib/database';
import { DomainError, Secret, type VaultToken } from '#lib/kernel';
import { decrypt, encrypt, holdTenantKeys, type Keyring, type KeyScope, keyScopeName, wipe } from '#lib/keyring';
import type { StoredMention } from '../rotation/rewrite-values.js';
import { openStored, type StoredRow } from '../values/open-stored.js';
import { mentionBinding } from '../values/value-binding.js';
import { decodeValue, encodeValue, VALUE_BYTES_MAX } from '../values/value-codec.js';
import { LIVE } from '../values/value-row.js';

/** One place of a document where a value stands. */
export interface Mention {
  /** Counted by whoever reads the document, the same way each time. */
  readonly place: number;
  readonly token: VaultToken;
  /** The value as it is spelled there. */
  readonly spelling: string;
}

const DOCUMENT_ID = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,199}$/;
const MENTIONS_PER_CALL = 100_000;
const ATTEMPTS_MAX = 8;

/**
 * Keeps how a document spells values, so that it gets each of them back byte for byte: two spellings of one value share a
 * token, and the vault keeps the first. Only spellings that differ from it are stored, under a key of the value's own
 * subjects; they end with the value. What was kept of the document before is replaced.
 *
 * Tokens that resolve to nothing are left out. Throws `request.invalid` for an id or a place that is none.
 */
export async function recordMentions(
  keyring: Keyring,
  tenantId: string,
  documentId: string,
  mentions: readonly Mention[],
): Promise<void> {
  refuseMalformed(documentId, mentions);
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (await tryRecord(keyring, tenantId, documentId, mentions)) return;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
    if (attempt === ATTEMPTS_MAX) {
      throw new DomainError('vault.unavailable', { publicMessage: 'The vault is busy. Try again.' });
    }
    keyring.refresh(tenantId);
  }
}

interface MentionedValue extends StoredRow {
  readonly subjects: readonly string[];
}

/** False when keys, or whose the values are, changed meanwhile: nothing is written then. */
async function tryRecord(
  keyring: Keyring,
  tenantId: string,
  documentId: string,
  mentions: readonly Mention[],
): Promise<boolean> {
  const tokens = [...new Set(mentions.map(({ token }) => token))];
  const values = await keyring.database.withTenant(tenantId, (c) => selectValues(c, tenantId, tokens));
  const plain = await openStored(keyring, tenantId, values);
  const byToken = new Map(values.map((value) => [value.token, value]));
  const differing = mentions.flatMap((mention) => {
    const value = byToken.get(mention.token);
    const kept = plain.get(mention.token);
    return value && kept !== undefined && kept !== mention.spelling ? [{ ...mention, scope: scopeOf(value) }] : [];
  });
  const counts = new Map<string, { scope: KeyScope; count: number }>();
  for (const { scope } of differing) {
    const name = keyScopeName(scope);
    counts.set(name, { scope, count: (counts.get(name)?.count ?? 0) + 1 });
  }
  const { keys, idOf } = await keyring.reserve(tenantId, [...counts.values()]);
  const ids = differing.map(({ scope }) => idOf.get(keyScopeName(scope))!);
  const ciphertexts = await keyring.withDataKeys(tenantId, ids, (keyOf) =>
    differing.map(({ place, token, spelling }, index) => {
      const key = keyOf.get(ids[index]!);
      if (!key) return null;
      const plaintext = encodeValue(spelling);
      const binding = mentionBinding({ tenantId, documentId, place, token, dataKeyId: ids[index]! });
      const ciphertext = encrypt(key, plaintext, binding);
      wipe(plaintext);
      return ciphertext;
    }),
  );
  if (ciphertexts.includes(null)) return false;
  return keyring.database.withTenant(tenantId, async (c) => {
    if (!(await holdTenantKeys(c, keys))) return false;
    const now = await selectSubjects(c, tenantId, tokens);
    if (values.some((value) => now.get(value.token) !== value.subjects.join('|'))) return false;
    await c.query('DELETE FROM value_mention WHERE tenant_id = $1 AND document_id = $2', [tenantId, documentId]);
    await c.query({
      name: 'pvg_vault_mentions_insert',
      text: `INSERT INTO value_mention (tenant_id, document_id, place, token, data_key_id, ciphertext)
             SELECT $1, $2, m.place, m.token, m.data_key_id, m.ciphertext
             FROM unnest($3::integer[], $4::text[], $5::uuid[], $6::bytea[]) AS m(place, token, data_key_id, ciphertext)`,
      values: [
        tenantId,
        documentId,
        differing.map(({ place }) => place),
        differing.map(({ token }) => token),
        ids,
        ciphertexts,
      ],
    });
    return true;
  });
}

/**
 * How a document spells its values, by place, where that is not as the vault keeps them. Those of values that can't be had
 * any more are left out. Who may see them is decided before, as for the values themselves.
 *
 * Throws `vault.integrity`, naming tokens and no value, when one was changed or moved.
 */
export async function readMentions(
  keyring: Keyring,
  tenantId: string,
  documentId: string,
): Promise<Map<number, { readonly token: VaultToken; readonly spelling: Secret<string> }>> {
  const { rows } = await keyring.database.withTenant(tenantId, (c) =>
    c.query<StoredMention>(
      `SELECT m.token, m.document_id, m.place, m.data_key_id, m.ciphertext FROM value_mention m
       JOIN vault_value v ON v.tenant_id = m.tenant_id AND v.token = m.token
       WHERE m.tenant_id = $1 AND m.document_id = $2 AND NOT v.single_use AND ${LIVE} ORDER BY m.place`,
      [tenantId, documentId],
    ),
  );
  return keyring.withDataKeys(
    tenantId,
    rows.map((row) => row.data_key_id),
    (keyOf) => {
      const found = new Map<number, { token: VaultToken; spelling: Secret<string> }>();
      for (const { token, place, data_key_id: dataKeyId, ciphertext } of rows) {
        const key = keyOf.get(dataKeyId);
        if (!key) continue;
        const plaintext = decrypt(key, ciphertext, mentionBinding({ tenantId, documentId, place, token, dataKeyId }));
        found.set(place, { token: token as VaultToken, spelling: new Secret(decodeValue(plaintext)) });
        wipe(plaintext);
      }
      return found;
    },
  );
}

/** Forgets how a document spells values. The values stay. Gives how many spellings were kept. */
export async function forgetMentions(keyring: Keyring, tenantId: string, documentId: string): Promise<number> {
  const { rowCount } = await keyring.database.withTenant(tenantId, (c) =>
    c.query('DELETE FROM value_mention WHERE tenant_id = $1 AND document_id = $2', [tenantId, documentId]),
  );
  return rowCount ?? 0;
}

const SUBJECTS = `ARRAY(SELECT s.subject_id FROM subject_value s WHERE s.tenant_id = v.tenant_id AND s.token = v.token
                        ORDER BY s.subject_id) AS subjects`;

async function selectValues(c: DatabaseClient, tenantId: string, tokens: readonly string[]): Promise<MentionedValue[]> {
  const { rows } = await c.query<MentionedValue>(
    `SELECT v.token, v.info_type, v.collection_id, v.data_key_id, v.ciphertext, ${SUBJECTS}
     FROM vault_value v WHERE v.tenant_id = $1 AND v.token = ANY($2::text[]) AND NOT v.single_use AND ${LIVE}`,
    [tenantId, tokens],
  );
  return rows;
}

/** By token, also held: none of the values ends before the spellings are in place. */
async function selectSubjects(
  c: DatabaseClient,
  tenantId: string,
  tokens: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await c.query<{ token: string; subjects: readonly string[] }>(
    `SELECT v.token, ${SUBJECTS} FROM vault_value v
     WHERE v.tenant_id = $1 AND v.token = ANY($2::text[]) AND v.ciphertext IS NOT NULL ORDER BY v.token FOR SHARE OF v`,
    [tenantId, tokens],
  );
  return new Map(rows.map((row) => [row.token, row.subjects.join('|')]));
}

function scopeOf({ token, collection_id: collectionId, subjects }: MentionedValue): KeyScope {
  const [only] = subjects;
  if (only === undefined) return { kind: 'collection', collectionId };
  return subjects.length === 1 ? { kind: 'subject', subjectId: only } : { kind: 'value', token, subjectIds: subjects };
}

function refuseMalformed(documentId: string, mentions: readonly Mention[]): void {
  const invalid = (problem: string) =>
    new DomainError('request.invalid', { publicMessage: `The mentions ${problem}.` });
  if (!DOCUMENT_ID.test(documentId)) throw invalid('belong to no document: an opaque id of at most 200 characters');
  if (mentions.length > MENTIONS_PER_CALL) throw invalid(`are more than ${MENTIONS_PER_CALL}`);
  if (mentions.some(({ place }) => !Number.isInteger(place) || place < 0 || place >= 2 ** 31))
    throw invalid('have places that are none');
  if (new Set(mentions.map(({ place }) => place)).size < mentions.length) throw invalid('name a place twice');
  if (mentions.some(({ spelling }) => spelling.length > VALUE_BYTES_MAX / 3)) throw invalid('are too long');
}
