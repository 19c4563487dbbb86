import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AuditLog } from '#lib/audit';
import type { ExchangeScope } from '#lib/deidentification';
import { RateLimits } from '#lib/identity';
import { infoClassOf, levelRank } from '#lib/kernel';
import { type SearchQuery, Vault, type VaultRecord } from '#lib/vault';
import { auditActor } from '../exchange/audit-actor.js';
import { ExchangeScopes } from '../exchange/exchange-scopes.js';
import { type AuthenticatedRequest, CurrentRequest } from '../http/current-request.js';
import { RequirePermission } from '../http/permission.js';
import { Responds } from '../http/responds.js';
import { SearchRequest, SearchResponse } from './vault.schema.js';

/** Search without decrypting: every search is counted against the caller's limit and recorded before it is answered. */
@ApiTags('Vault')
@Controller('v1/vault')
export class VaultSearchController {
  constructor(
    private readonly scopes: ExchangeScopes,
    private readonly vault: Vault,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
  ) {}

  @Post('search')
  @RequirePermission('exchange:vault:Search')
  @Responds(SearchResponse)
  async search(@CurrentRequest() request: AuthenticatedRequest, @Body({ schema: SearchRequest }) body: SearchRequest) {
    const scope = await this.scopes.open({ request, collectionId: body.collection });
    const { tenantId, id } = scope.principal;
    await this.limits.take(tenantId, id, 'vault:Search');
    const place = { tenantId, collectionId: scope.collectionId, type: body.type };
    if (body.groupBy !== undefined) {
      const { limit, sizeMin } = body;
      const counted = await this.vault.groupBy(place, body.groupBy, { sizeMin, limit });
      const groups = mayKnow(scope, { collectionId: place.collectionId, type: body.type }) ? counted : [];
      await this.record(scope, body, groups.length);
      return { groups };
    }
    const found = await this.vault.search(place, queryOf(body), body.limit);
    const visible = found.filter((record) => mayKnow(scope, record));
    await this.record(scope, body, visible.length);
    return { items: visible };
  }

  private async record(scope: ExchangeScope, body: SearchRequest, found: number): Promise<void> {
    const { principal, context, collectionId, requestId } = scope;
    const way = body.groupBy === undefined ? Object.keys(queryOf(body))[0]! : `groupBy:${body.groupBy}`;
    await this.audit.append([
      {
        tenantId: principal.tenantId,
        action: 'vault.searched',
        actor: auditActor(principal),
        resource: { kind: 'collection', id: collectionId, infoType: body.type },
        ...(context.purpose !== undefined && { purpose: context.purpose }),
        ...(context.reason !== undefined && { reason: context.reason }),
        requestId,
        facts: { way, found },
      },
    ]);
  }
}

function queryOf({ exact, last4, prefix, domain, year, range }: SearchRequest): SearchQuery {
  if (exact !== undefined) return { exact };
  if (last4 !== undefined) return { last4 };
  if (prefix !== undefined) return { prefix };
  if (domain !== undefined) return { domain };
  if (year !== undefined) return { year };
  return { range: range! };
}

/**
 * A token tells which value equals which, so who sees less than tokens of a value is not told that it is there. Of a whole type,
 * whose values differ in what policies ask about, only who may know of each.
 */
function mayKnow(
  { principal, policy, context, conversationId }: ExchangeScope,
  value: Pick<VaultRecord, 'collectionId' | 'type'> & Partial<VaultRecord>,
): boolean {
  const { collectionId, type, infoClass = infoClassOf(type), region, subject, origins, tags } = value;
  const { level } = policy.decide({
    principal,
    action: 'vault:Reveal',
    resource: {
      tenantId: principal.tenantId,
      collectionId,
      infoType: type,
      infoClass,
      ...(region !== undefined && { region }),
      ...(subject !== undefined && { subject }),
      ...(origins && { origins }),
      ...(tags && { tags }),
    },
    context: { ...context, conversation: conversationId, suppliedByCaller: false },
  });
  return levelRank(level) >= levelRank('token');
}
