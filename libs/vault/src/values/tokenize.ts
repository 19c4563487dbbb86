import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseClient, DatabaseError, isUniqueViolation, type TenantStatementOptions } from '#lib/database';
import { DomainError, type InfoType, infoClassOf, tokenBodyFrom, type VaultToken, vaultToken } from '#lib/kernel';
import { type EncryptionKeys, encrypt, type Keyring, type KeyScope, keyScopeName, wipe } from '#lib/keyring';
import type { CollectionSettings } from '../collections/collection-settings.js';
import { retireStandIns } from '../forms/value-forms.js';
import { assignSubjects, erasedSubjects, subjectErased } from '../subjects/assign-subjects.js';
import type { TokenizeResult, VaultRecord } from '../vault-record.js';
import { addProvenance, dropExpired, type FoundValue, findByDigest } from './find-values.js';
import { insertValues, type NewValue } from './insert-values.js';
import { statementByStatement } from './statement-by-statement.js';
import { scopeName, type TokenScope } from './token-scope.js';
import { refusalOf } from './tokenize-items.js';
import { valueBinding } from './value-binding.js';
import { encodeValue } from './value-codec.js';
import { digestAll, keyScopeOf, type PresetItem, type Wanted } from './wanted-values.js';

const ATTEMPTS_MAX = 10;

/** Gives new tokens. */
export type TokenSource = (type: InfoType) => VaultToken;

export interface TokenizeOptions {
  /**
   * `relaxed`: new values are on disk with the next commit that waits for it (`TenantStatementOptions`). For a caller that
   * makes such a commit, an audit append, before it releases a token.
   */
  readonly durability?: TenantStatementOptions['durability'];
}

/** A token of 40 random bits that may never have been issued; the database has the last word. */
export function newToken(type: InfoType): VaultToken {
  return vaultToken(type, tokenBodyFrom(randomBytes(5)));
}

/** Subjects of the batch that were erased: their items are refused, the others go on. */
class SubjectsErased extends Error {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** Something moved underneath (keys, a colliding token, a winner that was erased): the batch starts again. */
class StartAgain extends Error {}

/**
 * Gives each value its vault token, in the order given: the one it has in the scope, or a new one. A bad item fails alone;
 * everything else is one transaction, so a batch is never half done.
 *
 * Values are looked up first, in one statement; only missing ones are encrypted and inserted, in one more, sorted by digest
 * (unsorted, concurrent batches deadlock). Who loses a race against another process reads back the winner's token.
 */
export async function tokenize(
  keyring: Keyring,
  settings: CollectionSettings,
  scope: TokenScope,
  items: readonly PresetItem[],
  { tokenSource = newToken, durability }: TokenizeOptions & { readonly tokenSource?: TokenSource } = {},
): Promise<TokenizeResult[]> {
  const refusals = items.map(refusalOf);
  const records = await tokenizeOthers({ keyring, settings, scope, tokenSource, durability }, items, refusals);
  return items.map((_, place) => {
    const error = refusals[place];
    if (error) return { ok: false, error };
    const { record, created } = records.get(place)!;
    return { ok: true, token: record.token, record, created };
  });
}

/** Tokenizes what is not refused, adding to `refusals` the items whose subject was erased. */
async function tokenizeOthers(
  into: Into,
  items: readonly PresetItem[],
  refusals: (DomainError | null)[],
): Promise<Map<number, Tokenized>> {
  for (;;) {
    const good = items.flatMap((item, place) => (refusals[place] ? [] : [{ item, place }]));
    if (good.length === 0) return new Map();
    try {
      return await tokenizeGood(into, good);
    } catch (error) {
      if (!(error instanceof SubjectsErased)) throw error;
      for (const { item, place } of good) {
        if (item.subject !== undefined && error.ids.includes(item.subject)) refusals[place] = subjectErased();
      }
    }
  }
}

/** Where a batch goes. */
interface Into {
  readonly keyring: Keyring;
  readonly settings: CollectionSettings;
  readonly scope: TokenScope;
  readonly tokenSource: TokenSource;
  readonly durability: TokenizeOptions['durability'];
}

interface Tokenized {
  readonly record: VaultRecord;
  readonly created: boolean;
}

async function tokenizeGood(
  into: Into,
  good: readonly { item: PresetItem; place: number }[],
): Promise<Map<number, Tokenized>> {
  const { keyring, settings, scope } = into;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    if (attempt > 0) await sleep(Math.random() * 10 * 2 ** attempt);
    const counts = countByScope(good, scope);
    const reserved = await keyring.reserve(scope.tenantId, [...counts.values()]);
    try {
      const wanted = await digestAll(keyring, reserved, settings, scope, good);
      const write = (c: DatabaseClient) => writeMissing(c, into, reserved, wanted, counts);
      const { tokenized, unused } = await (standsAlone(reserved, wanted)
        ? write(statementByStatement(keyring.database, scope.tenantId, into.durability))
        : keyring.database.withTenant(scope.tenantId, write));
      reserved.giveBack(unused);
      return await linkKnown(keyring, scope.tenantId, wanted, tokenized);
    } catch (error) {
      if (!isTransient(error)) throw error;
      keyring.refresh(scope.tenantId);
    }
  }
  throw new DomainError('vault.unavailable', {
    publicMessage: 'The vault is busy. Try again.',
    detail: `a batch was started again ${ATTEMPTS_MAX} times`,
  });
}

