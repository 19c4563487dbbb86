import { Body, Controller, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '#lib/audit';
import { Database } from '#lib/database';
import { DEVELOPMENT_TENANT, RateLimits, SetupTokens } from '#lib/identity';
import { Secret } from '#lib/kernel';
import { PolicyStore, seedPolicies } from '#lib/policy';
import { RequirePermission } from '../../http/permission.js';
import { Responds } from '../../http/responds.js';
import { withoutAbsent } from '../../http/without-absent.js';
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
  ) {}

  /** 401 for a wrong, used or late token, and once there is an administrator, all alike. */
  @Post()
  @RequirePermission('public')
  @Responds(SetupResponse, { status: 201 })
  async setUp(@Req() request: FastifyRequest, @Body({ schema: SetupRequest }) body: SetupRequest) {
    const { token, id, displayName } = body;
    await this.limits.take(DEVELOPMENT_TENANT, request.ip, 'login');
    const { key, principalId } = await this.tokens.redeem(DEVELOPMENT_TENANT, new Secret(token), {
      id,
      ...withoutAbsent({ displayName }),
    });
    // The role means something only by a policy; a tenant that has one keeps it.
    if (await seedPolicies(this.database, DEVELOPMENT_TENANT)) this.policies.changed(DEVELOPMENT_TENANT);
    await this.audit.append([
      {
        tenantId: DEVELOPMENT_TENANT,
        action: 'administrator.set_up',
        actor: { id: principalId, kind: 'user' },
        resource: { kind: 'principal', id: auditId(principalId) },
        requestId: request.id,
      },
    ]);
    return { principalId, key: key.reveal() };
  }
}
