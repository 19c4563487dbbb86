import type { DatabaseClient } from '#lib/database';
import { DomainError } from '#lib/kernel';
import { type Keyring, type KeyScope, keyScopeName } from '#lib/keyring';
import { replaceCiphertexts, rewrite, type StoredMention, type StoredValue } from '../rotation/rewrite-values.js';

/** How the subjects of a value change. */
export interface Assignment {
  readonly token: string;
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

interface ValueWithSubjects extends StoredValue {
  readonly subjects: readonly string[];
}

/**
 * Changes which subjects values belong to, and with it the key each is under: nobody's values are under their collection's
 * key, one subject's under the subject's, and a value of several subjects has a key of its own, wrapped once for each. So
 * that deleting a subject's wraps takes exactly what is the subject's alone.
 *
 * Runs inside a transaction that has begun a key change. Gives the tokens that could be assigned: live ones of the tenant.
 * Throws `vault.invalid_item` when a subject to be added was erased.
 */
export async function assignSubjects(
  keyring: Keyring,
  c: DatabaseClient,
  tenantId: string,
  assignments: readonly Assignment[],
): Promise<string[]> {
  await ensureSubjects(c, tenantId, [...new Set(assignments.flatMap(({ add }) => add ?? []))].sort());
  const byToken = merge(assignments);
  const { rows: values } = await c.query<ValueWithSubjects>(
    `SELECT v.token, v.info_type, v.collection_id, v.data_key_id, v.ciphertext,
            ARRAY(SELECT s.subject_id FROM subject_value s WHERE s.tenant_id = $1 AND s.token = v.token ORDER BY 1) AS subjects
     FROM vault_value v WHERE v.tenant_id = $1 AND v.token = ANY($2::text[]) AND v.ciphertext IS NOT NULL
     ORDER BY v.token FOR UPDATE`,
    [tenantId, [...byToken.keys()]],
  );
  const moves = values.flatMap((value) => {
    const { add, remove } = byToken.get(value.token)!;
    const subjects = [...new Set([...value.subjects, ...add])].filter((id) => !remove.has(id)).sort();
    return subjects.join('|') === value.subjects.join('|')
      ? []
      : [{ value, subjects, scope: scopeFor(value, subjects) }];
  });
  if (moves.length > 0) await moveAll(keyring, c, tenantId, moves);
  return values.map((value) => value.token);
}

interface Move {
  readonly value: ValueWithSubjects;
  readonly subjects: readonly string[];
  readonly scope: KeyScope;
}

function merge(assignments: readonly Assignment[]): Map<string, { add: Set<string>; remove: Set<string> }> {
  const byToken = new Map<string, { add: Set<string>; remove: Set<string> }>();
  for (const { token, add = [], remove = [] } of assignments) {
    const entry = byToken.get(token) ?? { add: new Set(), remove: new Set() };
    for (const id of add) entry.add.add(id);
    for (const id of remove) entry.remove.add(id);
    byToken.set(token, entry);
  }
  return byToken;
}

function scopeFor(value: StoredValue, subjects: readonly string[]): KeyScope {
  const [only] = subjects;
  if (only === undefined) return { kind: 'collection', collectionId: value.collection_id };
  if (subjects.length === 1) return { kind: 'subject', subjectId: only };
  return { kind: 'value', token: value.token, subjectIds: subjects };
}

async function moveAll(keyring: Keyring, c: DatabaseClient, tenantId: string, moves: readonly Move[]): Promise<void> {
  // A key of one value is never reused for another set of subjects: the old one may have been wrapped for somebody else.
  const ownScopes = moves.map(({ value }) => keyScopeName({ kind: 'value', token: value.token, subjectIds: [] }));
  await c.query(
    `UPDATE data_key SET state = 'retiring' WHERE tenant_id = $1 AND scope = ANY($2::text[]) AND state = 'active'`,
    [tenantId, ownScopes],
  );
  const mentions = await mentionsOf(c, tenantId, moves);
  const counts = new Map<string, { scope: KeyScope; count: number }>();
  for (const { value, scope } of moves) {
    const name = keyScopeName(scope);
    const more = 1 + (mentions.get(value.token)?.length ?? 0);
    counts.set(name, { scope, count: (counts.get(name)?.count ?? 0) + more });
  }
  const idOf = await keyring.reserveWithin(c, tenantId, [...counts.values()]);
  const toKeyId = (move: Move) => idOf.get(keyScopeName(move.scope))!;
  const all = moves.flatMap((move) =>
    [move.value, ...(mentions.get(move.value.token) ?? [])].map((stored) => ({ stored, toKeyId: toKeyId(move) })),
  );
  const rewritten = await keyring.withDataKeys(
    tenantId,
    all.flatMap(({ stored, toKeyId }) => [stored.data_key_id, toKeyId]),
    (keyOf) =>
      all.map(({ stored, toKeyId }) => {
        const [from, to] = [keyOf.get(stored.data_key_id), keyOf.get(toKeyId)];
        if (!from || !to)
          throw new DomainError('vault.integrity', { publicMessage: 'The key of a stored value is missing.' });
        return rewrite(tenantId, stored, from, toKeyId, to);
      }),
    c,
  );
  await replaceCiphertexts(c, tenantId, rewritten);
  await replaceLinks(c, tenantId, moves);
  await c.query(
    `WITH gone AS (DELETE FROM data_key WHERE tenant_id = $1 AND scope = ANY($2::text[]) AND state = 'retiring' RETURNING id)
     DELETE FROM data_key_wrap w USING gone WHERE w.tenant_id = $1 AND w.data_key_id = gone.id`,
    [tenantId, ownScopes],
  );
}

/** How documents spell these values: they move with them. */
async function mentionsOf(
  c: DatabaseClient,
  tenantId: string,
  moves: readonly Move[],
): Promise<Map<string, StoredMention[]>> {
  const { rows } = await c.query<StoredMention>(
    `SELECT token, document_id, place, data_key_id, ciphertext FROM value_mention
     WHERE tenant_id = $1 AND token = ANY($2::text[]) ORDER BY document_id, place FOR UPDATE`,
    [tenantId, moves.map(({ value }) => value.token)],
  );
  const byToken = new Map<string, StoredMention[]>();
  for (const row of rows) byToken.set(row.token, [...(byToken.get(row.token) ?? []), row]);
  return byToken;
}

async function replaceLinks(c: DatabaseClient, tenantId: string, moves: readonly Move[]): Promise<void> {
  await c.query('DELETE FROM subject_value WHERE tenant_id = $1 AND token = ANY($2::text[])', [
    tenantId,
    moves.map(({ value }) => value.token),
  ]);
  const links = moves.flatMap(({ value, subjects }) => subjects.map((subject) => ({ subject, token: value.token })));
  await c.query(
    `INSERT INTO subject_value (tenant_id, subject_id, token)
     SELECT $1, l.subject_id, l.token FROM unnest($2::text[], $3::text[]) AS l(subject_id, token)`,
    [tenantId, links.map((link) => link.subject), links.map((link) => link.token)],
  );
}

/** Makes subjects that are not there; refuses erased ones. */
async function ensureSubjects(c: DatabaseClient, tenantId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await c.query(
    `INSERT INTO subject (tenant_id, id) SELECT $1, s.id FROM unnest($2::text[]) AS s(id) ORDER BY s.id ON CONFLICT DO NOTHING`,
    [tenantId, ids],
  );
  const erased = await erasedSubjects(c, tenantId, ids);
  if (erased.length > 0) throw subjectErased();
}

export async function erasedSubjects(c: DatabaseClient, tenantId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await c.query<{ id: string }>(
    `SELECT id FROM subject WHERE tenant_id = $1 AND id = ANY($2::text[]) AND state = 'erased'`,
    [tenantId, ids],
  );
  return rows.map((row) => row.id);
}

export function subjectErased(): DomainError {
  return new DomainError('vault.invalid_item', {
    publicMessage: 'The subject of the item was erased. Keep new values under another subject.',
    pointer: '/subject',
    facts: { field: 'subject' },
  });
}
