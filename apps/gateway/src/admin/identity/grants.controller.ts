import { Body, Controller, Get, Inject, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Logger } from 'pino';
import { type AccessGrant, AccessGrants } from '#lib/identity';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { LOGGER } from '../../http/logger.js';
import { PageQuery, pageFrom } from '../../http/page.js';
import { RequirePermission } from '../../http/permission.js';
import { Responds } from '../../http/responds.js';
import { AdminAudit } from '../admin-audit.js';
import { auditId } from './audit-id.js';
import { BreakGlassRequest, GrantId, GrantList, GrantResponse, RequestGrantRequest } from './grants.schema.js';

/** Roles for a time: asked for by one person, approved by another, ending by themselves. */
@ApiTags('Identity')
@Controller('admin/v1/grants')
export class GrantsController {
  constructor(
    private readonly grants: AccessGrants,
    private readonly audit: AdminAudit,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get()
  @RequirePermission('principal:Read')
  @Responds(GrantList)
  async list(@CurrentRequest() request: AuthenticatedRequest, @Query({ schema: PageQuery }) page: PageQuery) {
    return pageFrom(await this.grants.list(request.user.tenantId), page, (grant) => grant.id);
  }

  @Post()
  @RequirePermission('grant:Request')
  @Responds(GrantResponse, { status: 201 })
  async request(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body({ schema: RequestGrantRequest }) body: RequestGrantRequest,
  ): Promise<AccessGrant> {
    return this.recorded(request, 'access_grant.requested', await this.grants.request(request.user, body));
  }

  /** For oneself and at once, an hour at most. Recorded before it is acknowledged, and logged as an error: somebody must look. */
  @Post('break-glass')
  @RequirePermission('grant:BreakGlass')
  @Responds(GrantResponse, { status: 201 })
  async breakGlass(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body({ schema: BreakGlassRequest }) body: BreakGlassRequest,
  ): Promise<AccessGrant> {
    const grant = await this.grants.breakGlass(request.user, body);
    this.logger.error({ requestId: request.id, grantId: grant.id, role: grant.role }, 'break-glass access was taken');
    return this.recorded(request, 'access_grant.glass_broken', grant);
  }

  /** Refused for one's own request, one's own role, and a role that one couldn't hand out. */
  @Post(':id/approve')
  @RequirePermission('grant:Approve')
  @Responds(GrantResponse)
  async approve(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: GrantId }) id: string,
  ): Promise<AccessGrant> {
    return this.recorded(request, 'access_grant.approved', await this.grants.approve(request.user, id));
  }

  @Post(':id/reject')
  @RequirePermission('grant:Approve')
  @Responds(GrantResponse)
  async reject(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: GrantId }) id: string,
  ): Promise<AccessGrant> {
    return this.recorded(request, 'access_grant.rejected', await this.grants.reject(request.user, id));
  }

  /** Ends a grant before its time. */
  @Post(':id/revoke')
  @RequirePermission('grant:Approve')
  @Responds(GrantResponse)
  async revoke(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: GrantId }) id: string,
  ): Promise<AccessGrant> {
    return this.recorded(request, 'access_grant.revoked', await this.grants.revoke(request.user, id));
  }

  private async recorded(request: AuthenticatedRequest, action: string, grant: AccessGrant): Promise<AccessGrant> {
    await this.audit.record(request, {
      action,
      resource: { kind: 'access_grant', id: grant.id },
      facts: { principal: auditId(grant.principalId), role: grant.role, durationSeconds: grant.durationSeconds },
    });
    return grant;
  }
}
