import { z } from 'zod';
import { CollectionSettings } from '#lib/vault';
import { pageOf } from '../../http/page.js';

export const CollectionResponse = z
  .object({
    id: z.string().meta({ description: 'The id of the collection, a slug.' }),
    settings: CollectionSettings.meta({ description: 'What holds for its values.' }),
    etag: z.string().meta({ description: 'For If-Match.' }),
  })
  .meta({ id: 'Collection', description: 'A named space of the vault.' });
export const CollectionList = pageOf(CollectionResponse, 'CollectionList');

export const PutCollectionRequest = CollectionSettings.meta({
  id: 'PutCollectionRequest',
  description: 'What holds for the values of a collection; what is absent takes its default.',
});
export type PutCollectionRequest = z.infer<typeof PutCollectionRequest>;
