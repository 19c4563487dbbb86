import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DomainError, type Principal } from '#lib/kernel';
import type { Permission } from './permission.js';

/** A request after the guard: its principal is known. */
export interface AuthenticatedRequest extends FastifyRequest {
  readonly user: Principal;
  /** What the route takes. */
  readonly permission: Permission;
}

/** The authenticated request. Throws when a public route asks for it. */
export const CurrentRequest = createParamDecorator((_: unknown, context: ExecutionContext): AuthenticatedRequest => {
  const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (!request.user) throw new DomainError('internal', { publicMessage: 'The route has no principal.' });
  return request;
});
