import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { RequirePermission } from '../../http/permission.js';
import { Responds } from '../../http/responds.js';
import { Playground } from './playground.js';
import { PlaygroundRequest, PlaygroundResponse } from './playground.schema.js';

/** Shows what the gateway does with a text: what it finds, what leaves, what comes back, and who sees what of it. */
@ApiTags('Simulation')
@Controller('admin/v1/playground')
export class PlaygroundController {
  constructor(private readonly playground: Playground) {}

  /**
   * The values are tokenized and recorded as in any exchange; with `send` the model is asked too. Takes `gateway:Invoke` in
   * the collection, and `policy:Read`, since the answer names statements. Nobody is shown a value that is not in the text.
   */
  @Post()
  @RequirePermission('exchange:gateway:Invoke')
  @Responds(PlaygroundResponse)
  run(
    @CurrentRequest() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body({ schema: PlaygroundRequest }) body: PlaygroundRequest,
  ) {
    reply.header('cache-control', 'no-store');
    const abort = new AbortController();
    reply.raw.once('close', () => abort.abort());
    return this.playground.run(request, body, abort.signal);
  }
}
