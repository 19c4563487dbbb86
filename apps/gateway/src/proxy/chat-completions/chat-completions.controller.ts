import { Body, Controller, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { asksForTools, ChatAgents } from '../../agents/chat-agents.js';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { RequirePermission } from '../../http/permission.js';
import { ModelProxy } from '../model-proxy.js';
import { sendAnswer } from '../send-answer.js';
import { SURFACES } from '../surface.js';

@Controller('v1/chat/completions')
@RequirePermission('exchange:gateway:Invoke')
export class ChatCompletionsController {
  constructor(
    private readonly proxy: ModelProxy,
    private readonly agents: ChatAgents,
  ) {}

  @Post()
  complete(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body() raw: string | undefined,
    @Res() reply: FastifyReply,
  ) {
    if (raw !== undefined && asksForTools(raw, request.headers)) {
      return sendAnswer(reply, (signal) => this.agents.complete(request, raw, signal));
    }
    const call = { request, raw: raw ?? '', surface: SURFACES.chatCompletions, path: '/chat/completions' };
    return sendAnswer(reply, (signal) => this.proxy.call({ ...call, signal }));
  }
}
