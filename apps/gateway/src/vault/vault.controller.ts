import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AuditLog } from '#lib/audit';
import { Reidentifier, tokenScope } from '#lib/deidentification';
import { RateLimits } from '#lib/identity';
import { DomainError, parseVaultToken, type VaultToken } from '#lib/kernel';
import { Vault } from '#lib/vault';
import { auditActor } from '../exchange/audit-actor.js';
import { ExchangeScopes } from '../exchange/exchange-scopes.js';
import { type AuthenticatedRequest, CurrentRequest } from '../http/current-request.js';
import { RequirePermission } from '../http/permission.js';
import { Responds } from '../http/responds.js';
import { type DetokenizedItem, detokenizedItem } from './detokenized-item.js';
import { DetokenizeRequest, DetokenizeResponse, TokenizeRequest, TokenizeResponse } from './vault.schema.js';

/** The vault itself, for programs that hold values. */
@ApiTags('Vault')
@Controller('v1/vault')
export class VaultController {
  constructor(
    private readonly scopes: ExchangeScopes,
    private readonly reidentifier: Reidentifier,
    private readonly vault: Vault,
    private readonly audit: AuditLog,
    private readonly limits: RateLimits,
  ) {}

  /** Per-item results in the order given. Without `vault:Join` the tokens are of the conversation's scope. */
  @Post('tokenize')
  @RequirePermission('exchange:vault:Tokenize')
  @Responds(TokenizeResponse)
  async tokenize(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body({ schema: TokenizeRequest }) body: TokenizeRequest,
  ) {
    const scope = await this.scopes.open({ request, collectionId: body.collection });
    const place = tokenScope(scope);
    if (place.consistency.kind === 'collection') {
      await this.limits.take(scope.principal.tenantId, scope.principal.id, 'vault:Join', body.items.length);
    }
    const results = await this.vault.tokenize(
      place,
      body.items.map(({ expiresAt, ...item }) => ({
        ...item,
        origin: 'api',
        ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt) }),
      })),
    );
    const types = [...new Set(results.flatMap((result) => (result.ok ? [result.record.type] : [])))].sort();
    await this.audit.append([
      {
        tenantId: scope.principal.tenantId,
        action: 'values.tokenized',
        actor: auditActor(scope.principal),
        resource: { kind: 'collection', id: scope.collectionId },
        requestId: scope.requestId,
        facts: { surface: 'vault.tokenize', count: results.filter((result) => result.ok).length, types },
      },
    ]);
    return {
      items: results.map((result) =>
        result.ok
          ? { token: result.token }
          : { error: { code: result.error.code, message: result.error.publicMessage } },
      ),
    };
  }

  /** Unknown, expired, erased and other tenants' tokens all read `unresolved`: a caller must not learn which exist. */
  @Post('detokenize')
  @RequirePermission('values')
  @Responds(DetokenizeResponse)
  async detokenize(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body({ schema: DetokenizeRequest }) body: DetokenizeRequest,
  ): Promise<{ items: DetokenizedItem[] }> {
    const scope = await this.scopes.open({ request });
    await this.limits.take(scope.principal.tenantId, scope.principal.id, 'vault:Reveal', body.tokens.length);
    const parsed = body.tokens.map((text, index) => {
      const parts = parseVaultToken(text);
      if (!parts) {
        throw new DomainError('request.invalid', {
          publicMessage: `/tokens/${index} is not a vault token such as [EMAIL_7Q4KX2M9WA].`,
          pointer: `/tokens/${index}`,
        });
      }
      return parts;
    });
    const tokens = [...new Set<VaultToken>(parsed.map(({ token }) => token))];
    const restoration = await this.reidentifier.restoration(scope, 'vault.detokenize', {
      issued: [],
      presented: tokens,
    });
    return {
      items: parsed.map(({ body: symbols, type }) => detokenizedItem(restoration.find(symbols, type))),
    };
  }
}
