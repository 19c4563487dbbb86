import { Body, Controller, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DomainError } from '#lib/kernel';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { RequirePermission } from '../../http/permission.js';
import { ModelProxy } from '../model-proxy.js';
import { sendAnswer } from '../send-answer.js';
import { SURFACES } from '../surface.js';

const CALL = /^([A-Za-z0-9][A-Za-z0-9._-]{0,127}):(generateContent|streamGenerateContent)$/;

/** Gemini's API: the model and the method stand in the URL. Both of its versions go upstream as what they are. */
@Controller(['v1beta/models', 'v1/models'])
@RequirePermission('exchange:gateway:Invoke')
export class GenerateContentController {
  constructor(private readonly proxy: ModelProxy) {}

  @Post(':call')
  generate(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('call') called: string,
    @Query('alt') alt: string | undefined,
    @Body() raw: string | undefined,
    @Res() reply: FastifyReply,
  ) {
    const [, model, method] = CALL.exec(called) ?? [];
    if (model === undefined) throw new DomainError('route.unknown', { publicMessage: 'There is no such route.' });
    const stream = method === 'streamGenerateContent';
    const surface = stream && alt !== 'sse' ? SURFACES.generateContentArray : SURFACES.generateContent;
    const version = request.url.startsWith('/v1beta/') ? 'v1beta' : 'v1';
    const path = `/${version}/models/${model}:${method}${stream && alt === 'sse' ? '?alt=sse' : ''}`;
    const call = { request, raw: raw ?? '', surface, path, model, stream };
    return sendAnswer(reply, (signal) => this.proxy.call({ ...call, signal }));
  }
}
