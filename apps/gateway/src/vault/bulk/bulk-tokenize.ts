import { Injectable } from '@nestjs/common';
import { AuditLog } from '#lib/audit';
import { type ExchangeScope, tokenScope } from '#lib/deidentification';
import { RateLimits } from '#lib/identity';
import type { DomainError } from '#lib/kernel';
import { type BulkResult, BulkVault, type TokenizeItem } from '#lib/vault';
import { auditActor } from '../../exchange/audit-actor.js';
import { TokenizeItemSchema } from '../vault.schema.js';
import { errorLine, inGroups, readLines } from './read-lines.js';

const GROUP_SIZE = 500;
/** Takes the place of a line that could not be read, so that results stay in order: the vault refuses it. */
const NO_ITEM: TokenizeItem = { type: '', value: '' };

/** Tokenizes a stream of lines. Each group is on record before its tokens are released. */
@Injectable()
export class BulkTokenize {
  constructor(
    private readonly bulk: BulkVault,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
  ) {}

  async *lines(
    scope: ExchangeScope,
    bytes: AsyncIterable<Uint8Array>,
    idempotencyKey: string | undefined,
  ): AsyncGenerator<string> {
    const refused = new Map<number, DomainError>();
    const results = this.bulk.tokenize(tokenScope(scope), this.items(scope, bytes, refused), {
      ...(idempotencyKey !== undefined && { idempotencyKey: `${scope.principal.id}\n${idempotencyKey}` }),
    });
    let place = 0;
    for await (const group of inGroups(results, GROUP_SIZE)) {
      await this.record(scope, group);
      const lines = group.map((result) => {
        const error = refused.get(place) ?? (result.ok ? undefined : result.error);
        refused.delete(place);
        place += 1;
        return error || !result.ok ? errorLine(error!) : `${JSON.stringify({ token: result.token })}\n`;
      });
      yield lines.join('');
    }
  }

  private async *items(
    { principal }: ExchangeScope,
    bytes: AsyncIterable<Uint8Array>,
    refused: Map<number, DomainError>,
  ): AsyncGenerator<TokenizeItem> {
    let place = 0;
    for await (const group of inGroups(readLines(bytes, TokenizeItemSchema), GROUP_SIZE)) {
      await this.limits.take(principal.tenantId, principal.id, 'vault:BulkTokenize', group.length);
      for (const line of group) {
        if (!line.ok) refused.set(place, line.error);
        yield line.ok ? itemOf(line.value) : NO_ITEM;
        place += 1;
      }
    }
  }

  private async record(scope: ExchangeScope, results: readonly BulkResult[]): Promise<void> {
    const { principal, collectionId, requestId } = scope;
    await this.audit.append([
      {
        tenantId: principal.tenantId,
        action: 'values.tokenized',
        actor: auditActor(principal),
        resource: { kind: 'collection', id: collectionId },
        requestId,
        facts: { surface: 'vault.bulk_tokenize', count: results.filter(({ ok }) => ok).length },
      },
    ]);
  }
}

function itemOf({ expiresAt, subject, singleUse, ...item }: TokenizeItemSchema): TokenizeItem {
  return {
    ...item,
    origin: 'api',
    ...(subject !== undefined && { subject }),
    ...(singleUse !== undefined && { singleUse }),
    ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt) }),
  };
}
