import { Body, Controller, Get, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { nothingOfCallers } from '#lib/deidentification';
import { DomainError } from '#lib/kernel';
import { ExchangeScopes } from '../../exchange/exchange-scopes.js';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { RequirePermission } from '../../http/permission.js';
import { ModelProxy } from '../model-proxy.js';
import { parseOrNull } from '../parse-or-null.js';
import { readBody } from '../read-body.js';
import { sendAnswer } from '../send-answer.js';
import { SURFACES } from '../surface.js';
import { Upstreams } from '../upstreams.js';

/** Ollama's own API. */
@Controller('api')
@RequirePermission('exchange:gateway:Invoke')
export class OllamaController {
  constructor(
    private readonly proxy: ModelProxy,
    private readonly scopes: ExchangeScopes,
    private readonly upstreams: Upstreams,
  ) {}

  @Post('chat')
  chat(@CurrentRequest() request: AuthenticatedRequest, @Body() raw: string | undefined, @Res() reply: FastifyReply) {
    return this.send(request, raw, '/api/chat', reply);
  }

  @Post('generate')
  generate(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body() raw: string | undefined,
    @Res() reply: FastifyReply,
  ) {
    return this.send(request, raw, '/api/generate', reply);
  }

  /** The models of the first Ollama upstream, as it lists them. */
  @Get('tags')
  async tags(@CurrentRequest() request: AuthenticatedRequest): Promise<object> {
    await this.scopes.open({ request });
    const [upstream] = await this.upstreams.ofFamilies(request.user.tenantId, ['ollama']);
    if (!upstream) throw new DomainError('upstream.unknown_model', { publicMessage: 'There is no Ollama upstream.' });
    const call = nothingOfCallers({ method: 'GET' as const, path: '/api/tags', accept: 'application/json' });
    const answer = await this.upstreams.router.call(upstream, call, AbortSignal.timeout(upstream.firstByteTimeoutMs));
    const list = parseOrNull(await readBody(answer.body));
    if (answer.status === 200 && typeof list === 'object' && list !== null) return list;
    throw new DomainError('upstream.rejected', { publicMessage: 'The upstream did not give its list of models.' });
  }

  private send(request: AuthenticatedRequest, raw: string | undefined, path: string, reply: FastifyReply) {
    const call = { request, raw: raw ?? '', surface: SURFACES.ollama, path };
    return sendAnswer(reply, (signal) => this.proxy.call({ ...call, signal }));
  }
}
