import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '#lib/kernel';
import { RequirePermission } from '../http/permission.js';
import { ConsoleFiles } from './console-files.js';
import { fileHeaders, newNonce, pageHeaders } from './console-headers.js';

const PREFIX = '/console/';

/**
 * The console: one page for every address below `/console`, and the files that it loads. They hold no data; all of it comes
 * from the API, by the caller's own session.
 */
@ApiExcludeController()
@Controller('console')
@RequirePermission('public')
export class ConsoleController {
  constructor(private readonly files: ConsoleFiles) {}

  @Get()
  async home(@Res() reply: FastifyReply): Promise<void> {
    await this.page(reply);
  }

  @Get('*')
  async any(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const path = request.url.slice(PREFIX.length).replace(/[?#].*$/s, '');
    const file = this.files.file(path);
    if (!file) {
      if (path.startsWith('assets/')) {
        throw new DomainError('route.unknown', { publicMessage: 'The console has no such file.' });
      }
      return this.page(reply);
    }
    reply.headers({ ...fileHeaders(file.immutable), 'content-type': file.type, etag: file.etag });
    if (request.headers['if-none-match'] === file.etag) {
      await reply.status(304).send();
      return;
    }
    const zipped = file.gzip && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    if (zipped) reply.header('content-encoding', 'gzip');
    await reply.send(zipped ? file.gzip : file.body);
  }

  private async page(reply: FastifyReply): Promise<void> {
    const { index } = this.files;
    if (index === null) {
      throw new DomainError('resource.not_found', {
        publicMessage: 'The console is not built. Run `npm run build`, or `npm start`, which builds it.',
      });
    }
    const nonce = newNonce();
    await reply.headers(pageHeaders(nonce)).send(index.replaceAll('__CSP_NONCE__', nonce));
  }
}
