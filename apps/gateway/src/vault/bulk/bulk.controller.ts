import type { Readable } from 'node:stream';
import { Controller, Headers, Post, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes, ApiHeader, ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { DomainError } from '#lib/kernel';
import { Denials } from '../../exchange/denials.js';
import { ExchangeScopes } from '../../exchange/exchange-scopes.js';
import { NDJSON, NDJSON_ROUTE } from '../../http/body-parser.js';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { RequirePermission } from '../../http/permission.js';
import { streamAnswer } from '../../http/stream-answer.js';
import { BulkDetokenize } from './bulk-detokenize.js';
import { BulkTokenize } from './bulk-tokenize.js';

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,200}$/;

/**
 * The vault for streams of any length: one line in, one line out, in order, in constant memory. A line that is refused
 * fails alone; a connection that is cut short means that the rest was not done.
 */
@ApiTags('Vault')
@ApiConsumes(NDJSON)
@ApiProduces(NDJSON)
@Controller('v1/vault/bulk')
export class BulkController {
  constructor(
    private readonly scopes: ExchangeScopes,
    private readonly denials: Denials,
    private readonly tokenizing: BulkTokenize,
    private readonly detokenizing: BulkDetokenize,
  ) {}

  /** Lines as the items of /v1/vault/tokenize; with an idempotency key, a stream sent again is answered alike. */
  @Post('tokenize')
  @RouteConfig(NDJSON_ROUTE)
  @RequirePermission('exchange:vault:Tokenize')
  @ApiHeader({ name: 'idempotency-key', required: false, description: 'Names the stream, 8 to 200 characters.' })
  @ApiBody({ description: 'One item a line.', schema: { type: 'string' } })
  @ApiOkResponse({ description: 'A token or an error for each line.' })
  async tokenize(
    @CurrentRequest() request: AuthenticatedRequest,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey)) {
      throw new DomainError('request.invalid', {
        publicMessage: 'The header idempotency-key must be 8 to 200 visible ASCII characters.',
      });
    }
    const scope = await this.scopes.open({ request });
    const lines = this.tokenizing.tokenize(scope, bodyOf(request), idempotencyKey);
    await streamAnswer(reply.status(200), NDJSON, lines);
  }

  /**
   * Lines as of tokenize, each with the `token` that the value has elsewhere. Repeating it changes nothing. Its answers tell
   * which values are stored, so it takes `vault:Join` too.
   */
  @Post('import')
  @RouteConfig(NDJSON_ROUTE)
  @RequirePermission('exchange:vault:Tokenize')
  @ApiBody({ description: 'One item a line.', schema: { type: 'string' } })
  @ApiOkResponse({ description: 'The token or an error for each line.' })
  async import(@CurrentRequest() request: AuthenticatedRequest, @Res() reply: FastifyReply): Promise<void> {
    const scope = await this.scopes.open({ request });
    const { principal, collectionId, policy, context, conversationId, requestId } = scope;
    const asked = {
      principal,
      action: 'vault:Join' as const,
      resource: { tenantId: principal.tenantId, collectionId },
      context: { ...context, conversation: conversationId, suppliedByCaller: true },
    };
    const decision = policy.decide(asked);
    if (!decision.allowed) await this.denials.refuse({ requestId, asked, decision, policy: scope.policy });
    await streamAnswer(reply.status(200), NDJSON, this.tokenizing.import(scope, bodyOf(request)));
  }

  /** Lines `{ "token": "[EMAIL_…]" }`; each is answered as an item of /v1/vault/detokenize. */
  @Post('detokenize')
  @RouteConfig(NDJSON_ROUTE)
  @RequirePermission('values')
  @ApiBody({ description: 'One token a line.', schema: { type: 'string' } })
  @ApiOkResponse({ description: 'A value, a level, `unresolved` or an error for each line.' })
  async detokenize(@CurrentRequest() request: AuthenticatedRequest, @Res() reply: FastifyReply): Promise<void> {
    const scope = await this.scopes.open({ request });
    await streamAnswer(reply.status(200), NDJSON, this.detokenizing.lines(scope, bodyOf(request)));
  }
}

function bodyOf({ body }: AuthenticatedRequest): Readable {
  if (typeof body === 'object' && body !== null) return body as Readable;
  throw new DomainError('request.unsupported', { publicMessage: `Send the body as ${NDJSON}.` });
}
