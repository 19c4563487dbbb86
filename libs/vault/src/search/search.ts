import type { DatabaseClient } from '#lib/database';
import { DomainError, type InfoType } from '#lib/kernel';
import type { Keyring, TenantKeys } from '#lib/keyring';
import { type CollectionSettings, type SearchKind } from '../collections/collection-settings.js';
import { exactDigest, indexLabel } from '../values/blind-index.js';
import { normaliserOf } from '../values/normalise.js';
import { openStored, type StoredRow } from '../values/open-stored.js';
import { AGE_BUCKET_YEARS, isWorded, prefixLength, rangeValueOf, termDigest, termsOf } from '../values/search-terms.js';
import { LIVE, RECORD_COLUMNS, recordOf, type ValueRow } from '../values/value-row.js';
import type { VaultRecord } from '../vault-record.js';

/** One way of searching; exactly one of them is given. */
export type SearchQuery =
  | { readonly exact: string }
  | { readonly last4: string }
  | { readonly prefix: string }
  | { readonly domain: string }
  | { readonly year: number }
  | { readonly range: { readonly from: string; readonly to: string } };

export interface SearchScope {
  readonly tenantId: string;
  readonly collectionId: string;
  readonly type: InfoType;
}

/** Most values that one search may decrypt to compare: a term that finds more must be made longer. */
const CANDIDATES_MAX = 1_000;
const RANGE_BUCKETS_MAX = 200;
const RESULTS_DEFAULT = 100;

/** What a query asks of the index, and how a candidate is compared once it is decrypted. */
interface Plan {
  readonly kind: 'exact' | SearchKind;
  readonly terms: readonly string[];
  matches(value: string): boolean;
}

/**
 * Finds live values of a collection by a keyed index, never by decrypting everything. `exact` is always there; the other
 * ways only where the collection declares them for the type. Indexes other than `exact` are truncated, so what they find
 * is decrypted here and compared; nothing decrypted leaves.
 *
 * Throws `request.invalid` for a way that is not declared, a term that is empty or too short, or one that finds too many.
 */
export async function search(
  keyring: Keyring,
  settings: CollectionSettings,
  scope: SearchScope,
  query: SearchQuery,
  limit = RESULTS_DEFAULT,
): Promise<VaultRecord[]> {
  const plan = planOf(scope.type, query);
  requireDeclared(settings, scope.type, plan.kind);
  const rows = await candidates(keyring, scope, plan);
  if (plan.kind === 'exact') return rows.slice(0, limit).map(recordOf);
  const opened = await openStored(keyring, scope.tenantId, rows);
  const matching = rows.filter((row) => {
    const value = opened.get(row.token);
    return value !== undefined && plan.matches(value);
  });
  return matching.slice(0, limit).map(recordOf);
}

function planOf(type: InfoType, query: SearchQuery): Plan {
  const normal = (value: string) => normaliserOf(type).normalise(value);
  if ('exact' in query) {
    if (query.exact === '') throw invalid('exact', 'is empty');
    return { kind: 'exact', terms: [query.exact], matches: () => true };
  }
  if ('last4' in query) {
    const wanted = query.last4.normalize('NFKC').toUpperCase();
    if (!/^[\p{L}\p{N}]{4}$/u.test(wanted)) throw invalid('last4', 'must be four letters or digits');
    return { kind: 'last4', terms: [wanted], matches: (value) => termsOf('last4', type, value).includes(wanted) };
  }
  if ('prefix' in query) return prefixPlan(type, normal(query.prefix));
  if ('domain' in query) {
    const wanted = query.domain.trim().toLowerCase();
    if (wanted === '' || wanted.includes('@')) throw invalid('domain', 'must be the part after the @');
    return { kind: 'domain', terms: [wanted], matches: (value) => termsOf('domain', type, value).includes(wanted) };
  }
  if ('year' in query) {
    const wanted = String(query.year);
    if (!/^\d{4}$/.test(wanted)) throw invalid('year', 'must have four digits');
    return { kind: 'year', terms: [wanted], matches: (value) => termsOf('year', type, value).includes(wanted) };
  }
  return rangePlan(type, query.range);
}

