import { Body, Controller, Delete, Get, Inject, Param, Post, Put, Query } from '@nestjs/common';
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
  ChangeMcpServerRequest,
  CreateMcpServerRequest,
  McpApprovalsResponse,
  McpServerList,
  McpServerResponse,
  ServerNameParam,
  ToolCredentialRequest,
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

  @Get(':name')
  @RequirePermission('tool:Read')
  @Responds(McpServerResponse)
  async get(
    @CurrentRequest() { user }: AuthenticatedRequest,
    @Param('name', { schema: ServerNameParam }) name: string,
  ) {
    return ofTenant(await this.store.get(user.tenantId, 'mcp_server', name));
  }

  @Post()
  @RequirePermission('tool:Write')
  @Responds(McpServerResponse, { status: 201 })
  async create(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body({ schema: CreateMcpServerRequest }) { settings, credential }: CreateMcpServerRequest,
  ) {
    this.check(settings);
    const secret = credential === undefined ? undefined : new Secret(credential);
    const made = await this.store.create(request.user.tenantId, 'mcp_server', settings, secret);
    await this.record(request, 'mcp_server.created', made.name, { credential: made.credential });
    return ofTenant(made);
  }

  /** Sessions that are open with the server end: their clients begin anew with its new settings. */
  @Put(':name')
  @RequirePermission('tool:Write')
  @TakesIfMatch()
  @Responds(McpServerResponse)
  async change(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('name', { schema: ServerNameParam }) name: string,
    @Body({ schema: ChangeMcpServerRequest }) { settings }: ChangeMcpServerRequest,
    @IfMatch() etag: string,
  ) {
    if (settings.name !== name) {
      throw new DomainError('request.invalid', {
        publicMessage: 'A server keeps its name.',
        pointer: '/settings/name',
      });
    }
    this.check(settings);
    const changed = await this.store.change(request.user.tenantId, 'mcp_server', etag, settings);
    await this.servers.forget(request.user.tenantId, name);
    await this.record(request, 'mcp_server.changed', name, { credential: changed.credential });
    return ofTenant(changed);
  }

  /** The old credential is used no more as soon as this has answered; on other replicas within a second. */
  @Put(':name/credential')
  @RequirePermission('tool:Write')
  @TakesIfMatch()
  @Responds(McpServerResponse)
  async rotateCredential(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('name', { schema: ServerNameParam }) name: string,
    @Body({ schema: ToolCredentialRequest }) { credential }: ToolCredentialRequest,
    @IfMatch() etag: string,
  ) {
    const next = credential === null ? null : new Secret(credential);
    const changed = await this.store.setCredential(request.user.tenantId, 'mcp_server', { name, etag }, next);
    await this.servers.forget(request.user.tenantId, name);
    await this.record(request, 'mcp_server.credential_set', name, { credential: changed.credential });
    return ofTenant(changed);
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

  private check({ transport }: CreateMcpServerRequest['settings']): void {
    try {
      checkTarget(new URL(transport.url), { allowedOrigins: new Set(this.config.toolOrigins) });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const pointer = '/settings/transport/url';
      throw new DomainError('request.invalid', { publicMessage: error.publicMessage, pointer });
    }
  }

  private record(request: AuthenticatedRequest, action: string, id: string, facts: Record<string, string>) {
    return this.audit.record(request, { action, resource: { kind: 'mcp_server', id }, facts });
  }
}

function ofTenant({ config: _, ...rest }: StoredSource<'mcp_server'>) {
  return { ...rest, source: 'tenant' as const };
}
