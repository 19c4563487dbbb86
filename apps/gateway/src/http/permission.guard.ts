import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { Clock, DomainError } from '#lib/kernel';
import { type Action, PolicyStore } from '#lib/policy';
import { Denials } from '../exchange/denials.js';
import { readExchangeHeaders } from '../exchange/exchange-headers.js';
import type { AuthenticatedRequest } from './current-request.js';
import { PERMISSION, type Permission } from './permission.js';
import { SubjectTokens } from './subject-token.js';

@Injectable()
class CredentialGuard extends AuthGuard(['jwt', 'session-cookie', 'api-key']) {}

/** Authenticates and asks the policy for the route's permission. A route that names none is refused. */
@Injectable()
export class PermissionGuard implements CanActivate {
  private readonly authentication = new CredentialGuard();

  constructor(
    private readonly reflector: Reflector,
    private readonly policies: PolicyStore,
    private readonly denials: Denials,
    private readonly clock: Clock,
    private readonly subjectTokens: SubjectTokens,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const permission = this.reflector.getAllAndOverride<Permission | undefined>(PERMISSION, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (permission === undefined) {
      throw new DomainError('internal', { publicMessage: 'The route names no permission.' });
    }
    if (permission === 'public') return true;
    await this.authentication.canActivate(context);
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const user = await this.subjectTokens.principalOf(request.user, request.headers);
    Object.assign(request, { permission, user });
    if (permission === 'values' || permission === 'self' || isExchange(permission)) return true;
    const { user: principal } = request;
    const policy = await this.policies.snapshot(principal.tenantId);
    const { purpose, reason } = readExchangeHeaders(request.headers);
    const asked = {
      principal,
      action: permission,
      resource: { tenantId: principal.tenantId, collectionId: '*' },
      context: {
        now: this.clock.now(),
        mfa: principal.mfa ?? false,
        sourceIp: request.ip,
        ...(purpose !== undefined && { purpose }),
        ...(reason !== undefined && { reason }),
      },
    };
    const decision = policy.decide(asked);
    if (!decision.allowed) await this.denials.refuse({ requestId: request.id, asked, decision, policy });
    return true;
  }
}

function isExchange(permission: Permission): permission is `exchange:${Action}` {
  return permission.startsWith('exchange:');
}
