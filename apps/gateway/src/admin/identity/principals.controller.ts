import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type PrincipalRecord, PrincipalRegistry } from '#lib/identity';
import { withoutAbsent } from '#lib/kernel';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { IfMatch, TakesIfMatch } from '../../http/entity-tag.js';
import { PageQuery, pageFrom } from '../../http/page.js';
import { RequirePermission } from '../../http/permission.js';
import { Responds } from '../../http/responds.js';
import { AdminAudit } from '../admin-audit.js';
import { auditId } from './audit-id.js';
import {
  CreatePrincipalRequest,
  PrincipalId,
  PrincipalList,
  PrincipalResponse,
  UpdatePrincipalRequest,
} from './principals.schema.js';

/** Who can call. Nobody gives what he doesn't hold, changes his own rights, or leaves the tenant without administrator. */
@ApiTags('Identity')
@Controller('admin/v1/principals')
export class PrincipalsController {
  constructor(
    private readonly principals: PrincipalRegistry,
    private readonly audit: AdminAudit,
  ) {}

  @Get()
  @RequirePermission('principal:Read')
  @Responds(PrincipalList)
  async list(@CurrentRequest() request: AuthenticatedRequest, @Query({ schema: PageQuery }) page: PageQuery) {
    return pageFrom(await this.principals.list(request.user.tenantId), page, (principal) => principal.id);
  }

  @Get(':id')
  @RequirePermission('principal:Read')
  @Responds(PrincipalResponse)
  get(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: PrincipalId }) id: string,
  ): Promise<PrincipalRecord> {
    return this.principals.get(request.user.tenantId, id);
  }

  @Post()
  @RequirePermission('principal:Write')
  @Responds(PrincipalResponse, { status: 201 })
  async create(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body({ schema: CreatePrincipalRequest }) body: CreatePrincipalRequest,
  ): Promise<PrincipalRecord> {
    const { id, kind, ...rest } = body;
    const made = await this.principals.create(request.user, { id, kind, ...withoutAbsent(rest) });
    await this.audit.record(request, principalEvent('principal.created', made));
    return made;
  }

  /** Changes what is given. 428 without If-Match, 412 when it was changed meanwhile. */
  @Patch(':id')
  @RequirePermission('principal:Write')
  @TakesIfMatch()
  @Responds(PrincipalResponse)
  async update(
    @CurrentRequest() request: AuthenticatedRequest,
    @IfMatch() etag: string,
    @Param('id', { schema: PrincipalId }) id: string,
    @Body({ schema: UpdatePrincipalRequest }) body: UpdatePrincipalRequest,
  ): Promise<PrincipalRecord> {
    const changed = await this.principals.update(request.user, { id, etag }, withoutAbsent(body));
    await this.audit.record(request, principalEvent('principal.changed', changed));
    return changed;
  }
}

function principalEvent(action: string, { id, state, roles }: PrincipalRecord) {
  return { action, resource: { kind: 'principal', id: auditId(id) }, facts: { state, roles } };
}
