import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { DomainError } from '#lib/kernel';
import { apiError, familyOfPath } from './api-error.js';
import { LOGGER } from './logger.js';
import { type ProblemInput, problem, statusOf } from './problem.js';
import { RequestInvalid } from './request-body.pipe.js';

/** Turns every error into a problem body, on model APIs in their own shape, and logs it once, by code: no message, body or URL of the caller's is logged. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const input = { ...describeError(error), requestId: request.id };
    const facts = { requestId: request.id, code: input.code, status: input.status };
    if (input.status >= 500) {
      const detail = error instanceof DomainError ? error.detail : undefined;
      this.logger.error({ ...facts, ...(detail !== undefined && { detail }), ...whereOf(error) }, 'request failed');
    } else {
      this.logger.debug(facts, 'request refused');
    }
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    if (input.status === 401) reply.header('www-authenticate', 'Bearer');
    if (input.status === 429) reply.header('retry-after', String(retryAfterSeconds(error)));
    const family = familyOfPath(request.url);
    reply
      .status(input.status)
      .header('content-type', `application/${family ? '' : 'problem+'}json; charset=utf-8`)
      .header('cache-control', 'no-store')
      .send(JSON.stringify(apiError(family, problem(input))));
  }
}

function retryAfterSeconds(error: unknown): number {
  const ms = error instanceof DomainError ? error.facts.retryAfterMs : undefined;
  return typeof ms === 'number' ? Math.max(1, Math.ceil(ms / 1_000)) : 1;
}

function describeError(error: unknown): Omit<ProblemInput, 'requestId'> {
  if (error instanceof RequestInvalid) {
    const { code, publicMessage: detail, pointer, errors } = error;
    return { status: 400, code, detail, pointer, errors };
  }
  if (error instanceof DomainError) {
    const { code, publicMessage: detail, pointer, facts } = error;
    return { status: statusOf(code), code, detail, pointer, facts };
  }
  const status = error instanceof HttpException ? error.getStatus() : statusOfFastify(error);
  if (status === 404) return { status, code: 'route.unknown', detail: 'There is no such route.' };
  if (status === 413) {
    return { status, code: 'request.too_large', detail: 'The body is larger than this gateway accepts.' };
  }
  if (status === 415) return { status, code: 'request.unsupported', detail: 'Send the body as application/json.' };
  if (status >= 400 && status < 500) return { status, code: 'request.invalid', detail: 'The request cannot be read.' };
  return { status: 500, code: 'internal', detail: 'Something went wrong here. The request id finds it in the log.' };
}

/** Errors that arise before Nest's handlers carry a status; others have none. */
function statusOfFastify(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return 500;
  return typeof error.statusCode === 'number' ? error.statusCode : 500;
}

/** The class of an unforeseen error and where in our code it arose. Its message may hold data, so it is not logged. */
function whereOf(error: unknown): { error?: string; at?: string[] } {
  if (error instanceof DomainError || !(error instanceof Error)) return {};
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { error: error.name, at: frames.slice(0, 6).map((line) => line.trim()) };
}
