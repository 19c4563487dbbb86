import { Body, Controller, Delete, Get, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AnswerProtector, nothingOfCallers, Reidentifier } from '#lib/deidentification';
import { readResponsesRequest } from '#lib/dialects';
import { DomainError } from '#lib/kernel';
import { asksForMcp, ResponsesAgents, RUN_RESPONSE } from '../../agents/responses-agents.js';
import { ExchangeScopes } from '../../exchange/exchange-scopes.js';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { RequirePermission } from '../../http/permission.js';
import { rewriteWhole } from '../guarded-answer.js';
import { type IdentifyAnswer, ModelProxy, type ProxiedAnswer } from '../model-proxy.js';
import { readBody } from '../read-body.js';
import { RestoredLanes } from '../restored-lanes.js';
import { sendAnswer } from '../send-answer.js';
import { SURFACES } from '../surface.js';
import { Upstreams } from '../upstreams.js';
import { responseIdIn, StoredResponses } from './stored-responses.js';

/** OpenAI's Responses API, with responses that the provider stores. */
@Controller('v1/responses')
@RequirePermission('exchange:gateway:Invoke')
export class ResponsesController {
  constructor(
    private readonly proxy: ModelProxy,
    private readonly stored: StoredResponses,
    private readonly scopes: ExchangeScopes,
    private readonly reidentifier: Reidentifier,
    private readonly upstreams: Upstreams,
    private readonly protector: AnswerProtector,
    private readonly agents: ResponsesAgents,
  ) {}

  @Post()
  async create(@CurrentRequest() request: AuthenticatedRequest, @Body() raw = '', @Res() reply: FastifyReply) {
    const { previousId } = readResponsesRequest(raw);
    if (asksForMcp(raw) || (previousId !== null && RUN_RESPONSE.test(previousId))) {
      await sendAnswer(reply, (signal) => this.agents.create(request, raw, signal));
      return;
    }
    const previous = previousId === null ? null : await this.stored.find(request.user, previousId);
    const carried = previous?.tokens ?? [];
    const call = {
      request,
      raw,
      surface: SURFACES.responses,
      path: '/responses',
      carried,
      ...(previous && { conversationId: previous.conversationId, upstream: previous.upstream }),
    };
    const identify: IdentifyAnswer = async ({ scope, exchange, upstream, tokenised }) => {
      const id = responseIdIn(tokenised);
      if (id === null) return false;
      const tokens = [...new Set([...exchange.entities.flatMap(({ token }) => token ?? []), ...carried])];
      await this.stored.bind(request.user, { id, conversationId: scope.conversationId, upstream, tokens });
      return true;
    };
    await sendAnswer(reply, (signal) => this.proxy.call({ ...call, signal }, identify));
  }

  @Get(':id')
  get(@CurrentRequest() request: AuthenticatedRequest, @Param('id') id: string, @Res() reply: FastifyReply) {
    if (RUN_RESPONSE.test(id)) return sendAnswer(reply, () => this.agents.get(request, id));
    return sendAnswer(reply, (signal) => this.atProvider(request, 'GET', id, signal));
  }

  @Delete(':id')
  remove(@CurrentRequest() request: AuthenticatedRequest, @Param('id') id: string, @Res() reply: FastifyReply) {
    if (RUN_RESPONSE.test(id)) return sendAnswer(reply, () => this.agents.remove(request, id));
    return sendAnswer(reply, async (signal) => {
      const answer = await this.atProvider(request, 'DELETE', id, signal);
      await this.stored.remove(request.user, id);
      return answer;
    });
  }

  private async atProvider(
    request: AuthenticatedRequest,
    method: 'GET' | 'DELETE',
    id: string,
    signal: AbortSignal,
  ): Promise<ProxiedAnswer> {
    const stored = await this.stored.find(request.user, id);
    const scope = await this.scopes.open({ request, conversationId: stored.conversationId });
    const upstream = await this.upstreams.named(request.user.tenantId, stored.upstream);
    if (!upstream) throw new DomainError('resource.not_found', { publicMessage: 'There is no such response.' });
    const restoration = await this.reidentifier.restoration(scope, SURFACES.responses.name, {
      issued: [],
      presented: [],
      carried: stored.tokens,
    });
    const call = nothingOfCallers({ method, path: `/responses/${id}`, accept: 'application/json' });
    const answer = await this.upstreams.router.call(upstream, call, signal);
    const lanes = new RestoredLanes(restoration);
    const guard = await this.protector.open(scope, SURFACES.responses.name, restoration);
    const kept = SURFACES.responses.dialect.readAnswer(await readBody(answer.body));
    const body = await rewriteWhole(guard, lanes.open, (open) => kept.rewrite(open));
    return {
      status: answer.status,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
      body,
    };
  }
}