/**
 * Whether the one statement that inserts is all that a batch writes of its own: then it needs no transaction around it. What
 * is looked up before is checked again by it, under the same lock and the unique index.
 */
function standsAlone({ keys }: EncryptionKeys, wanted: readonly Wanted[]): boolean {
  return !keys.standIns && wanted.every(({ subjects }) => subjects.size === 0);
}

/** Links values to the subjects that this batch names and they do not belong to yet. */
async function linkKnown(
  keyring: Keyring,
  tenantId: string,
  wanted: readonly Wanted[],
  tokenized: Map<number, Tokenized>,
): Promise<Map<number, Tokenized>> {
  const links = wanted.flatMap((entry) => {
    const { record } = tokenized.get(entry.places[0]!)!;
    const add = [...entry.subjects].filter((id) => !record.subjects.includes(id));
    return add.length === 0 ? [] : [{ entry, token: record.token, add }];
  });
  if (links.length === 0) return tokenized;
  await keyring.database.withTenant(tenantId, async (c) => {
    await keyring.change(c, tenantId);
    const assigned = await assignSubjects(keyring, c, tenantId, links);
    if (assigned.length < links.length) throw new StartAgain();
  });
  keyring.refresh(tenantId);
  for (const { entry, add } of links) {
    for (const place of entry.places) {
      const { record, created } = tokenized.get(place)!;
      const subjects = [...record.subjects, ...add].sort();
      tokenized.set(place, { record: { ...record, subjects, subject: subjects[0] ?? null }, created });
    }
  }
  return tokenized;
}

function isTransient(error: unknown): boolean {
  if (error instanceof StartAgain || isUniqueViolation(error, 'vault_value_pkey')) return true;
  return error instanceof DatabaseError && (error.sqlState === '40P01' || error.sqlState === '40001');
}

function countByScope(good: readonly { item: PresetItem }[], scope: TokenScope) {
  const counts = new Map<string, { scope: KeyScope; count: number }>();
  for (const { item } of good) {
    const keyScope = keyScopeOf(scope, item);
    const name = keyScopeName(keyScope);
    counts.set(name, { scope: keyScope, count: (counts.get(name)?.count ?? 0) + 1 });
  }
  return counts;
}

