import { Body, Controller, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CollectionDetector, compileDetection, DetectionProfiles, DetectionSettings } from '#lib/deidentification';
import { Detector } from '#lib/detection';
import { DomainError } from '#lib/kernel';
import { Collections } from '#lib/vault';
import { type AuthenticatedRequest, CurrentRequest } from '../../http/current-request.js';
import { IfMatch, TakesIfMatch } from '../../http/entity-tag.js';
import { RequirePermission } from '../../http/permission.js';
import { Responds } from '../../http/responds.js';
import { CollectionId } from '../../privacy/privacy.schema.js';
import { AdminAudit } from '../admin-audit.js';
import { mayName, noSuchCollection } from '../collections/granted-collection.js';
import { DetectionResponse, TryDetectionRequest, TryDetectionResponse } from './detection.schema.js';

/** What is looked for in the texts of a collection. A collection that isn't granted doesn't exist. */
@ApiTags('Detection')
@Controller('admin/v1/collections/:id/detection')
export class DetectionController {
  constructor(
    private readonly collections: Collections,
    private readonly profiles: DetectionProfiles,
    private readonly detector: Detector,
    private readonly collectionDetector: CollectionDetector,
    private readonly audit: AdminAudit,
  ) {}

  @Get()
  @RequirePermission('vault:Configure')
  @Responds(DetectionResponse)
  async get(@CurrentRequest() request: AuthenticatedRequest, @Param('id', { schema: CollectionId }) id: string) {
    await this.existing(request, id);
    const { settings, version } = await this.profiles.read(request.user.tenantId, id);
    return { collection: id, settings, etag: String(version) };
  }

  /** Replaces the settings. They hold for the next request on every replica. */
  @Put()
  @RequirePermission('vault:Configure')
  @TakesIfMatch()
  @Responds(DetectionResponse)
  async put(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: CollectionId }) id: string,
    @IfMatch() tag: string,
    @Body({ schema: DetectionSettings }) given: DetectionSettings,
  ) {
    await this.existing(request, id);
    const { settings, version } = await this.profiles.put(request.user.tenantId, id, given, versionOf(tag));
    await this.audit.record(request, {
      action: 'detection.changed',
      resource: { kind: 'collection', id },
      facts: {
        version,
        ...(settings.types && { types: settings.types }),
        ...(settings.excludeTypes && { excludedTypes: settings.excludeTypes }),
        profile: settings.profile ?? 'default',
        analyzer: settings.analyzer === true,
        allowedTerms: settings.allow?.length ?? 0,
        deniedTerms: settings.deny?.length ?? 0,
        recognizers: (settings.recognizers ?? []).map(({ name }) => name),
      },
    });
    return { collection: id, settings, etag: String(version) };
  }

  /** Reads texts by settings that are not stored, or by those that are. The analyzer is asked only by stored ones. */
  @Post('try')
  @RequirePermission('vault:Configure')
  @Responds(TryDetectionResponse)
  async try(
    @CurrentRequest() request: AuthenticatedRequest,
    @Param('id', { schema: CollectionId }) id: string,
    @Body({ schema: TryDetectionRequest }) { texts, settings }: TryDetectionRequest,
  ) {
    await this.existing(request, id);
    const documents = texts.map((text) => [{ text }]);
    if (settings) {
      const options = compileDetection(settings);
      return { results: documents.map((document) => ({ findings: this.detector.findAll(document, options)[0] })) };
    }
    const { tenantId } = request.user;
    const results: object[] = [];
    for (const document of documents) {
      const [findings] = await this.collectionDetector.findAll({ tenantId, collectionId: id, texts: document });
      results.push({ findings });
    }
    return { results };
  }

  private async existing({ user }: AuthenticatedRequest, id: string): Promise<void> {
    if (!mayName(user, id)) throw noSuchCollection();
    await this.collections.get(user.tenantId, id);
  }
}

function versionOf(tag: string): number {
  if (!/^\d{1,9}$/.test(tag)) {
    throw new DomainError('precondition.failed', {
      publicMessage: 'The detection settings were changed meanwhile. Read them again.',
    });
  }
  return Number(tag);
}
