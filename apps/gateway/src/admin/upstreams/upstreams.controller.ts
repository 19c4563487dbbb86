import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DomainError, Secret } from '#lib/kernel';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { IfMatch, TakesIfMatch } from '../../http/entity-tag.js';
import { PageQuery, pageFrom } from '../../http/page.js';
import { RequirePermission } from '../../http/permission.js';
import { Responds, RespondsNothing } from '../../http/responds.js';
import { AdminAudit } from '../admin-audit.js';
import { ManagedUpstreams } from './managed-upstreams.js';
import {
  ChangeUpstreamRequest,
  CreateUpstreamRequest,
  UpstreamCredentialRequest,
  UpstreamList,
  UpstreamNameParam,
  UpstreamResponse,
  UpstreamTestResponse,
} from './upstreams.schema.js';

/** The model APIs of a tenant. Those of the operator's configuration are shown, and changed there. */
@ApiTags('Upstreams')
@Controller('admin/v1/upstreams')
export class UpstreamsController {
  constructor(
    private readonly upstreams: ManagedUpstreams,
    private readonly audit: AdminAudit,
  ) {}

  @Get()
  @RequirePermission('upstream:Read')
  @Responds(UpstreamList)
  async list(@CurrentRequest() request: AuthenticatedRequest, @Query({ schema: PageQuery }) page: PageQuery) {
    return pageFrom(await this.upstreams.list(request.user.tenantId), page, ({ name }) => name);
  }

  @Get(':name')
  @RequirePermission('upstream:Read')
  @Responds(UpstreamResponse)
  get(@CurrentRequest() request: AuthenticatedRequest, @Param('name', { schema: UpstreamNameParam }) name: string) {
    return this.upstreams.get(request.user.tenantId, name);
  }

  /** Serves calls at once, on every replica. */
  @Post()
  @RequirePermission('upstream:Write')
  @Responds(UpstreamResponse, { status: 201 })
  async create(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body({ schema: CreateUpstreamRequest }) { settings, credential }: CreateUpstreamRequest,
  ) {
    const apiKey = credential === undefined ? undefined : new Secret(credential);
    const made = await this.upstreams.create(request.user.tenantId, settings, apiKey);
    await this.record(request, 'upstream.created', made.name, {
      api: settings.api,
      trust: settings.trust,
      origin: new URL(settings.baseUrl).origin,
      credential: made.credential,
    });
    return made;
  }

  @Put(':name')
  @RequirePermission('upstream:Write')
  @TakesIfMatch()
  @Responds(UpstreamResponse)
  async change(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('name', { schema: UpstreamNameParam }) name: string,
    @Body({ schema: ChangeUpstreamRequest }) { settings }: ChangeUpstreamRequest,
    @IfMatch() etag: string,
  ) {
    if (settings.name !== name) {
      throw new DomainError('request.invalid', {
        publicMessage: 'An upstream keeps its name.',
        pointer: '/settings/name',
      });
    }
    const changed = await this.upstreams.change(request.user.tenantId, etag, settings);
    await this.record(request, 'upstream.changed', name, {
      api: settings.api,
      trust: settings.trust,
      origin: new URL(settings.baseUrl).origin,
      credential: changed.credential,
    });
    return changed;
  }

  /** The old credential is used no more as soon as this has answered; on other replicas within a second. */
  @Put(':name/credential')
  @RequirePermission('upstream:Write')
  @Responds(UpstreamResponse)
  async rotateCredential(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('name', { schema: UpstreamNameParam }) name: string,
    @Body({ schema: UpstreamCredentialRequest }) { credential }: UpstreamCredentialRequest,
  ) {
    const apiKey = credential === null ? null : new Secret(credential);
    const changed = await this.upstreams.setCredential(request.user.tenantId, name, apiKey);
    await this.record(request, 'upstream.credential_set', name, { credential: changed.credential });
    return changed;
  }

  /** Asks it for its list of models, once. */
  @Post(':name/test')
  @RequirePermission('upstream:Write')
  @Responds(UpstreamTestResponse)
  async test(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('name', { schema: UpstreamNameParam }) name: string,
  ) {
    const outcome = await this.upstreams.test(request.user.tenantId, name);
    await this.record(request, 'upstream.tested', name, { ok: outcome.ok });
    return outcome;
  }

  @Delete(':name')
  @RequirePermission('upstream:Write')
  @TakesIfMatch()
  @RespondsNothing()
  async remove(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('name', { schema: UpstreamNameParam }) name: string,
    @IfMatch() etag: string,
  ): Promise<void> {
    await this.upstreams.remove(request.user.tenantId, name, etag);
    await this.record(request, 'upstream.deleted', name, {});
  }

  private record(
    request: AuthenticatedRequest,
    action: string,
    name: string,
    facts: Record<string, string | boolean>,
  ): Promise<void> {
    return this.audit.record(request, { action, resource: { kind: 'upstream', id: name }, facts });
  }
}
