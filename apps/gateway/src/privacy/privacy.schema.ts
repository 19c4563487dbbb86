import { z } from 'zod';
import { DetectionSettings } from '#lib/deidentification';
import { isInfoType, isSlug } from '#lib/kernel';
import { FORMS } from '#lib/vault';

const TEXTS_MAX = 10_000;
const WHERE = 'The collection of the vault; absent: the header’s, or `default`.';

export const CollectionId = z
  .string()
  .refine(isSlug, { message: 'must be the id of a collection' })
  .meta({ description: 'The id of a collection, a slug.' });
export const InfoTypeName = z.string().refine(isInfoType, { message: 'must be an info type such as EMAIL' });
const Texts = z.array(z.string()).min(1).max(TEXTS_MAX);

const Detection = DetectionSettings.omit({ analyzer: true }).optional().meta({
  description: 'What to look for in this request, over the settings of the collection.',
});

export const InspectRequest = z
  .strictObject({
    texts: Texts.meta({ description: 'The texts.', 'x-sensitive': true }),
    collection: CollectionId.optional().meta({ description: WHERE }),
    types: z.array(InfoTypeName).min(1).optional().meta({ description: 'Only these types; absent: all.' }),
    language: z
      .string()
      .regex(/^[a-z]{2}$/, { message: 'must be an ISO 639-1 code' })
      .optional()
      .meta({ description: 'The language of the texts, an ISO 639-1 code.' }),
    detection: Detection,
  })
  .meta({ id: 'InspectRequest', description: 'Texts to look for personal data in. Nothing is stored.' });
export type InspectRequest = z.infer<typeof InspectRequest>;

const shape = {
  texts: Texts.optional().meta({ description: 'Texts.', 'x-sensitive': true }),
  json: z.unknown().optional().meta({ description: 'Any JSON; its strings are texts.', 'x-sensitive': true }),
  messages: z
    .array(z.looseObject({ role: z.string() }))
    .min(1)
    .optional()
    .meta({ description: 'Chat messages, in the form of Chat Completions.', 'x-sensitive': true }),
  collection: CollectionId.optional().meta({ description: WHERE }),
};

const exactlyOne = (body: { texts?: unknown; json?: unknown; messages?: unknown }) =>
  [body.texts, body.json, body.messages].filter((part) => part !== undefined).length === 1;
const ONE_OF = { message: 'give exactly one of texts, json and messages' };

export const DeidentifyRequest = z
  .strictObject({
    ...shape,
    detection: Detection,
    as: z
      .enum(FORMS)
      .optional()
      .meta({ description: 'What stands for a value; absent: what the collection says for its type.' }),
  })
  .refine(exactlyOne, ONE_OF)
  .meta({ id: 'DeidentifyRequest', description: 'Texts, any JSON or chat messages, to get back with vault tokens.' });
export type DeidentifyRequest = z.infer<typeof DeidentifyRequest>;

export const ReidentifyRequest = z.strictObject(shape).refine(exactlyOne, ONE_OF).meta({
  id: 'ReidentifyRequest',
  description: 'The same shapes with vault tokens, to get back as far as policy allows.',
});
export type ReidentifyRequest = z.infer<typeof ReidentifyRequest>;
