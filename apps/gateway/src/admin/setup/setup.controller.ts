import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditLog } from '#lib/audit';
import { Database } from '#lib/database';
import { DEVELOPMENT_TENANT, RateLimits, SetupTokens } from '#lib/identity';
import { Secret, withoutAbsent } from '#lib/kernel';
import { PolicyStore, seedPolicies } from '#lib/policy';
import { RequirePermission } from '../../http/permission.js';
import { Responds } from '../../http/responds.js';
import { RequestOrigin } from '../../session/request-origin.js';
import { SessionOpening } from '../../session/session-opening.js';
import { auditId } from '../identity/audit-id.js';
import { SetupRequest, SetupResponse } from './setup.schema.js';

/** The way in on a new installation: the token in the log of the first start makes the first administrator, once. */
@ApiTags('Setup')
@Controller('admin/v1/setup')
export class SetupController {
  constructor(
    private readonly tokens: SetupTokens,
    private readonly limits: RateLimits,
    private readonly policies: PolicyStore,
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly opening: SessionOpening,
    private readonly origin: RequestOrigin,
  ) {}

  /** 401 for a wrong, used or late token, and once there is an administrator, all alike. With a password he is signed in. */
  @Post()
  @RequirePermission('public')
  @Responds(SetupResponse, { status: 201 })
  async setUp(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body({ schema: SetupRequest }) body: SetupRequest,
  ) {
    const { token, id, displayName, password } = body;
    this.origin.mustBeOurs(request);
    await this.limits.take(DEVELOPMENT_TENANT, request.ip, 'login');
    const { principal, key } = await this.tokens.redeem(DEVELOPMENT_TENANT, new Secret(token), {
      id,
      ...withoutAbsent({ displayName }),
      ...(password !== undefined && { password: new Secret(password) }),
    });
    // The role means something only by a policy; a tenant that has one keeps it.
    if (await seedPolicies(this.database, DEVELOPMENT_TENANT)) this.policies.changed(DEVELOPMENT_TENANT);
    await this.audit.append([
      {
        tenantId: DEVELOPMENT_TENANT,
        action: 'administrator.set_up',
        actor: { id: principal.id, kind: 'user' },
        resource: { kind: 'principal', id: auditId(principal.id) },
        requestId: request.id,
      },
    ]);
    if (key) return { principalId: principal.id, key: key.reveal() };
    return {
      principalId: principal.id,
      session: await this.opening.open(request, reply, { principal, method: 'setup' }),
    };
  }
}
