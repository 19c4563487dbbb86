import { Body, Controller, Delete, Get, Inject, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Config } from '#lib/config';
import { DomainError, Secret } from '#lib/kernel';
import { checkTarget } from '#lib/outbound';
import { McpApprovals, McpServers, type StoredSource, ToolStore } from '#lib/tools';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { IfMatch, TakesIfMatch } from '../../http/entity-tag.js';
import { PageQuery, pageFrom } from '../../http/page.js';
import { RequirePermission } from '../../http/permission.js';
import { Responds, RespondsNothing } from '../../http/responds.js';
import { CONFIG } from '../../http/tokens.js';
import { AdminAudit } from '../admin-audit.js';
import {
  ApproveMcpToolRequest,
  CreateMcpServerRequest,
  McpApprovalsResponse,
  McpServerList,
  McpServerResponse,
  ServerNameParam,
} from './tools.schema.js';

/** The MCP servers of a tenant, and which forms of their tools are approved. */
@ApiTags('Tools')
@Controller('admin/v1/mcp-servers')
export class McpServersController {
  constructor(
    private readonly store: ToolStore,
    private readonly servers: McpServers,
    private readonly approvals: McpApprovals,
    private readonly audit: AdminAudit,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @RequirePermission('tool:Read')
  @Responds(McpServerList)
  async list(@CurrentRequest() { user }: AuthenticatedRequest, @Query({ schema: PageQuery }) page: PageQuery) {
    return pageFrom((await this.store.list(user.tenantId, 'mcp_server')).map(ofTenant), page, ({ name }) => name);
  }

  @Post()
  @RequirePermission('tool:Write')
  @Responds(McpServerResponse, { status: 201 })
  async create(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body({ schema: CreateMcpServerRequest }) { settings, credential }: CreateMcpServerRequest,
  ) {
    try {
      checkTarget(new URL(settings.transport.url), { allowedOrigins: new Set(this.config.toolOrigins) });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const pointer = '/settings/transport/url';
      throw new DomainError('request.invalid', { publicMessage: error.publicMessage, pointer });
    }
    const secret = credential === undefined ? undefined : new Secret(credential);
    const made = await this.store.create(request.user.tenantId, 'mcp_server', settings, secret);
    await this.record(request, 'mcp_server.created', made.name, { credential: made.credential });
    return ofTenant(made);
  }

  @Delete(':name')
  @RequirePermission('tool:Write')
  @TakesIfMatch()
  @RespondsNothing()
  async remove(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('name', { schema: ServerNameParam }) name: string,
    @IfMatch() etag: string,
  ): Promise<void> {
    await this.store.remove(request.user.tenantId, 'mcp_server', name, etag);
    await this.servers.forget(request.user.tenantId, name);
    await this.record(request, 'mcp_server.deleted', name, {});
  }

  /** The form of each tool that was approved, and the one last seen. */
  @Get(':name/approvals')
  @RequirePermission('tool:Read')
  @Responds(McpApprovalsResponse)
  async listApprovals(
    @CurrentRequest() { user }: AuthenticatedRequest,
    @Param('name', { schema: ServerNameParam }) name: string,
  ) {
    await this.servers.get(user.tenantId, name);
    const items = await this.approvals.list(user.tenantId, name);
    return { items: items.map((one) => ({ ...one, isApproved: one.approvedHash === one.seenHash })) };
  }

  /** Models may be told of the tool in the form that was last seen, if it is the one that the approver read. */
  @Post(':name/approvals')
  @RequirePermission('tool:Write')
  @RespondsNothing()
  async approve(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('name', { schema: ServerNameParam }) name: string,
    @Body({ schema: ApproveMcpToolRequest }) { tool, hash }: ApproveMcpToolRequest,
  ): Promise<void> {
    const { user } = request;
    await this.servers.get(user.tenantId, name);
    await this.approvals.approve(user.tenantId, name, tool, hash, user.id);
    await this.record(request, 'mcp_tool.approved', name, { hash });
  }

  private record(request: AuthenticatedRequest, action: string, id: string, facts: Record<string, string>) {
    return this.audit.record(request, { action, resource: { kind: 'mcp_server', id }, facts });
  }
}

function ofTenant({ config: _, ...rest }: StoredSource<'mcp_server'>) {
  return { ...rest, source: 'tenant' as const };
}
