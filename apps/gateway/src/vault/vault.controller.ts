import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { AuditLog } from '#lib/audit';
import { Reidentifier, tokenScope } from '#lib/deidentification';
import { DomainError, parseVaultToken, type RevealLevel, type VaultToken } from '#lib/kernel';
import { Vault } from '#lib/vault';
import { ExchangeScopes } from '../exchange/exchange-scopes.js';
import { type AuthenticatedRequest, CurrentRequest } from '../http/current-request.js';
import { RequirePermission } from '../http/permission.js';
import { DetokenizeRequest, TokenizeRequest } from './vault.schema.js';

type DetokenizedItem =
  | { readonly value: string; readonly level: RevealLevel }
  | { readonly level: RevealLevel }
  | { readonly unresolved: true };

/** The vault itself, for programs that hold values. */
@Controller('v1/vault')
export class VaultController {
  constructor(
    private readonly scopes: ExchangeScopes,
    private readonly reidentifier: Reidentifier,
    private readonly vault: Vault,
    private readonly audit: AuditLog,
  ) {}

  /** Per-item results in the order given. Without `vault:Join` the tokens are of the conversation's scope. */
  @Post('tokenize')
  @HttpCode(200)
  @RequirePermission('exchange:vault:Tokenize')
  async tokenize(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body({ schema: TokenizeRequest }) body: TokenizeRequest,
  ) {
    const scope = await this.scopes.open({ request, collectionId: body.collection });
    const results = await this.vault.tokenize(
      tokenScope(scope),
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
        actor: { id: scope.principal.id, kind: scope.principal.kind },
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
  @HttpCode(200)
  @RequirePermission('values')
  async detokenize(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body({ schema: DetokenizeRequest }) body: DetokenizeRequest,
  ): Promise<{ items: DetokenizedItem[] }> {
    const scope = await this.scopes.open({ request });
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
      items: parsed.map(({ body: symbols, type }) => {
        const found = restoration.find(symbols, type);
        if (!found) return { unresolved: true };
        const { level, text } = found;
        return level === 'plain' || level === 'masked' ? { value: text, level } : { level };
      }),
    };
  }
}
