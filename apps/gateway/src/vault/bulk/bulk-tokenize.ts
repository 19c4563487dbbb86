import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { AuditLog } from '#lib/audit';
import { type ExchangeScope, tokenScope } from '#lib/deidentification';
import { RateLimits } from '#lib/identity';
import type { DomainError, VaultToken } from '#lib/kernel';
import { type BulkResult, BulkVault, type ImportItem, type TokenizeItem, type TokenScope } from '#lib/vault';
import { auditActor } from '../../exchange/audit-actor.js';
import { ImportItemSchema, TokenizeItemSchema } from '../vault.schema.js';
import { errorLine, inGroups, readLines } from './read-lines.js';

const GROUP_SIZE = 500;
/** Takes the place of a line that could not be read, so that results stay in order: the vault refuses it. */
const NO_ITEM: TokenizeItem = { type: '', value: '' };
const NO_IMPORT: ImportItem = { ...NO_ITEM, token: '' as VaultToken };

/** One way of putting a stream of lines into the vault. */
interface Way<Line, Item extends TokenizeItem> {
  readonly surface: string;
  readonly schema: z.ZodType<Line>;
  readonly noItem: Item;
  itemOf(line: Line): Item;
  store(place: TokenScope, items: AsyncIterable<Item>): AsyncGenerator<BulkResult>;
}

/** Stores the values of a stream of lines. Each group is on record before its tokens are released. */
@Injectable()
export class BulkTokenize {
  constructor(
    private readonly bulk: BulkVault,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
  ) {}

  /** With an idempotency key, which is the principal's own, a stream sent again is answered alike. */
  tokenize(scope: ExchangeScope, bytes: AsyncIterable<Uint8Array>, idempotencyKey?: string): AsyncGenerator<string> {
    const options = idempotencyKey === undefined ? {} : { idempotencyKey: `${scope.principal.id}\n${idempotencyKey}` };
    return this.lines(scope, bytes, {
      surface: 'vault.bulk_tokenize',
      schema: TokenizeItemSchema,
      noItem: NO_ITEM,
      itemOf,
      store: (place, items) => this.bulk.tokenize(place, items, options),
    });
  }

  /** Keeps values under the tokens that they bring. */
  import(scope: ExchangeScope, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
    return this.lines(scope, bytes, {
      surface: 'vault.bulk_import',
      schema: ImportItemSchema,
      noItem: NO_IMPORT,
      itemOf: (line) => ({ ...itemOf(line), token: line.token as VaultToken }),
      store: (place, items) => this.bulk.import(place, items),
    });
  }

  private async *lines<Line, Item extends TokenizeItem>(
    scope: ExchangeScope,
    bytes: AsyncIterable<Uint8Array>,
    way: Way<Line, Item>,
  ): AsyncGenerator<string> {
    const refused = new Map<number, DomainError>();
    const results = way.store(tokenScope(scope), this.items(scope, bytes, way, refused));
    let place = 0;
    for await (const group of inGroups(results, GROUP_SIZE)) {
      await this.record(scope, way.surface, group);
      const lines = group.map((result) => {
        const error = refused.get(place) ?? (result.ok ? undefined : result.error);
        refused.delete(place);
        place += 1;
        return error || !result.ok ? errorLine(error!) : `${JSON.stringify({ token: result.token })}\n`;
      });
      yield lines.join('');
    }
  }

  private async *items<Line, Item extends TokenizeItem>(
    { principal }: ExchangeScope,
    bytes: AsyncIterable<Uint8Array>,
    way: Way<Line, Item>,
    refused: Map<number, DomainError>,
  ): AsyncGenerator<Item> {
    let place = 0;
    for await (const group of inGroups(readLines(bytes, way.schema), GROUP_SIZE)) {
      await this.limits.take(principal.tenantId, principal.id, 'vault:BulkTokenize', group.length);
      for (const line of group) {
        if (!line.ok) refused.set(place, line.error);
        yield line.ok ? way.itemOf(line.value) : way.noItem;
        place += 1;
      }
    }
  }

  private async record(scope: ExchangeScope, surface: string, results: readonly BulkResult[]): Promise<void> {
    const { principal, collectionId, requestId } = scope;
    await this.audit.append([
      {
        tenantId: principal.tenantId,
        action: 'values.tokenized',
        actor: auditActor(principal),
        resource: { kind: 'collection', id: collectionId },
        requestId,
        facts: { surface, count: results.filter(({ ok }) => ok).length },
      },
    ]);
  }
}

function itemOf({ type, value, expiresAt, subject, singleUse }: TokenizeItemSchema): TokenizeItem {
  return {
    type,
    value,
    origin: 'api',
    ...(subject !== undefined && { subject }),
    ...(singleUse !== undefined && { singleUse }),
    ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt) }),
  };
}
