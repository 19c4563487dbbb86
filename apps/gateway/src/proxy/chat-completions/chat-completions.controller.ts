import { Body, Controller, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { RequirePermission } from '../../http/permission.js';
import { ChatCompletions } from './chat-completions.js';

@Controller('v1/chat/completions')
@RequirePermission('exchange:gateway:Invoke')
export class ChatCompletionsController {
  constructor(private readonly chat: ChatCompletions) {}

  /** A client that goes away cancels the upstream's work. */
  @Post()
  async complete(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body() raw: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const abort = new AbortController();
    reply.raw.once('close', () => abort.abort());
    const answer = await this.chat.complete(request, raw ?? '', abort.signal);
    await reply.status(answer.status).headers(answer.headers).send(answer.body);
  }
}
