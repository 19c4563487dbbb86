import type { VaultToken } from '#lib/kernel';
import type { EncryptionKeys, Keyring, KeyScope } from '#lib/keyring';
import type { CollectionSettings } from '../collections/collection-settings.js';
import { declaredKinds } from '../search/search.js';
import type { TokenizeItem } from '../vault-record.js';
import { exactDigest, indexLabel } from './blind-index.js';
import type { IndexEntry } from './insert-values.js';
import { MIXED_SCRIPT_TAG, mixesScripts } from './script-warning.js';
import { digestFor } from './search-terms.js';
import { scopeName, type TokenScope } from './token-scope.js';
import { isPrivate } from './tokenize-items.js';

/** An item that brings its own token. */
export interface PresetItem extends TokenizeItem {
  readonly token?: VaultToken;
}

/** One distinct value of a batch and the places of the batch that hold it. */
export interface Wanted {
  /** The item that came first: its spelling is kept. */
  readonly item: PresetItem;
  readonly places: number[];
  readonly origins: Set<string>;
  readonly tags: Set<string>;
  readonly subjects: Set<string>;
  /** Null for a value that is kept apart. */
  readonly digest: Buffer | null;
  /** Rows for search, and for the index version that is being built. */
  readonly entries: readonly IndexEntry[];
  readonly keyScope: KeyScope;
}

/** The key that a new value goes under. */
export function keyScopeOf(scope: TokenScope, item: TokenizeItem): KeyScope {
  return item.subject === undefined
    ? { kind: 'collection', collectionId: scope.collectionId }
    : { kind: 'subject', subjectId: item.subject };
}

/** Digests every value and brings equal ones of the batch together; the first spelling is the one that is kept. */
export async function digestAll(
  keyring: Keyring,
  { keys }: EncryptionKeys,
  settings: CollectionSettings,
  scope: TokenScope,
  good: readonly { item: PresetItem; place: number }[],
): Promise<Wanted[]> {
  const name = scopeName(scope);
  const versions = [keys.indexVersion, ...keys.alsoIndexVersions];
  return keyring.withIndexKeys(scope.tenantId, versions, (keyOf) => {
    const byDigest = new Map<string, Wanted>();
    const wanted: Wanted[] = [];
    for (const { item, place } of good) {
      const keyScope = keyScopeOf(scope, item);
      const { origins, tags, subjects } = provenanceOf(item);
      const searchable = () => searchEntries(keyOf, versions, settings, scope, item);
      if (isPrivate(item)) {
        const entries = searchable();
        wanted.push({ item, places: [place], origins, tags, subjects, digest: null, entries, keyScope });
        continue;
      }
      const label = indexLabel(scope.tenantId, name, item.type);
      const digest = exactDigest(keyOf(keys.indexVersion, label), item.type, item.value);
      const id = digest.toString('base64');
      const same = byDigest.get(id);
      if (same) {
        same.places.push(place);
        for (const origin of origins) same.origins.add(origin);
        for (const tag of tags) same.tags.add(tag);
        for (const subject of subjects) same.subjects.add(subject);
        continue;
      }
      const entries = keys.alsoIndexVersions
        .map((version): IndexEntry => {
          const digest = exactDigest(keyOf(version, label), item.type, item.value);
          return { version, kind: 'exact', digest };
        })
        .concat(searchable());
      const entry: Wanted = { item, places: [place], origins, tags, subjects, digest, entries, keyScope };
      byDigest.set(id, entry);
      wanted.push(entry);
    }
    return wanted.sort(byDigestOrder);
  });
}

/** The rows by which the collection declares that a value can be searched for; conversations can't be searched. */
function searchEntries(
  keyOf: (version: number, label: string) => Buffer,
  versions: readonly number[],
  settings: CollectionSettings,
  scope: TokenScope,
  item: TokenizeItem,
): IndexEntry[] {
  if (scope.consistency.kind !== 'collection' || item.singleUse) return [];
  return declaredKinds(settings, item.type).flatMap((kind) =>
    versions.flatMap((version) => {
      const key = keyOf(version, indexLabel(scope.tenantId, scopeName(scope), item.type, kind));
      return digestFor(key, kind, item.type, item.value).map((digest) => ({ version, kind, digest }));
    }),
  );
}

function provenanceOf(item: TokenizeItem): Pick<Wanted, 'origins' | 'tags' | 'subjects'> {
  const tags = new Set(item.tags ?? []);
  if (mixesScripts(item.value)) tags.add(MIXED_SCRIPT_TAG);
  const one = (id: string | undefined) => new Set(id === undefined ? [] : [id]);
  return { origins: one(item.origin), tags, subjects: one(item.subject) };
}

function byDigestOrder(a: Wanted, b: Wanted): number {
  if (a.digest === null || b.digest === null) return Number(a.digest !== null) - Number(b.digest !== null);
  return Buffer.compare(a.digest, b.digest);
}