async function writeMissing(
  c: DatabaseClient,
  into: Into,
  reserved: EncryptionKeys,
  wanted: readonly Wanted[],
  counts: ReadonlyMap<string, { count: number }>,
): Promise<{ tokenized: Map<number, Tokenized>; unused: Map<string, number> }> {
  const { keys } = reserved;
  const { scope } = into;
  const name = scopeName(scope);
  const unused = new Map([...counts].map(([scopeName, { count }]) => [scopeName, count]));
  const tokenized = new Map<number, Tokenized>();
  const found = await findByDigest(c, keys, name, digestsOf(wanted));
  const subjects = [...new Set(wanted.flatMap((entry) => [...entry.subjects]))];
  const erased = subjects.length === 0 ? [] : await erasedSubjects(c, keys.tenantId, subjects);
  if (erased.length > 0) throw new SubjectsErased(erased);
  await dropExpired(c, keys.tenantId, [...found.values()]);
  const missing = wanted.filter((entry) => !isLive(found, entry));
  if (missing.length > 0) {
    const values = await encryptAll(c, into, reserved, missing);
    for (const { keyScope } of missing) unused.set(keyScopeName(keyScope), unused.get(keyScopeName(keyScope))! - 1);
    const inserted = await insertValues(c, keys, name, values);
    if (inserted === 'stale') throw new StartAgain();
    if (keys.standIns) await retireStandIns(c, keys.tenantId, name, keys.indexVersion, digestsOf(missing));
    missing.forEach((entry, index) => {
      const record = inserted.get(values[index]!.record.token);
      if (record) keep(tokenized, entry, record, true);
    });
  }
  const lost = missing.filter((entry) => !tokenized.has(entry.places[0]!));
  const winners = lost.length === 0 ? found : await findByDigest(c, keys, name, digestsOf(lost));
  const known = wanted
    .filter((entry) => !tokenized.has(entry.places[0]!))
    .map((entry) => {
      const id = entry.digest!.toString('base64');
      const winner = winners.get(id) ?? found.get(id);
      if (!winner?.live) throw new StartAgain();
      return { entry, record: winner.record, origins: [...entry.origins], tags: [...entry.tags] };
    });
  const changed = await addProvenance(c, keys.tenantId, known);
  for (const { entry, record } of known) keep(tokenized, entry, changed.get(record.token) ?? record, false);
  return { tokenized, unused };
}

function isLive(found: ReadonlyMap<string, FoundValue>, entry: Wanted): boolean {
  return entry.digest !== null && (found.get(entry.digest.toString('base64'))?.live ?? false);
}

function digestsOf(wanted: readonly Wanted[]): Buffer[] {
  return wanted.flatMap(({ digest }) => (digest ? [digest] : []));
}

function keep(into: Map<number, Tokenized>, entry: Wanted, record: VaultRecord, created: boolean): void {
  entry.places.forEach((place, index) => {
    into.set(place, { record, created: created && index === 0 });
  });
}

async function encryptAll(
  c: DatabaseClient,
  { keyring, settings, scope, tokenSource }: Into,
  reserved: EncryptionKeys,
  missing: readonly Wanted[],
): Promise<NewValue[]> {
  const { tenantId, collectionId } = scope;
  const idOf = (entry: Wanted) => reserved.idOf.get(keyScopeName(entry.keyScope))!;
  return keyring.withDataKeys(
    tenantId,
    missing.map(idOf),
    (keyOf) =>
      missing.map((entry): NewValue => {
        const { item } = entry;
        const dataKeyId = idOf(entry);
        const key = keyOf.get(dataKeyId);
        if (!key) throw new StartAgain();
        const token = item.token ?? tokenSource(item.type);
        const plaintext = encodeValue(item.value);
        const ciphertext = encrypt(
          key,
          plaintext,
          valueBinding({ tenantId, collectionId, type: item.type, token, dataKeyId }),
        );
        wipe(plaintext);
        const retentionDays = settings.types[item.type]?.retentionDays ?? settings.retentionDays ?? null;
        const { digest, entries } = entry;
        return { record: recordFor(scope, entry, token), dataKeyId, ciphertext, digest, entries, retentionDays };
      }),
    c,
  );
}

function recordFor(scope: TokenScope, { item, origins, tags }: Wanted, token: VaultToken): VaultRecord {
  return {
    token,
    type: item.type,
    infoClass: infoClassOf(item.type),
    collectionId: scope.collectionId,
    origins: [...origins],
    region: item.region ?? null,
    subject: item.subject ?? null,
    subjects: item.subject === undefined ? [] : [item.subject],
    tags: [...tags],
    expiresAt: item.expiresAt ?? null,
    singleUse: item.singleUse ?? false,
  };
}
