import { createHash } from 'node:crypto';
import { DomainError, type Secret, type VaultToken } from '#lib/kernel';
import { type Keyring, lengthPrefixed, wipe } from '#lib/keyring';
import { keyedDigest } from '../values/blind-index.js';
import type { TokenScope } from '../values/token-scope.js';
import { refusalOf } from '../values/tokenize-items.js';
import { encodeValue } from '../values/value-codec.js';
import type { Vault } from '../vault.js';
import type { TokenizeItem, TokenizeResult } from '../vault-record.js';
import type { ImportItem } from './import-values.js';

const ITEMS_PER_BATCH = 500;
const BYTES_PER_BATCH = 4 * 1024 * 1024;

export type BulkResult =
  | { readonly ok: true; readonly token: VaultToken }
  | { readonly ok: false; readonly error: DomainError };

export type BulkValue =
  | { readonly token: VaultToken; readonly value: Secret<string> }
  | { readonly token: VaultToken; readonly unresolved: true };

/**
 * The vault for streams of any length: items in, results out in the same order, one batch in memory at a time. A consumer
 * that is slow slows the producer down.
 */
export class BulkVault {
  constructor(
    private readonly vault: Vault,
    private readonly keyring: Keyring,
  ) {}

  /**
   * Tokenizes a stream. With an idempotency key a request that is sent again is answered alike, batch by batch, also where
   * values are never shared; sent with other items it fails with `resource.conflict`.
   */
  async *tokenize(
    scope: TokenScope,
    items: AsyncIterable<TokenizeItem>,
    options: { readonly idempotencyKey?: string } = {},
  ): AsyncGenerator<BulkResult> {
    let batch = 0;
    for await (const chunk of batches(items, sizeOfItem)) {
      const { idempotencyKey } = options;
      if (idempotencyKey === undefined) yield* plainResults(await this.vault.tokenize(scope, chunk));
      else yield* await this.#once(scope, chunk, idempotencyKey, batch);
      batch += 1;
    }
  }

  /** Imports a stream; repeating it changes nothing. */
  async *import(scope: TokenScope, items: AsyncIterable<ImportItem>): AsyncGenerator<BulkResult> {
    for await (const chunk of batches(items, sizeOfItem)) yield* plainResults(await this.vault.import(scope, chunk));
  }

  async *reveal(tenantId: string, tokens: AsyncIterable<VaultToken>): AsyncGenerator<BulkValue> {
    for await (const chunk of batches(tokens, (token) => token.length)) {
      const revealed = await this.vault.reveal(tenantId, chunk);
      for (const token of chunk) {
        const value = revealed.get(token);
        yield value ? { token, value } : { token, unresolved: true };
      }
    }
  }

  async #once(scope: TokenScope, items: readonly TokenizeItem[], key: string, batch: number): Promise<BulkResult[]> {
    const { tenantId } = scope;
    const id = createHash('sha256').update(key, 'utf8').digest('base64url');
    const fingerprint = await this.#fingerprint(scope, items);
    const read = () =>
      this.keyring.database.withTenant(tenantId, (c) =>
        c.query<{ fingerprint: Buffer; tokens: VaultToken[] }>(
          'SELECT fingerprint, tokens FROM bulk_batch WHERE tenant_id = $1 AND request_id = $2 AND batch = $3',
          [tenantId, id, batch],
        ),
      );
    let [answered] = (await read()).rows;
    if (!answered) {
      const results = await this.vault.tokenize(scope, items);
      const tokens = results.map((result) => (result.ok ? result.token : ''));
      await this.keyring.database.withTenant(tenantId, (c) =>
        c.query(
          `INSERT INTO bulk_batch (tenant_id, request_id, batch, fingerprint, tokens) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT DO NOTHING`,
          [tenantId, id, batch, fingerprint, tokens],
        ),
      );
      // Of two requests at once with one key, both give the answer that was written first.
      [answered] = (await read()).rows;
    }
    if (!answered?.fingerprint.equals(fingerprint)) {
      throw new DomainError('resource.conflict', {
        publicMessage: 'The idempotency key was used with other items.',
        facts: { batch },
      });
    }
    return items.map((item, index) => resultOf(item, answered.tokens[index] ?? ('' as VaultToken)));
  }

  /** Keyed, so that it tells nothing about the values: a plain hash of few items could be guessed. */
  async #fingerprint(scope: TokenScope, items: readonly TokenizeItem[]): Promise<Buffer> {
    const key = await this.keyring.kms.deriveIndexKey(Buffer.alloc(0), `pvg/1|bulk|${scope.tenantId}`);
    const fields = items.flatMap((item) => [
      item.type,
      encodeValue(item.value),
      JSON.stringify([item.subject, item.expiresAt, item.singleUse, item.origin, item.region, item.tags]),
    ]);
    const place = JSON.stringify([scope.collectionId, scope.consistency]);
    const digest = keyedDigest(key, lengthPrefixed([place, ...fields]).toString('base64'));
    wipe(key);
    return digest;
  }
}

function resultOf(item: TokenizeItem, token: VaultToken | ''): BulkResult {
  if (token !== '') return { ok: true, token };
  const error = refusalOf(item) ?? new DomainError('vault.invalid_item', { publicMessage: 'The item was refused.' });
  return { ok: false, error };
}

function plainResults(results: readonly TokenizeResult[]): BulkResult[] {
  return results.map((result) => (result.ok ? { ok: true, token: result.token } : result));
}

function sizeOfItem(item: TokenizeItem): number {
  return typeof item.value === 'string' ? item.value.length : 0;
}

async function* batches<T>(items: AsyncIterable<T>, sizeOf: (item: T) => number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  let size = 0;
  for await (const item of items) {
    batch.push(item);
    size += sizeOf(item);
    if (batch.length < ITEMS_PER_BATCH && size < BYTES_PER_BATCH) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}
