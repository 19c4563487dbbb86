import { createHash } from 'node:crypto';
import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DomainError, type Principal } from '#lib/kernel';
import { type Collection, Collections } from '#lib/vault';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { readIfMatch, TakesIfMatch } from '../../http/entity-tag.js';
import { PageQuery, pageFrom } from '../../http/page.js';
import { RequirePermission } from '../../http/permission.js';
import { Responds } from '../../http/responds.js';
import { CollectionId } from '../../privacy/privacy.schema.js';
import { AdminAudit } from '../admin-audit.js';
import { CollectionList, CollectionResponse, PutCollectionRequest } from './collections.schema.js';

/** Collections of the vault and what holds for their values. A collection that isn't granted doesn't exist. */
@ApiTags('Collections')
@Controller('admin/v1/collections')
export class CollectionsController {
  constructor(
    private readonly collections: Collections,
    private readonly audit: AdminAudit,
  ) {}

  @Get()
  @RequirePermission('vault:Configure')
  @Responds(CollectionList)
  async list(@CurrentRequest() request: AuthenticatedRequest, @Query({ schema: PageQuery }) page: PageQuery) {
    const { user } = request;
    const all = (await this.collections.list(user.tenantId)).filter(({ id }) => mayName(user, id));
    return pageFrom(all.map(withTag), page, ({ id }) => id);
  }

  @Get(':id')
  @RequirePermission('vault:Configure')
  @Responds(CollectionResponse)
  async get(@CurrentRequest() request: AuthenticatedRequest, @Param('id', { schema: CollectionId }) id: string) {
    return withTag(await this.known(request.user, id));
  }

  /** Makes a collection, or replaces the settings of one: then If-Match must name what was read. */
  @Put(':id')
  @RequirePermission('vault:Configure')
  @TakesIfMatch(false)
  @Responds(CollectionResponse)
  async put(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: CollectionId }) id: string,
    @Body({ schema: PutCollectionRequest }) settings: PutCollectionRequest,
  ) {
    const { user } = request;
    if (!mayName(user, id)) throw noSuchCollection();
    const existing = (await this.collections.list(user.tenantId)).find((collection) => collection.id === id);
    if (existing && readIfMatch(request.headers['if-match']) !== withTag(existing).etag) {
      throw new DomainError('precondition.failed', {
        publicMessage: 'The collection was changed meanwhile. Read it again.',
      });
    }
    const stored = await this.collections.put(user.tenantId, id, settings);
    await this.audit.record(request, {
      action: existing ? 'collection.changed' : 'collection.created',
      resource: { kind: 'collection', id },
      facts: { consistency: stored.consistency, ceiling: stored.ceiling, form: stored.form },
    });
    return withTag({ id, settings: stored });
  }

  private async known(user: Principal, id: string): Promise<Collection> {
    if (!mayName(user, id)) throw noSuchCollection();
    return { id, settings: await this.collections.get(user.tenantId, id) };
  }
}

function mayName({ collections }: Principal, id: string): boolean {
  return collections.includes('*') || collections.includes(id);
}

function noSuchCollection(): DomainError {
  return new DomainError('resource.not_found', { publicMessage: 'There is no such collection.' });
}

/** Settings have no version of their own: their tag is a digest of them. */
function withTag(collection: Collection) {
  const digest = createHash('sha256')
    .update(JSON.stringify(sorted(collection.settings)))
    .digest('base64url');
  return { ...collection, etag: digest.slice(0, 22) };
}

function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}
