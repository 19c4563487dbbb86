import { DomainError, type Secret, type VaultToken } from '#lib/kernel';
import type { Keyring } from '#lib/keyring';
import { type ImportItem, importValues } from './bulk/import-values.js';
import type { CollectionSettings, SearchKind } from './collections/collection-settings.js';
import type { Collections } from './collections/collections.js';
import { forgetMentions, type Mention, readMentions, recordMentions } from './documents/mentions.js';
import type { IssuedForm } from './forms/form-matcher.js';
import { type FormOptions, type FormRequest, Forms } from './forms/forms.js';
import { LazyMoves } from './rotation/lazy-moves.js';
import { type Group, groupBy, type SearchQuery, type SearchScope, search } from './search/search.js';
import type { ErasureLedger } from './subjects/erasure-ledger.js';
import { deleteValues, endPassedValues } from './values/end-values.js';
import { describe, reveal } from './values/reveal.js';
import type { TokenScope } from './values/token-scope.js';
import { newToken, type TokenizeOptions, type TokenSource, tokenize } from './values/tokenize.js';
import type { TokenizeItem, TokenizeResult, VaultRecord } from './vault-record.js';

/**
 * The isolated store that alone holds plaintext. Whoever calls it has asked the policy first. Every method refuses with
 * `vault.stale_ledger` while the database, restored from a backup, lacks erasures.
 */
export class Vault {
  readonly #forms: Forms;
  readonly #lazyMoves: LazyMoves;

  constructor(
    private readonly keyring: Keyring,
    private readonly collections: Collections,
    private readonly ledger: ErasureLedger,
    private readonly tokenSource: TokenSource = newToken,
  ) {
    this.#forms = new Forms(keyring, collections);
    this.#lazyMoves = new LazyMoves(keyring);
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
   * one transaction. Throws `resource.not_found` for an unknown collection, `resource.conflict` for an archived
   * one, `vault.unavailable` when it stays busy.
   *
   * A token in collection scope tells whether the value was known (`created`): whether the caller may learn that
   * (`vault:Join`) is decided before, by the scope that is asked for.
   */
  async tokenize(
    scope: TokenScope,
    items: readonly TokenizeItem[],
    options: TokenizeOptions = {},
  ): Promise<TokenizeResult[]> {
    await this.ledger.ensureCurrent(scope.tenantId);
    const settings = await this.open(scope);
    const results = await tokenize(this.keyring, settings, scope, items, { ...options, tokenSource: this.tokenSource });
    const known = results.flatMap((result) => (result.ok && !result.created ? [result.token] : []));
    await this.#lazyMoves.met(scope.tenantId, known);
    return results;
  }

  /** Keeps values under tokens that they bring. See `importValues`. */
  async import(scope: TokenScope, items: readonly ImportItem[]): Promise<TokenizeResult[]> {
    await this.ledger.ensureCurrent(scope.tenantId);
    const settings = await this.open(scope);
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
    const revealed = await reveal(this.keyring, tenantId, tokens);
    await this.#lazyMoves.met(tenantId, [...revealed.keys()]);
    return revealed;
  }

  /** See `recordMentions`. */
  async recordMentions(tenantId: string, documentId: string, mentions: readonly Mention[]): Promise<void> {
    await this.ledger.ensureCurrent(tenantId);
    await recordMentions(this.keyring, tenantId, documentId, mentions);
  }

  /** See `readMentions`. */
  async readMentions(tenantId: string, documentId: string): ReturnType<typeof readMentions> {
    await this.ledger.ensureCurrent(tenantId);
    return readMentions(this.keyring, tenantId, documentId);
  }

  /** See `forgetMentions`. */
  async forgetMentions(tenantId: string, documentId: string): Promise<number> {
    await this.ledger.ensureCurrent(tenantId);
    return forgetMentions(this.keyring, tenantId, documentId);
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

  /** Resolves when no value that was met during a rotation is being moved to its new key. */
  async idle(): Promise<void> {
    await this.#lazyMoves.idle();
  }

  private async open({ tenantId, collectionId }: TokenScope): Promise<CollectionSettings> {
    const settings = await this.collections.get(tenantId, collectionId);
    if (!settings.archived) return settings;
    throw new DomainError('resource.conflict', {
      publicMessage: 'The collection is archived: it takes no values, and gives back those it has.',
    });
  }
}
