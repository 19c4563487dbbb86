import { Body, Controller, Delete, Param, Post, Put, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConsoleSessions, DEVELOPMENT_TENANT, LocalSignIn, RateLimits, SignInInvitations } from '#lib/identity';
import { Secret } from '#lib/kernel';
import { AdminAudit } from '../admin/admin-audit.js';
import { auditId } from '../admin/identity/audit-id.js';
import { PrincipalId } from '../admin/identity/principals.schema.js';
import { type AuthenticatedRequest, CurrentRequest } from '../http/current-request.js';
import { RequirePermission } from '../http/permission.js';
import { Responds, RespondsNothing } from '../http/responds.js';
import { RequestOrigin } from './request-origin.js';
import {
  ConfirmTotpRequest,
  InvitationResponse,
  NothingAsked,
  RedeemInvitationRequest,
  SessionResponse,
  SetPasswordRequest,
  TotpResponse,
} from './session.schema.js';
import { cookieOf, mustBeRecent, SessionOpening } from './session-opening.js';

/** Passwords and second factors: one's own, and how others get theirs. */
@ApiTags('Sign-in')
@Controller('admin/v1')
export class CredentialsController {
  constructor(
    private readonly local: LocalSignIn,
    private readonly invitations: SignInInvitations,
    private readonly sessions: ConsoleSessions,
    private readonly opening: SessionOpening,
    private readonly limits: RateLimits,
    private readonly origin: RequestOrigin,
    private readonly audit: AdminAudit,
  ) {}

  /** A new password. Every other session of the person ends. */
  @Put('session/password')
  @RequirePermission('self')
  @Responds(SessionResponse)
  async setPassword(
    @CurrentRequest() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body({ schema: SetPasswordRequest }) { password }: SetPasswordRequest,
  ) {
    const { principal } = mustBeRecent(request);
    const { tenantId, id } = principal;
    await this.local.setPassword(tenantId, id, new Secret(password));
    await this.sessions.closeAll(tenantId, id, cookieOf(request));
    await this.audit.record(request, { action: 'password.set', resource: { kind: 'principal', id: auditId(id) } });
    return this.opening.renew(request, reply, { mfa: false });
  }

  /** A secret for an authenticator app. It counts once a code of it was given. */
  @Post('session/totp')
  @RequirePermission('self')
  @Responds(TotpResponse, { status: 201 })
  async beginTotp(@CurrentRequest() request: AuthenticatedRequest, @Body({ schema: NothingAsked }) _: object) {
    const { principal } = mustBeRecent(request);
    const { secret, uri } = await this.local.beginTotp(principal.tenantId, principal.id);
    return { secret: secret.reveal(), uri: uri.reveal() };
  }

  @Put('session/totp')
  @RequirePermission('self')
  @Responds(SessionResponse)
  async confirmTotp(
    @CurrentRequest() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body({ schema: ConfirmTotpRequest }) { code }: ConfirmTotpRequest,
  ) {
    const { principal } = mustBeRecent(request);
    await this.limits.take(principal.tenantId, principal.id, 'login:name');
    await this.local.confirmTotp(principal.tenantId, principal.id, code);
    await this.#recordOwn(request, 'second_factor.set_up');
    return this.opening.renew(request, reply, { mfa: true });
  }

  @Delete('session/totp')
  @RequirePermission('self')
  @RespondsNothing()
  async removeTotp(@CurrentRequest() request: AuthenticatedRequest): Promise<void> {
    const { principal } = mustBeRecent(request);
    await this.local.removeTotp(principal.tenantId, principal.id);
    await this.#recordOwn(request, 'second_factor.removed');
  }

  /** Lets a stored person choose a password, new or again. Shown once. */
  @Post('principals/:id/invitation')
  @RequirePermission('principal:Write')
  @Responds(InvitationResponse, { status: 201 })
  async invite(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: PrincipalId }) id: string,
    @Body({ schema: NothingAsked }) _: object,
  ) {
    const { token, expiresAt } = await this.invitations.create(request.user, id);
    await this.audit.record(request, { action: 'person.invited', resource: { kind: 'principal', id: auditId(id) } });
    return { token: token.reveal(), expiresAt };
  }

  /** Takes password, second factor, invitation and sessions away from a person. */
  @Delete('principals/:id/sign-in')
  @RequirePermission('principal:Write')
  @RespondsNothing()
  async removeSignIn(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: PrincipalId }) id: string,
  ): Promise<void> {
    await this.invitations.remove(request.user, id);
    await this.sessions.closeAll(request.user.tenantId, id);
    await this.audit.record(request, { action: 'sign_in.removed', resource: { kind: 'principal', id: auditId(id) } });
  }

  /** Chooses a password by an invitation, and signs in. A second factor that was set up is asked for at the next sign-in. */
  @Post('invitation')
  @RequirePermission('public')
  @Responds(SessionResponse)
  async redeem(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body({ schema: RedeemInvitationRequest }) { token, password }: RedeemInvitationRequest,
  ) {
    this.origin.mustBeOurs(request);
    await this.limits.take(DEVELOPMENT_TENANT, request.ip, 'login');
    const principal = await this.invitations.redeem(new Secret(token), new Secret(password));
    await this.sessions.closeAll(principal.tenantId, principal.id);
    return this.opening.open(request, reply, { principal, method: 'password' });
  }

  async #recordOwn(request: AuthenticatedRequest, action: string): Promise<void> {
    await this.audit.record(request, { action, resource: { kind: 'principal', id: auditId(request.user.id) } });
  }
}
