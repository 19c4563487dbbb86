import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type ExchangeScope, Reidentifier } from '#lib/deidentification';
import { RateLimits } from '#lib/identity';
import { DomainError, parseVaultToken, type VaultToken } from '#lib/kernel';
import { detokenizedItem } from '../detokenized-item.js';
import { errorLine, inGroups, type ReadLine, readLines } from './read-lines.js';

const GROUP_SIZE = 500;
const TokenLine = z.strictObject({ token: z.string().min(1).max(64) });
type TokenLine = z.infer<typeof TokenLine>;

/** Detokenizes a stream of lines. Each group is decided on and recorded before a value of it is read. */
@Injectable()
export class BulkDetokenize {
  constructor(
    private readonly reidentifier: Reidentifier,
    private readonly limits: RateLimits,
  ) {}

  async *lines(scope: ExchangeScope, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
    const { tenantId, id } = scope.principal;
    for await (const group of inGroups(readLines(bytes, TokenLine), GROUP_SIZE)) {
      await this.limits.take(tenantId, id, 'vault:BulkReveal', group.length);
      yield await this.answer(scope, group);
    }
  }

  private async answer(scope: ExchangeScope, group: readonly ReadLine<TokenLine>[]): Promise<string> {
    const parsed = group.map((line) => (line.ok ? parseVaultToken(line.value.token) : null));
    const presented = [...new Set(parsed.flatMap((parts) => (parts ? [parts.token] : [])))] as VaultToken[];
    const restoration = await this.reidentifier.restoration(scope, 'vault.bulk_detokenize', { issued: [], presented });
    const lines = group.map((line, index) => {
      if (!line.ok) return errorLine(line.error);
      const parts = parsed[index];
      if (!parts) return errorLine(new DomainError('request.invalid', { publicMessage: '/token is no vault token.' }));
      return `${JSON.stringify(detokenizedItem(restoration.find(parts.body, parts.type)))}\n`;
    });
    return lines.join('');
  }
}