function prefixPlan(type: InfoType, wanted: string): Plan {
  const length = prefixLength(type);
  const characters = [...wanted];
  if (characters.length < length) throw invalid('prefix', `must have at least ${length} characters`);
  const starts = (text: string) => text.startsWith(wanted);
  return {
    kind: 'prefix',
    terms: [characters.slice(0, length).join('')],
    matches: (value) => {
      const text = normaliserOf(type).normalise(value);
      return (
        starts(text) ||
        (isWorded(type) && text.split(/[\s,]+/u).some((_, index, words) => starts(words.slice(index).join(' '))))
      );
    },
  };
}

function rangePlan(type: InfoType, range: { from: string; to: string }): Plan {
  const [from, to] = [rangeValueOf(type, range.from), rangeValueOf(type, range.to)];
  if (from === null || to === null || from > to) throw invalid('range', 'must be two dates or ages in order');
  const [first, last] =
    type === 'AGE'
      ? [Math.floor(from / AGE_BUCKET_YEARS), Math.floor(to / AGE_BUCKET_YEARS)]
      : [Math.floor(from / 10_000), Math.floor(to / 10_000)];
  if (last - first >= RANGE_BUCKETS_MAX) throw invalid('range', 'is too wide');
  const name = type === 'AGE' ? 'age' : 'year';
  return {
    kind: 'bucket',
    terms: Array.from({ length: last - first + 1 }, (_, index) => `${name}:${first + index}`),
    matches: (value) => {
      const at = rangeValueOf(type, value);
      return at !== null && at >= from && at <= to;
    },
  };
}

type Candidate = ValueRow & StoredRow;

async function candidates(keyring: Keyring, scope: SearchScope, plan: Plan): Promise<Candidate[]> {
  for (;;) {
    const keys = await keyring.tenant(scope.tenantId);
    const digests = await digestTerms(keyring, keys, scope, plan);
    const found = await keyring.database.withTenant(scope.tenantId, (c) => select(c, keys, scope, plan.kind, digests));
    if (found === 'stale') {
      keyring.refresh(scope.tenantId);
      continue;
    }
    if (found.length > CANDIDATES_MAX) throw invalid(plan.kind, 'finds too many values: ask for less');
    return found;
  }
}

async function digestTerms(keyring: Keyring, keys: TenantKeys, scope: SearchScope, plan: Plan): Promise<Buffer[]> {
  const { tenantId, collectionId, type } = scope;
  return keyring.withIndexKeys(tenantId, [keys.indexVersion], (keyOf) => {
    const key = keyOf(keys.indexVersion, indexLabel(tenantId, `collection:${collectionId}`, type, plan.kind));
    return plan.terms.map((term) => (plan.kind === 'exact' ? exactDigest(key, type, term) : termDigest(key, term)));
  });
}

/** `stale`: an index rotation has moved on since `keys` were read, so finding nothing would mean nothing. */
async function select(
  c: DatabaseClient,
  keys: TenantKeys,
  scope: SearchScope,
  kind: string,
  digests: readonly Buffer[],
): Promise<Candidate[] | 'stale'> {
  const { rows } = await c.query<Candidate & { epoch: string; token: string | null }>({
    name: `pvg_vault_search_${kind}`,
    text: `SELECT e.epoch::text AS epoch, f.* FROM key_epoch e LEFT JOIN (
             SELECT DISTINCT ON (v.token) ${RECORD_COLUMNS}, v.data_key_id,
                    CASE WHEN v.single_use THEN NULL ELSE v.ciphertext END AS ciphertext
             FROM blind_index b JOIN vault_value v ON v.tenant_id = b.tenant_id AND v.token = b.token
             WHERE b.tenant_id = $1 AND b.scope = $2 AND b.index_version = $3 AND b.digest = ANY($4::bytea[])
               AND ${kind === 'exact' ? `b.kind = 'exact'` : `b.kind <> 'exact' AND b.kind = '${kind}' AND NOT v.single_use`}
               AND ${LIVE} ORDER BY v.token LIMIT $5
           ) f ON true WHERE e.tenant_id = $1`,
    values: [scope.tenantId, `collection:${scope.collectionId}`, keys.indexVersion, digests, CANDIDATES_MAX + 1],
  });
  if (rows[0]?.epoch !== keys.epoch) return 'stale';
  return rows.filter((row) => row.token !== null);
}

