import { createHash } from 'node:crypto';
import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DomainError, type Principal } from '#lib/kernel';
import { type Collection, type CollectionSettings, Collections, KeyRotations } from '#lib/vault';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { readIfMatch, TakesIfMatch } from '../../http/entity-tag.js';
import { PageQuery, pageFrom } from '../../http/page.js';
import { RequirePermission } from '../../http/permission.js';
import { Responds, RespondsNothing } from '../../http/responds.js';
import { CollectionId } from '../../privacy/privacy.schema.js';
import { AdminAudit } from '../admin-audit.js';
import { KeyRotationRunner } from '../keys/key-rotation-runner.js';
import { CollectionList, CollectionResponse, PutCollectionRequest } from './collections.schema.js';
import { mayName, noSuchCollection } from './granted-collection.js';

/** Collections of the vault and what holds for their values. A collection that isn't granted doesn't exist. */
@ApiTags('Collections')
@Controller('admin/v1/collections')
export class CollectionsController {
  constructor(
    private readonly collections: Collections,
    private readonly rotations: KeyRotations,
    private readonly runner: KeyRotationRunner,
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

  /**
   * Makes a collection, or replaces the settings of one: then If-Match must name what was read. Where the ways of searching
   * change, the values that are there are indexed anew in the background (a rotation of the kind `search`).
   */
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
      facts: {
        consistency: stored.consistency,
        ceiling: stored.ceiling,
        form: stored.form,
        archived: stored.archived ?? false,
      },
    });
    if (existing && searchOf(existing.settings) !== searchOf(stored)) {
      this.runner.start(user.tenantId, await this.rotations.begin(user.tenantId, 'search'));
    }
    return withTag({ id, settings: stored });
  }

  /** Removes a collection that holds no values. 409 while it does, and for `default`. */
  @Delete(':id')
  @RequirePermission('vault:Configure')
  @RespondsNothing()
  async remove(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: CollectionId }) id: string,
  ): Promise<void> {
    if (!mayName(request.user, id)) throw noSuchCollection();
    await this.collections.remove(request.user.tenantId, id);
    await this.audit.record(request, { action: 'collection.removed', resource: { kind: 'collection', id } });
  }

  private async known(user: Principal, id: string): Promise<Collection> {
    if (!mayName(user, id)) throw noSuchCollection();
    return { id, settings: await this.collections.get(user.tenantId, id) };
  }
}

/** The declared ways of searching, to be compared. */
function searchOf(settings: CollectionSettings): string {
  const declared = Object.entries(settings.types).filter(([, { search }]) => search?.length);
  return JSON.stringify(declared.map(([type, { search }]) => [type, [...search!].sort()]).sort());
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
