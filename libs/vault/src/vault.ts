import type { Secret, VaultToken } from '#lib/kernel';
import type { Keyring } from '#lib/keyring';
import type { Collections } from './collections/collections.js';
import type { ErasureLedger } from './subjects/erasure-ledger.js';
import { describe, reveal } from './values/reveal.js';
import type { TokenScope } from './values/token-scope.js';
import { tokenize } from './values/tokenize.js';
import type { TokenizeItem, TokenizeResult, VaultRecord } from './vault-record.js';

/**
 * The isolated store that alone holds plaintext. Whoever calls it has asked the policy first. Every method refuses with
 * `vault.stale_ledger` while the database, restored from a backup, lacks erasures.
 */
export class Vault {
  constructor(
    private readonly keyring: Keyring,
    private readonly collections: Collections,
    private readonly ledger?: ErasureLedger,
  ) {}

  /**
   * Gives each value its token in the scope, in input order. A bad item fails alone, as `vault.invalid_item`; the others are
   * one transaction. Throws `resource.not_found` for an unknown collection, `vault.unavailable` when it stays busy.
   *
   * A token in collection scope tells whether the value was known (`created`): whether the caller may learn that
   * (`vault:Join`) is decided before, by the scope that is asked for.
   */
  async tokenize(scope: TokenScope, items: readonly TokenizeItem[]): Promise<TokenizeResult[]> {
    await this.ledger?.ensureCurrent(scope.tenantId);
    const settings = await this.collections.get(scope.tenantId, scope.collectionId);
    return tokenize(this.keyring, settings, scope, items);
  }

  /** What is known of tokens. Absent: unresolved, whatever the reason. */
  async describe(tenantId: string, tokens: readonly VaultToken[]): Promise<Map<VaultToken, VaultRecord>> {
    await this.ledger?.ensureCurrent(tenantId);
    return describe(this.keyring.database, tenantId, tokens);
  }

  /** The values of tokens; absent as in `describe`. Throws `vault.integrity` when a stored row was tampered with. */
  async reveal(tenantId: string, tokens: readonly VaultToken[]): Promise<Map<VaultToken, Secret<string>>> {
    await this.ledger?.ensureCurrent(tenantId);
    return reveal(this.keyring, tenantId, tokens);
  }
}
