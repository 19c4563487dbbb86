import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PrincipalRegistry, Roles } from '#lib/identity';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { PageQuery, pageFrom } from '../../http/page.js';
import { RequirePermission } from '../../http/permission.js';
import { Responds, RespondsNothing } from '../../http/responds.js';
import { AdminAudit } from '../admin-audit.js';
import { auditId } from './audit-id.js';
import {
  ClaimRuleId,
  ClaimRuleList,
  GroupId,
  GroupList,
  PutClaimRuleRequest,
  PutGroupRequest,
  PutRoleRequest,
  RoleList,
  RoleResponse,
} from './principals.schema.js';

/** Roles, and what leads to them: groups, and claims of identity providers. */
@ApiTags('Identity')
@Controller('admin/v1')
export class GroupsController {
  constructor(
    private readonly principals: PrincipalRegistry,
    private readonly roles: Roles,
    private readonly audit: AdminAudit,
  ) {}

  @Get('roles')
  @RequirePermission('principal:Read')
  @Responds(RoleList)
  async listRoles(@CurrentRequest() request: AuthenticatedRequest, @Query({ schema: PageQuery }) page: PageQuery) {
    return pageFrom(await this.roles.list(request.user.tenantId), page, (role) => role.id);
  }

  /** Makes a role or describes it anew. It gives nothing until a policy names it. */
  @Put('roles/:id')
  @RequirePermission('principal:Write')
  @Responds(RoleResponse)
  async putRole(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: GroupId }) id: string,
    @Body({ schema: PutRoleRequest }) { description }: PutRoleRequest,
  ) {
    const role = await this.roles.put(request.user.tenantId, id, description);
    await this.audit.record(request, { action: 'role.stored', resource: { kind: 'role', id } });
    return role;
  }

  @Get('groups')
  @RequirePermission('principal:Read')
  @Responds(GroupList)
  async listGroups(@CurrentRequest() request: AuthenticatedRequest, @Query({ schema: PageQuery }) page: PageQuery) {
    return pageFrom(await this.principals.groups(request.user.tenantId), page, (group) => group.id);
  }

  @Put('groups/:id')
  @RequirePermission('principal:Write')
  @RespondsNothing()
  async putGroup(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: GroupId }) id: string,
    @Body({ schema: PutGroupRequest }) group: PutGroupRequest,
  ): Promise<void> {
    await this.principals.putGroup(request.user, { id, ...group });
    await this.audit.record(request, {
      action: 'group.stored',
      resource: { kind: 'group', id: auditId(id) },
      facts: { roles: group.roles.map(auditId) },
    });
  }

  /** Takes away what the group gave. 409 when nobody could administer any more. */
  @Delete('groups/:id')
  @RequirePermission('principal:Write')
  @RespondsNothing()
  async removeGroup(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: GroupId }) id: string,
  ): Promise<void> {
    await this.principals.removeGroup(request.user, id);
    await this.audit.record(request, { action: 'group.removed', resource: { kind: 'group', id: auditId(id) } });
  }

  /** Which claims of identity providers lead to which groups. */
  @Get('claim-rules')
  @RequirePermission('principal:Read')
  @Responds(ClaimRuleList)
  async listClaimRules(@CurrentRequest() request: AuthenticatedRequest, @Query({ schema: PageQuery }) page: PageQuery) {
    return pageFrom(await this.principals.claimRules(request.user.tenantId), page, (rule) => rule.id);
  }

  @Delete('claim-rules/:id')
  @RequirePermission('principal:Write')
  @RespondsNothing()
  async removeClaimRule(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: ClaimRuleId }) id: string,
  ): Promise<void> {
    await this.principals.removeClaimRule(request.user, id);
    await this.audit.record(request, { action: 'claim_rule.removed', resource: { kind: 'claim_rule', id } });
  }

  /** Whoever presents a token of the issuer whose claim holds the value will be in the groups. */
  @Put('claim-rules')
  @RequirePermission('principal:Write')
  @RespondsNothing()
  async putClaimRule(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body({ schema: PutClaimRuleRequest }) rule: PutClaimRuleRequest,
  ): Promise<void> {
    await this.principals.putClaimRule(request.user, rule);
    await this.audit.record(request, {
      action: 'claim_rule.stored',
      resource: { kind: 'claim_rule', id: auditId(rule.issuer) },
      facts: { claim: auditId(rule.claim), groups: rule.groups.map(auditId) },
    });
  }
}
