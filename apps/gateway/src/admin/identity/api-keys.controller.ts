import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiKeys, type CreatedApiKey, KeyMinting } from '#lib/identity';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { pageFrom } from '../../http/page.js';
import { RequirePermission } from '../../http/permission.js';
import { Responds, RespondsNothing } from '../../http/responds.js';
import { AdminAudit } from '../admin-audit.js';
import {
  CreatedKeyResponse,
  CreateKeyRequest,
  KeyList,
  KeyPrefix,
  KeysQuery,
  RotateKeyRequest,
} from './api-keys.schema.js';
import { auditId } from './audit-id.js';

/** Keys of principals. A key holds no more than whoever makes it could hand out; its secret is shown once. */
@ApiTags('Identity')
@Controller('admin/v1/api-keys')
export class ApiKeysController {
  constructor(
    private readonly keys: ApiKeys,
    private readonly minting: KeyMinting,
    private readonly audit: AdminAudit,
  ) {}

  @Get()
  @RequirePermission('principal:Read')
  @Responds(KeyList)
  async list(@CurrentRequest() request: AuthenticatedRequest, @Query({ schema: KeysQuery }) query: KeysQuery) {
    const { principalId } = query;
    const keys = await this.keys.list(request.user.tenantId, principalId === undefined ? {} : { principalId });
    return pageFrom(keys, query, (key) => key.prefix);
  }

  /** The answer is the only one that holds the secret. */
  @Post()
  @RequirePermission('principal:Write')
  @Responds(CreatedKeyResponse, { status: 201 })
  async create(
    @CurrentRequest() request: AuthenticatedRequest,
    @Body({ schema: CreateKeyRequest }) body: CreateKeyRequest,
  ) {
    const { principalId, name, scopes, expiresAt } = body;
    const created = await this.minting.create(request.user, {
      principalId,
      ...(name !== undefined && { name }),
      ...(scopes !== undefined && { scopes }),
      ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt) }),
    });
    return this.recorded(request, 'api_key.created', created);
  }

  /** A new key of the same owner and scopes. The old one ends after the overlap. */
  @Post(':prefix/rotate')
  @RequirePermission('principal:Write')
  @Responds(CreatedKeyResponse, { status: 201 })
  async rotate(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('prefix', { schema: KeyPrefix }) prefix: string,
    @Body({ schema: RotateKeyRequest }) { overlapMs, expiresAt }: RotateKeyRequest,
  ) {
    const created = await this.minting.rotate(request.user, prefix, {
      overlapMs,
      ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt) }),
    });
    return this.recorded(request, 'api_key.rotated', created, { replaces: prefix, overlapMs });
  }

  /** Ends a key, here at once and on every replica within a second. */
  @Delete(':prefix')
  @RequirePermission('principal:Write')
  @RespondsNothing()
  async revoke(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('prefix', { schema: KeyPrefix }) prefix: string,
  ): Promise<void> {
    await this.minting.revoke(request.user, prefix);
    await this.audit.record(request, { action: 'api_key.revoked', resource: { kind: 'api_key', id: prefix } });
  }

  /** The secret leaves only when the key's making is on record. */
  private async recorded(
    request: AuthenticatedRequest,
    action: string,
    { key, record }: CreatedApiKey,
    facts: Record<string, string | number> = {},
  ) {
    const owner = auditId(record.principalId);
    await this.audit.record(request, {
      action,
      resource: { kind: 'api_key', id: record.prefix },
      facts: { principal: owner, scopes: record.scopes, ...facts },
    });
    return { ...record, key: key.reveal() };
  }
}
