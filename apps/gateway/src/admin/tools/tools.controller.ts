import { Body, Controller, Delete, Get, Inject, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Config, ToolInput } from '#lib/config';
import { DomainError, Secret } from '#lib/kernel';
import { checkTarget } from '#lib/outbound';
import { checkSchema, importChatGlmTools, type Json, type StoredSource, ToolStore } from '#lib/tools';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { IfMatch, TakesIfMatch } from '../../http/entity-tag.js';
import { PageQuery, pageFrom } from '../../http/page.js';
import { RequirePermission } from '../../http/permission.js';
import { Responds, RespondsNothing } from '../../http/responds.js';
import { CONFIG } from '../../http/tokens.js';
import { AdminAudit } from '../admin-audit.js';
import {
  ChangeToolRequest,
  CreateToolRequest,
  ImportedTools,
  ImportToolsRequest,
  ToolCredentialRequest,
  ToolList,
  ToolNameParam,
  ToolResponse,
} from './tools.schema.js';

/** The tools of a tenant. Those of the operator's configuration are shown, and changed there. */
@ApiTags('Tools')
@Controller('admin/v1/tools')
export class ToolsController {
  constructor(
    private readonly store: ToolStore,
    private readonly audit: AdminAudit,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @RequirePermission('tool:Read')
  @Responds(ToolList)
  async list(@CurrentRequest() { user }: AuthenticatedRequest, @Query({ schema: PageQuery }) page: PageQuery) {
    const stored = await this.store.list(user.tenantId, 'tool');
    const configured = this.config.tools.map(({ credential, ...settings }) => ({
      name: settings.name,
      source: 'configuration' as const,
      settings: ToolInput.parse(settings),
      credential: credential ? ('set' as const) : ('none' as const),
      createdAt: null,
      changedAt: null,
      etag: null,
    }));
    return pageFrom([...configured, ...stored.map(ofTenant)], page, ({ name }) => name);
  }

  @Get(':name')
  @RequirePermission('tool:Read')
  @Responds(ToolResponse)
  async get(@CurrentRequest() { user }: AuthenticatedRequest, @Param('name', { schema: ToolNameParam }) name: string) {
    return ofTenant(await this.store.get(user.tenantId, 'tool', name));
  }

  /** May be called at once, on every replica, by whoever has `tool:Invoke`; it sees tokens until a policy says more. */
  @Post()
  @RequirePermission('tool:Write')
  @Responds(ToolResponse, { status: 201 })
  async create(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body({ schema: CreateToolRequest }) { settings, credential }: CreateToolRequest,
  ) {
    this.check(settings);
    const secret = credential === undefined ? undefined : new Secret(credential);
    const made = await this.store.create(request.user.tenantId, 'tool', settings, secret);
    await this.record(request, 'tool.created', made);
    return ofTenant(made);
  }

  /** Makes tools from the registration of another system. All or, where one is refused, those before it. */
  @Post('import')
  @RequirePermission('tool:Write')
  @Responds(ImportedTools, { status: 201 })
  async import(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body({ schema: ImportToolsRequest }) { tools, executor }: ImportToolsRequest,
  ) {
    const read = importChatGlmTools(tools, executor);
    for (const settings of read) this.check(settings);
    const items = [];
    for (const settings of read) {
      const made = await this.store.create(request.user.tenantId, 'tool', settings);
      await this.record(request, 'tool.created', made);
      items.push(ofTenant(made));
    }
    return { items };
  }

  @Put(':name')
  @RequirePermission('tool:Write')
  @TakesIfMatch()
  @Responds(ToolResponse)
  async change(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('name', { schema: ToolNameParam }) name: string,
    @Body({ schema: ChangeToolRequest }) { settings }: ChangeToolRequest,
    @IfMatch() etag: string,
  ) {
    if (settings.name !== name) {
      throw new DomainError('request.invalid', { publicMessage: 'A tool keeps its name.', pointer: '/settings/name' });
    }
    this.check(settings);
    const changed = await this.store.change(request.user.tenantId, 'tool', etag, settings);
    await this.record(request, 'tool.changed', changed);
    return ofTenant(changed);
  }

  /** The old credential is used no more as soon as this has answered; on other replicas within a second. */
  @Put(':name/credential')
  @RequirePermission('tool:Write')
  @TakesIfMatch()
  @Responds(ToolResponse)
  async rotateCredential(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('name', { schema: ToolNameParam }) name: string,
    @Body({ schema: ToolCredentialRequest }) { credential }: ToolCredentialRequest,
    @IfMatch() etag: string,
  ) {
    const next = credential === null ? null : new Secret(credential);
    const changed = await this.store.setCredential(request.user.tenantId, 'tool', { name, etag }, next);
    await this.record(request, 'tool.credential_set', changed);
    return ofTenant(changed);
  }

  @Delete(':name')
  @RequirePermission('tool:Write')
  @TakesIfMatch()
  @RespondsNothing()
  async remove(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('name', { schema: ToolNameParam }) name: string,
    @IfMatch() etag: string,
  ): Promise<void> {
    const stored = await this.store.get(request.user.tenantId, 'tool', name);
    await this.store.remove(request.user.tenantId, 'tool', name, etag);
    await this.record(request, 'tool.deleted', stored);
  }

  private check(settings: CreateToolRequest['settings']): void {
    checkSchema(settings.parameters as { [key: string]: Json }, '/settings/parameters');
    const { executor } = settings;
    const refuse = (publicMessage: string) =>
      new DomainError('request.invalid', { publicMessage, pointer: '/settings/executor' });
    if (executor.kind === 'code') throw refuse('A tool of this kind stands in the operator’s configuration.');
    if (executor.kind !== 'http') return;
    try {
      checkTarget(new URL(executor.url.replace(/\{\{[^{}]*\}\}/g, 'x')), {
        allowedOrigins: new Set(this.config.toolOrigins),
      });
    } catch (error) {
      throw error instanceof DomainError ? refuse(error.publicMessage) : error;
    }
  }

  private record(request: AuthenticatedRequest, action: string, tool: StoredSource<'tool'>): Promise<void> {
    const { executor, policy } = tool.settings;
    const facts = {
      kind: executor.kind,
      credential: tool.credential,
      reveals: Object.values(policy.arguments).filter(({ role }) => role === 'value' || role === 'destination').length,
    };
    return this.audit.record(request, { action, resource: { kind: 'tool', id: tool.name }, facts });
  }
}

function ofTenant({ config: _, ...rest }: StoredSource<'tool'>) {
  return { ...rest, source: 'tenant' as const };
}
