import type { Database } from '#lib/database';
import { DomainError, parseVaultToken, type VaultToken } from '#lib/kernel';
import type { Keyring } from '#lib/keyring';
import type { CollectionSettings } from '../collections/collection-settings.js';
import { search } from '../search/search.js';
import type { TokenScope } from '../values/token-scope.js';
import { tokenize } from '../values/tokenize.js';
import type { TokenizeItem, TokenizeResult } from '../vault-record.js';

/** A value with the token that it has elsewhere: another installation, or before a move. */
export interface ImportItem extends TokenizeItem {
  readonly token: VaultToken;
}

/**
 * Keeps values under the tokens they bring, in canonical form and of the item's type. Importing the same pair again changes
 * nothing. An item fails alone: `vault.invalid_item` for a token that is none, `resource.conflict` where the token belongs
 * to another value, or was issued and has ended, or the value has another token.
 */
export async function importValues(
  keyring: Keyring,
  settings: CollectionSettings,
  scope: TokenScope,
  items: readonly ImportItem[],
): Promise<TokenizeResult[]> {
  const issued = await issuedTokens(
    keyring.database,
    scope.tenantId,
    items.map((item) => item.token),
  );
  const seen = new Set<string>();
  const results: (TokenizeResult | null)[] = [];
  for (const item of items) {
    if (parseVaultToken(item.token)?.token !== item.token || parseVaultToken(item.token)?.type !== item.type) {
      results.push(failure(new DomainError('vault.invalid_item', NOT_A_TOKEN)));
    } else if (issued.has(item.token)) {
      results.push(await existing(keyring, settings, scope, item));
    } else if (seen.has(item.token)) {
      results.push(failure(conflict()));
    } else {
      seen.add(item.token);
      results.push(null);
    }
  }
  const fresh = items.filter((_, index) => results[index] === null);
  const made = await tokenize(keyring, settings, scope, fresh);
  return results.map((result) => {
    if (result) return result;
    const [next, item] = [made.shift()!, fresh.shift()!];
    return next.ok && next.token !== item.token ? failure(conflict()) : next;
  });
}

const NOT_A_TOKEN = {
  publicMessage: 'The token of the item is not a vault token of its type.',
  pointer: '/token',
  facts: { field: 'token' },
} as const;

async function issuedTokens(database: Database, tenantId: string, tokens: readonly string[]): Promise<Set<string>> {
  const { rows } = await database.withTenant(tenantId, (c) =>
    c.query<{ token: string }>('SELECT token FROM vault_value WHERE tenant_id = $1 AND token = ANY($2::text[])', [
      tenantId,
      tokens,
    ]),
  );
  return new Set(rows.map((row) => row.token));
}

async function existing(
  keyring: Keyring,
  settings: CollectionSettings,
  scope: TokenScope,
  item: ImportItem,
): Promise<TokenizeResult> {
  if (item.value === '') return failure(conflict());
  const place = { tenantId: scope.tenantId, collectionId: scope.collectionId, type: item.type };
  const [record] = await search(keyring, settings, place, { exact: item.value }, 1);
  if (record?.token !== item.token) return failure(conflict());
  return { ok: true, token: record.token, record, created: false };
}

function failure(error: DomainError): TokenizeResult {
  return { ok: false, error };
}

function conflict(): DomainError {
  return new DomainError('resource.conflict', {
    publicMessage: 'The token belongs to another value, or the value has another token.',
    pointer: '/token',
  });
}
