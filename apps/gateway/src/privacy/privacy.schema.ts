import { z } from 'zod';
import { isInfoType, isSlug } from '#lib/kernel';

const TEXTS_MAX = 10_000;

export const CollectionId = z.string().refine(isSlug, { message: 'must be the id of a collection' });
export const InfoTypeName = z.string().refine(isInfoType, { message: 'must be an info type such as EMAIL' });
const Texts = z.array(z.string()).min(1).max(TEXTS_MAX);

export const InspectRequest = z
  .strictObject({
    texts: Texts.meta({ 'x-sensitive': true }),
    collection: CollectionId.optional(),
    types: z.array(InfoTypeName).min(1).optional(),
    language: z
      .string()
      .regex(/^[a-z]{2}$/, { message: 'must be an ISO 639-1 code' })
      .optional(),
  })
  .meta({ id: 'InspectRequest', description: 'Texts to look for personal data in. Nothing is stored.' });
export type InspectRequest = z.infer<typeof InspectRequest>;

const shape = {
  texts: Texts.optional().meta({ 'x-sensitive': true }),
  json: z.unknown().optional().meta({ 'x-sensitive': true }),
  messages: z
    .array(z.looseObject({ role: z.string() }))
    .min(1)
    .optional()
    .meta({ 'x-sensitive': true }),
};

const exactlyOne = (body: { texts?: unknown; json?: unknown; messages?: unknown }) =>
  [body.texts, body.json, body.messages].filter((part) => part !== undefined).length === 1;
const ONE_OF = { message: 'give exactly one of texts, json and messages' };

export const DeidentifyRequest = z
  .strictObject({ ...shape, collection: CollectionId.optional(), as: z.literal('token').optional() })
  .refine(exactlyOne, ONE_OF)
  .meta({ id: 'DeidentifyRequest', description: 'Texts, any JSON or chat messages, to get back with vault tokens.' });
export type DeidentifyRequest = z.infer<typeof DeidentifyRequest>;

export const ReidentifyRequest = z
  .strictObject({ ...shape, collection: CollectionId.optional() })
  .refine(exactlyOne, ONE_OF)
  .meta({
    id: 'ReidentifyRequest',
    description: 'The same shapes with vault tokens, to get back as far as policy allows.',
  });
export type ReidentifyRequest = z.infer<typeof ReidentifyRequest>;
