import type { DatabaseClient } from '#lib/database';
import { type EncryptionKeys, holdTenantKeys, type Keyring, type KeyScope, keyScopeName } from '#lib/keyring';
import { type Rewritten, replaceCiphertexts, rewrite, type StoredMention, type StoredValue } from './rewrite-values.js';

interface UnderKey {
  readonly scope: string;
  readonly wrap_subjects: readonly string[];
}

/** What is stored under a key that was succeeded. */
export type Retiring = (StoredValue | StoredMention) & UnderKey;

const KEY_OF = `k.scope, ARRAY(SELECT w.subject_id FROM data_key_wrap w WHERE w.tenant_id = $1 AND w.data_key_id = k.id
                                ORDER BY w.subject_id) AS wrap_subjects`;
const RETIRING = `k.state = 'retiring' AND k.scope <> 'sealed'`;

/** Of these tokens: the values, and their spellings in documents, that are left under keys that were succeeded. */
export async function selectRetiring(
  c: DatabaseClient,
  tenantId: string,
  tokens: readonly string[],
): Promise<Retiring[]> {
  if (tokens.length === 0) return [];
  const values = await c.query<StoredValue & UnderKey>(
    `SELECT v.token, v.info_type, v.collection_id, v.data_key_id, v.ciphertext, ${KEY_OF}
     FROM vault_value v JOIN data_key k ON k.tenant_id = v.tenant_id AND k.id = v.data_key_id
     WHERE v.tenant_id = $1 AND v.token = ANY($2::text[]) AND ${RETIRING}`,
    [tenantId, tokens],
  );
  const mentions = await c.query<StoredMention & UnderKey>(
    `SELECT m.token, m.document_id, m.place, m.data_key_id, m.ciphertext, ${KEY_OF}
     FROM value_mention m JOIN data_key k ON k.tenant_id = m.tenant_id AND k.id = m.data_key_id
     WHERE m.tenant_id = $1 AND m.token = ANY($2::text[]) AND ${RETIRING}`,
    [tenantId, tokens],
  );
  return [...values.rows, ...mentions.rows];
}

/** Encrypts each under the key that has succeeded its own. What is given is put in place only while `keys` are held. */
export async function rewriteRetiring(
  keyring: Keyring,
  tenantId: string,
  retiring: readonly Retiring[],
): Promise<{ readonly keys: EncryptionKeys['keys']; readonly rewritten: Rewritten[] }> {
  const { keys, idOf } = await keyring.reserve(tenantId, [...countScopes(retiring).values()]);
  const toKeyId = (stored: Retiring) => idOf.get(keyScopeName(scopeOf(stored)))!;
  const ids = retiring.flatMap((stored) => [stored.data_key_id, toKeyId(stored)]);
  const rewritten = await keyring.withDataKeys(tenantId, ids, (keyOf) =>
    retiring.flatMap((stored) => {
      const [from, to] = [keyOf.get(stored.data_key_id), keyOf.get(toKeyId(stored))];
      // A key that is not there any more was erased a moment ago, and the value with it.
      return from && to ? [rewrite(tenantId, stored, from, toKeyId(stored), to)] : [];
    }),
  );
  return { keys, rewritten };
}

/** Moves what is left of these tokens under keys that were succeeded. Nothing is written when keys change meanwhile. */
export async function moveRetiring(keyring: Keyring, tenantId: string, tokens: readonly string[]): Promise<number> {
  const retiring = await keyring.database.withTenant(tenantId, (c) => selectRetiring(c, tenantId, tokens));
  if (retiring.length === 0) return 0;
  const { keys, rewritten } = await rewriteRetiring(keyring, tenantId, retiring);
  return keyring.database.withTenant(tenantId, async (c) => {
    if (!(await holdTenantKeys(c, keys))) return 0;
    return (await replaceCiphertexts(c, tenantId, rewritten)).length;
  });
}

function countScopes(retiring: readonly Retiring[]): Map<string, { scope: KeyScope; count: number }> {
  const scopes = new Map<string, { scope: KeyScope; count: number }>();
  for (const stored of retiring) {
    const scope = scopeOf(stored);
    const name = keyScopeName(scope);
    scopes.set(name, { scope, count: (scopes.get(name)?.count ?? 0) + 1 });
  }
  return scopes;
}

/** The scope back from its name. */
function scopeOf({ scope, wrap_subjects: subjectIds }: Retiring): KeyScope {
  const [kind, rest] = [scope.slice(0, scope.indexOf(':')), scope.slice(scope.indexOf(':') + 1)];
  if (kind === 'subject') return { kind, subjectId: rest };
  if (kind === 'value') return { kind, token: rest, subjectIds };
  return { kind: 'collection', collectionId: rest };
}
