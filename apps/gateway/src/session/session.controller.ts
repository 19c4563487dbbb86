import { Body, Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ApiKeys,
  ConsoleSessions,
  DEVELOPMENT_TENANT,
  LocalSignIn,
  RateLimits,
  SESSION_COOKIE,
  type SignedIn,
} from '#lib/identity';
import { DomainError, Secret } from '#lib/kernel';
import { AdminAudit } from '../admin/admin-audit.js';
import { type AuthenticatedRequest, CurrentRequest } from '../http/current-request.js';
import { RequirePermission } from '../http/permission.js';
import { Responds, RespondsNothing } from '../http/responds.js';
import { clearCookie } from './cookies.js';
import { RequestOrigin } from './request-origin.js';
import { SessionResponse, SignInRequest, StepUpRequest } from './session.schema.js';
import { cookieOf, mustHaveSession, SessionOpening } from './session-opening.js';
import { SessionView } from './session-view.js';
import { SignInAudit } from './sign-in-audit.js';

/** The console's session: the cookie names it, nothing of it is kept in the browser. */
@ApiTags('Sign-in')
@Controller('admin/v1/session')
export class SessionController {
  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly local: LocalSignIn,
    private readonly sessions: ConsoleSessions,
    private readonly opening: SessionOpening,
    private readonly view: SessionView,
    private readonly limits: RateLimits,
    private readonly origin: RequestOrigin,
    private readonly signIns: SignInAudit,
    private readonly audit: AdminAudit,
  ) {}

  /** Sign in. 401 for a wrong name, password or key, all alike; `identity.mfa_required` when a code is wanted besides. */
  @Post()
  @RequirePermission('public')
  @Responds(SessionResponse)
  async signIn(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body({ schema: SignInRequest }) body: SignInRequest,
  ) {
    this.origin.mustBeOurs(request);
    await this.limits.take(DEVELOPMENT_TENANT, request.ip, 'login');
    return this.opening.open(request, reply, await this.#prove(request, body));
  }

  @Get()
  @RequirePermission('self')
  @Responds(SessionResponse)
  current(@CurrentRequest() request: AuthenticatedRequest) {
    return this.view.of(mustHaveSession(request), request.ip);
  }

  /** Sign out. */
  @Delete()
  @RequirePermission('self')
  @RespondsNothing()
  async signOut(@CurrentRequest() request: AuthenticatedRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const cookie = cookieOf(request);
    await this.sessions.close(cookie);
    clearCookie(reply, SESSION_COOKIE);
    await this.audit.record(request, { action: 'session.closed', resource: { kind: 'session' } });
  }

  /** Proves again who is there, for what asks for it. The cookie and the CSRF token change. */
  @Post('step-up')
  @RequirePermission('self')
  @Responds(SessionResponse)
  async stepUp(
    @CurrentRequest() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body({ schema: StepUpRequest }) { password, code }: StepUpRequest,
  ) {
    mustHaveSession(request);
    const { tenantId, id } = request.user;
    await this.limits.take(tenantId, id, 'login:name');
    const mfa = await this.#recorded(request, { method: 'password', tenantId, known: id }, () =>
      this.local.prove(tenantId, id, {
        ...(password !== undefined && { password: new Secret(password) }),
        ...(code !== undefined && { code }),
      }),
    );
    await this.audit.record(request, { action: 'session.stepped_up', resource: { kind: 'session' }, facts: { mfa } });
    return this.opening.renew(request, reply, { mfa });
  }

  async #prove(
    request: FastifyRequest,
    { tenant, name = '', password = '', code, key }: SignInRequest,
  ): Promise<SignedIn> {
    if (key !== undefined) {
      const presented = new Secret(key);
      const principal = await this.#recorded(request, { method: 'key' }, () => this.apiKeys.authenticate(presented));
      return { principal, method: 'key', apiKeyPrefix: ApiKeys.prefixOf(presented) };
    }
    await this.limits.take(tenant, name, 'login:name');
    const { password: known } = await this.local.means(tenant, name);
    const refusal = { method: 'password', tenantId: tenant, ...(known && { known: name }) } as const;
    const principal = await this.#recorded(request, known ? refusal : { method: 'password' }, () =>
      this.local.authenticate(tenant, { name, password: new Secret(password), ...(code !== undefined && { code }) }),
    );
    return { principal, method: 'password' };
  }

  /** A refusal is on record before it is told. */
  async #recorded<T>(
    request: FastifyRequest,
    refusal: Omit<Parameters<SignInAudit['refused']>[1], 'code'>,
    prove: () => Promise<T>,
  ): Promise<T> {
    try {
      return await prove();
    } catch (error) {
      if (error instanceof DomainError) await this.signIns.refused(request, { ...refusal, code: error.code });
      throw error;
    }
  }
}