export interface Group {
  /** What the members share: a domain, a year, four digits, a band of ages. */
  readonly term: string;
  readonly count: number;
}

/**
 * Counts live values by what they share, and shows groups of at least `sizeMin` (never fewer than 2) only: a group of one
 * is a person. One value of each group is decrypted, to name it.
 */
export async function groupBy(
  keyring: Keyring,
  settings: CollectionSettings,
  scope: SearchScope,
  kind: SearchKind,
  options: { readonly sizeMin: number; readonly limit?: number },
): Promise<Group[]> {
  requireDeclared(settings, scope.type, kind);
  const { tenantId } = scope;
  const rows = await countGroups(keyring, scope, kind, options);
  const opened = await openStored(keyring, tenantId, rows);
  return rows.flatMap((row) => {
    const value = opened.get(row.token);
    const [term] = value === undefined ? [] : termsOf(kind, scope.type, value);
    return term === undefined ? [] : [{ term, count: row.count }];
  });
}

type CountedSample = StoredRow & { readonly count: number };

/** Counted under the index version that is in force when they are counted: while one is being built it lacks values. */
async function countGroups(
  keyring: Keyring,
  { tenantId, collectionId, type }: SearchScope,
  kind: SearchKind,
  { sizeMin, limit = RESULTS_DEFAULT }: { readonly sizeMin: number; readonly limit?: number },
): Promise<CountedSample[]> {
  for (;;) {
    const keys = await keyring.tenant(tenantId);
    const { rows } = await keyring.database.withTenant(tenantId, (c) =>
      c.query<Omit<CountedSample, 'token'> & { epoch: string; token: string | null }>(
        `SELECT e.epoch::text AS epoch, f.* FROM key_epoch e LEFT JOIN (
           SELECT g.count, v.token, v.info_type, v.collection_id, v.data_key_id, v.ciphertext
           FROM (SELECT b.digest, count(DISTINCT b.token)::int AS count, min(b.token) AS sample
                 FROM blind_index b JOIN vault_value v ON v.tenant_id = b.tenant_id AND v.token = b.token
                 WHERE b.tenant_id = $1 AND b.scope = $2 AND b.index_version = $3 AND b.kind <> 'exact' AND b.kind = $4
                   AND v.info_type = $5 AND NOT v.single_use AND ${LIVE}
                 GROUP BY b.digest HAVING count(DISTINCT b.token) >= $6 ORDER BY count DESC LIMIT $7) g
           JOIN vault_value v ON v.tenant_id = $1 AND v.token = g.sample
         ) f ON true WHERE e.tenant_id = $1 ORDER BY f.count DESC`,
        [tenantId, `collection:${collectionId}`, keys.indexVersion, kind, type, Math.max(2, sizeMin), limit],
      ),
    );
    if (rows[0]?.epoch === keys.epoch)
      return rows.flatMap((row) => (row.token === null ? [] : [{ ...row, token: row.token }]));
    keyring.refresh(tenantId);
  }
}

function requireDeclared(settings: CollectionSettings, type: InfoType, kind: 'exact' | SearchKind): void {
  if (kind === 'exact' || settings.types[type]?.search?.includes(kind)) return;
  throw invalid(kind, 'is not declared for this type in the collection');
}

function invalid(field: string, problem: string): DomainError {
  return new DomainError('request.invalid', {
    publicMessage: `The search by ${field} ${problem}.`,
    pointer: `/${field}`,
    facts: { field },
  });
}

/** The index rows that a collection declares for a value besides the exact one. */
export function declaredKinds(settings: CollectionSettings, type: InfoType): readonly SearchKind[] {
  return settings.types[type]?.search ?? [];
}
