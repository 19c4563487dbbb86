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

const Finding = z
  .object({
    type: z.string().meta({ description: 'The info type, such as EMAIL.' }),
    start: z.int().meta({ description: 'Where it begins, in UTF-16 code units.' }),
    end: z.int().meta({ description: 'Where it ends: the first code unit after it.' }),
    score: z.number().meta({ description: 'How sure it is, 0 to 1.' }),
    recognizer: z.string().meta({ description: 'What found it.' }),
    explanation: z
      .looseObject({
        pattern: z.string().optional(),
        validation: z.string(),
        context: z.array(z.string()),
        path: z.array(z.object({ reason: z.string(), score: z.number() })),
      })
      .meta({ description: 'Why it was found: names of rules and words near it, never the value.' }),
  })
  .meta({ id: 'Finding', description: 'A value found in a text.' });

export const InspectResponse = z
  .object({
    results: z
      .array(z.object({ findings: z.array(Finding) }))
      .meta({ description: 'For each text, in the order given, what was found in it.' }),
  })
  .meta({ id: 'InspectResponse', description: 'What was found, by text.' });

const answered = {
  texts: z.array(z.string()).optional().meta({ description: 'The texts, when texts were given.', 'x-sensitive': true }),
  json: z.unknown().optional().meta({ description: 'The JSON, when JSON was given.', 'x-sensitive': true }),
  messages: z
    .array(z.looseObject({ role: z.string() }))
    .optional()
    .meta({ description: 'The messages, when messages were given.', 'x-sensitive': true }),
};

export const DeidentifyResponse = z
  .object({
    ...answered,
    entities: z
      .array(z.object({ token: z.string().nullable(), type: z.string() }))
      .meta({ description: 'What was replaced, each once: its token, or null where nothing stands for it.' }),
  })
  .meta({ id: 'DeidentifyResponse', description: 'What was given, with vault tokens in place of values.' });

export const ReidentifyResponse = z
  .object({
    ...answered,
    unresolved: z.array(z.string()).meta({ description: 'Tokens that stand for nothing here.' }),
  })
  .meta({ id: 'ReidentifyResponse', description: 'What was given, with values as far as policy allows.' });
