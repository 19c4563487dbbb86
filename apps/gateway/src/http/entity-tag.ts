import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, tap } from 'rxjs';
import { DomainError } from '#lib/kernel';

const TAG = /^(?:W\/)?"([\w-]{1,64})"$/;

/** The entity tag that a request names (RFC 9110 §13.1.1). `*` isn't taken: a write must say what it has read. */
export function readIfMatch(header: string | undefined): string {
  if (header === undefined || header === '') {
    throw new DomainError('precondition.required', {
      publicMessage: 'Send If-Match with the ETag of what you have read, so that nobody’s change is overwritten.',
    });
  }
  const tag = TAG.exec(header)?.[1];
  if (tag === undefined) {
    throw new DomainError('request.invalid', { publicMessage: 'The header If-Match must be one ETag in quotes.' });
  }
  return tag;
}

/** The tag from `If-Match`. Throws `precondition.required` without one. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext): string =>
  readIfMatch(context.switchToHttp().getRequest<FastifyRequest>().headers['if-match']),
);

/** Documents that a route takes `If-Match`; not required where it may also make what is not there. */
export const TakesIfMatch = (required = true) =>
  ApiHeader({ name: 'if-match', required, description: 'The ETag of what is to be changed, as last read.' });

/** Sends the `etag` member of an answer as the header that `If-Match` wants back. */
@Injectable()
export class EntityTagInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      tap((body: unknown) => {
        if (typeof body !== 'object' || body === null || !('etag' in body) || typeof body.etag !== 'string') return;
        context.switchToHttp().getResponse<FastifyReply>().header('etag', `"${body.etag}"`);
      }),
    );
  }
}
