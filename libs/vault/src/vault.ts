import type { Secret, VaultToken } from '#lib/kernel';
import type { Keyring } from '#lib/keyring';
import { type ImportItem, importValues } from './bulk/import-values.js';
import type { CollectionSettings, SearchKind } from './collections/collection-settings.js';
import type { Collections } from './collections/collections.js';
import type { IssuedForm } from './forms/form-matcher.js';
import { type FormOptions, type FormRequest, Forms } from './forms/forms.js';
import { type Group, groupBy, type SearchQuery, type SearchScope, search } from './search/search.js';
import type { ErasureLedger } from './subjects/erasure-ledger.js';
import { deleteValues, endPassedValues } from './values/end-values.js';
import { describe, reveal } from './values/reveal.js';
import type { TokenScope } from './values/token-scope.js';
import { tokenize } from './values/tokenize.js';
import type { TokenizeItem, TokenizeResult, VaultRecord } from './vault-record.js';

/**
 * The isolated store that alone holds plaintext. Whoever calls it has asked the policy first. Every method refuses with
 * `vault.stale_ledger` while the database, restored from a backup, lacks erasures.
 */
export class Vault {
  readonly #forms: Forms;

  constructor(
    private readonly keyring: Keyring,
    private readonly collections: Collections,
    private readonly ledger: ErasureLedger,
  ) {
    this.#forms = new Forms(keyring, collections);
  }

  /** What holds for the values of a collection. Throws `resource.not_found` for an unknown one. */
  async settings(tenantId: string, collectionId: string): Promise<CollectionSettings> {
    return this.collections.get(tenantId, collectionId);
  }

  /** Each value in the form that its collection says, in order. See `Forms.render`. */
  async render(scope: TokenScope, requests: readonly FormRequest[], options?: FormOptions): Promise<IssuedForm[]> {
    await this.ledger.ensureCurrent(scope.tenantId);
    return this.#forms.render(scope, requests, options);
  }

  /** See `Forms.of`. */
  async renditionsOf(tenantId: string, tokens: readonly VaultToken[]): Promise<IssuedForm[]> {
    await this.ledger.ensureCurrent(tenantId);
    return this.#forms.of(tenantId, tokens);
  }

  /** See `Forms.findIn`. */
  async findRenditions(scopes: readonly TokenScope[], texts: readonly string[]): Promise<IssuedForm[]> {
    for (const { tenantId } of scopes) await this.ledger.ensureCurrent(tenantId);
    return this.#forms.findIn(scopes, texts);
  }

  /**
   * Gives each value its token in the scope, in input order. A bad item fails alone, as `vault.invalid_item`; the others are
   * one transaction. Throws `resource.not_found` for an unknown collection, `vault.unavailable` when it stays busy.
   *
   * A token in collection scope tells whether the value was known (`created`): whether the caller may learn that
   * (`vault:Join`) is decided before, by the scope that is asked for.
   */
  async tokenize(scope: TokenScope, items: readonly TokenizeItem[]): Promise<TokenizeResult[]> {
    await this.ledger.ensureCurrent(scope.tenantId);
    const settings = await this.collections.get(scope.tenantId, scope.collectionId);
    return tokenize(this.keyring, settings, scope, items);
  }

  /** Keeps values under tokens that they bring. See `importValues`. */
  async import(scope: TokenScope, items: readonly ImportItem[]): Promise<TokenizeResult[]> {
    await this.ledger.ensureCurrent(scope.tenantId);
    const settings = await this.collections.get(scope.tenantId, scope.collectionId);
    return importValues(this.keyring, settings, scope, items);
  }

  /** What is known of tokens. Absent: unresolved, whatever the reason. */
  async describe(tenantId: string, tokens: readonly VaultToken[]): Promise<Map<VaultToken, VaultRecord>> {
    await this.ledger.ensureCurrent(tenantId);
    return describe(this.keyring.database, tenantId, tokens);
  }

  /** The values of tokens; absent as in `describe`. Throws `vault.integrity` when a stored row was tampered with. */
  async reveal(tenantId: string, tokens: readonly VaultToken[]): Promise<Map<VaultToken, Secret<string>>> {
    await this.ledger.ensureCurrent(tenantId);
    return reveal(this.keyring, tenantId, tokens);
  }

  /** See `search`. Whether the caller may search (`vault:Search`) is decided before. */
  async search(scope: SearchScope, query: SearchQuery, limit?: number): Promise<VaultRecord[]> {
    await this.ledger.ensureCurrent(scope.tenantId);
    const settings = await this.collections.get(scope.tenantId, scope.collectionId);
    return search(this.keyring, settings, scope, query, limit);
  }

  /** See `groupBy`. */
  async groupBy(
    scope: SearchScope,
    kind: SearchKind,
    options: { readonly sizeMin: number; readonly limit?: number },
  ): Promise<Group[]> {
    await this.ledger.ensureCurrent(scope.tenantId);
    const settings = await this.collections.get(scope.tenantId, scope.collectionId);
    return groupBy(this.keyring, settings, scope, kind, options);
  }

  /**
   * Ends values before their time: their tokens resolve to nothing for ever, caches or not. Values under legal hold stay.
   * Gives the tokens that were ended.
   */
  async delete(tenantId: string, tokens: readonly VaultToken[]): Promise<VaultToken[]> {
    await this.ledger.ensureCurrent(tenantId);
    return deleteValues(this.keyring.database, tenantId, tokens);
  }

  /**
   * Turns values whose time has passed, and single-use ones that were used, into tombstones: a batch of at most `limit`;
   * call it again until it gives 0. Reads do not wait for it. Values of held subjects are kept, unreadable.
   */
  async retain(tenantId: string, limit = 1_000): Promise<number> {
    return endPassedValues(this.keyring.database, tenantId, limit);
  }
}
