import { z } from 'zod';
import { CollectionId, InfoTypeName } from '../privacy/privacy.schema.js';

const ITEMS_MAX = 10_000;

export const TokenizeRequest = z
  .strictObject({
    items: z
      .array(
        z.strictObject({
          type: InfoTypeName,
          value: z.string().min(1).meta({ 'x-sensitive': true }),
          subject: z.string().min(1).max(200).optional(),
          expiresAt: z.iso.datetime({ offset: true }).optional(),
          singleUse: z.boolean().optional(),
        }),
      )
      .min(1)
      .max(ITEMS_MAX),
    collection: CollectionId.optional(),
  })
  .meta({
    id: 'TokenizeRequest',
    description: 'Values to store; each item gets a token or an error, in the order given.',
  });
export type TokenizeRequest = z.infer<typeof TokenizeRequest>;

export const DetokenizeRequest = z
  .strictObject({ tokens: z.array(z.string().min(1).max(64)).min(1).max(ITEMS_MAX) })
  .meta({ id: 'DetokenizeRequest', description: 'Vault tokens to get back as far as policy allows.' });
export type DetokenizeRequest = z.infer<typeof DetokenizeRequest>;
