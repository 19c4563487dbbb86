import { Body, Controller, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { RequirePermission } from '../../http/permission.js';
import { ModelProxy } from '../model-proxy.js';
import { sendAnswer } from '../send-answer.js';
import { SURFACES } from '../surface.js';

/** Anthropic's messages API. */
@Controller('v1/messages')
@RequirePermission('exchange:gateway:Invoke')
export class MessagesController {
  constructor(private readonly proxy: ModelProxy) {}

  @Post()
  create(@CurrentRequest() request: AuthenticatedRequest, @Body() raw: string | undefined, @Res() reply: FastifyReply) {
    return this.send(request, raw, '/v1/messages', reply);
  }

  /** The count is of the tokenised text: that is what the model would read. */
  @Post('count_tokens')
  count(@CurrentRequest() request: AuthenticatedRequest, @Body() raw: string | undefined, @Res() reply: FastifyReply) {
    return this.send(request, raw, '/v1/messages/count_tokens', reply);
  }

  private send(request: AuthenticatedRequest, raw: string | undefined, path: string, reply: FastifyReply) {
    const call = { request, raw: raw ?? '', surface: SURFACES.messages, path };
    return sendAnswer(reply, (signal) => this.proxy.call({ ...call, signal }));
  }
}
