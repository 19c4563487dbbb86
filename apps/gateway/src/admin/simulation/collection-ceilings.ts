import { Injectable } from '@nestjs/common';
import type { CollectionCeiling } from '#lib/policy';
import { Collections, ceilingOf } from '#lib/vault';

/** The ceilings that the seam enforces, for those who ask what it would do. */
@Injectable()
export class CollectionCeilings {
  constructor(private readonly collections: Collections) {}

  /** As they are now. A collection that is not there has none. */
  async of(tenantId: string): Promise<CollectionCeiling> {
    const listed = await this.collections.list(tenantId);
    const settingsOf = new Map(listed.map(({ id, settings }) => [id, settings]));
    return ({ collectionId, infoType }) => {
      const settings = settingsOf.get(collectionId);
      if (!settings) return 'plain';
      return infoType === undefined ? settings.ceiling : ceilingOf(settings, infoType);
    };
  }
}
