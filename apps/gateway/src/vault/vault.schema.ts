import { z } from 'zod';
import { REVEAL_LEVELS } from '#lib/kernel';
import { SEARCH_KINDS } from '#lib/vault';
import { CollectionId, InfoTypeName } from '../privacy/privacy.schema.js';

const ITEMS_MAX = 10_000;
const Level = z.enum(REVEAL_LEVELS);
const Sensitive = z.string().min(1).max(1_000).meta({ 'x-sensitive': true });

export const SubjectId = z
  .string()
  .regex(/^[A-Za-z0-9._:-]{1,128}$/, { message: 'must be an opaque id: letters, digits and ._:-' })
  .meta({ description: 'The id of a data subject; no personal data itself.' });

export const TokenizeItemSchema = z
  .strictObject({
    type: InfoTypeName.meta({ description: 'The info type, such as EMAIL.' }),
    value: z.string().min(1).meta({ description: 'The value to store.', 'x-sensitive': true }),
    subject: z.string().min(1).max(200).optional().meta({ description: 'Whose value it is: an opaque id.' }),
    expiresAt: z.iso.datetime({ offset: true }).optional().meta({ description: 'After this it resolves to nothing.' }),
    singleUse: z.boolean().optional().meta({ description: 'Whether it can be read once only.' }),
  })
  .meta({ id: 'TokenizeItem', description: 'A value to store.' });
export type TokenizeItemSchema = z.infer<typeof TokenizeItemSchema>;

export const ImportItemSchema = TokenizeItemSchema.extend({
  token: z.string().min(1).max(64).meta({ description: 'The token that the value has elsewhere.' }),
}).meta({ id: 'ImportItem', description: 'A value that brings its token.' });

export const TokenizeRequest = z
  .strictObject({
    items: z.array(TokenizeItemSchema).min(1).max(ITEMS_MAX).meta({ description: 'The values, in order.' }),
    collection: CollectionId.optional().meta({ description: 'Where to; absent: the header’s, or `default`.' }),
  })
  .meta({
    id: 'TokenizeRequest',
    description: 'Values to store; each item gets a token or an error, in the order given.',
  });
export type TokenizeRequest = z.infer<typeof TokenizeRequest>;

const ItemError = z
  .object({
    code: z.string().meta({ description: 'Stable; the same codes as of problems.' }),
    message: z.string().meta({ description: 'For people. Holds no value.' }),
  })
  .meta({ id: 'ItemError', description: 'Why one item was refused; the others are not concerned.' });

export const TokenizeResponse = z
  .object({
    items: z
      .array(z.union([z.object({ token: z.string() }), z.object({ error: ItemError })]))
      .meta({ description: 'A token or an error for each item, in the order given.' }),
  })
  .meta({ id: 'TokenizeResponse', description: 'The tokens of the values.' });

export const DetokenizeRequest = z
  .strictObject({
    tokens: z.array(z.string().min(1).max(64)).min(1).max(ITEMS_MAX).meta({ description: 'Vault tokens, in order.' }),
  })
  .meta({ id: 'DetokenizeRequest', description: 'Vault tokens to get back as far as policy allows.' });
export type DetokenizeRequest = z.infer<typeof DetokenizeRequest>;

export const DetokenizeResponse = z
  .object({
    items: z
      .array(
        z.union([
          z.object({ value: z.string().meta({ 'x-sensitive': true }), level: Level }),
          z.object({ level: Level }),
          z.object({ unresolved: z.literal(true) }),
        ]),
      )
      .meta({ description: 'For each token its value as far as it may be seen, its level alone, or `unresolved`.' }),
  })
  .meta({ id: 'DetokenizeResponse', description: 'The values of tokens, as far as policy allows.' });

const ways = {
  exact: Sensitive.optional().meta({ description: 'The whole value.' }),
  last4: Sensitive.optional().meta({ description: 'Its last four letters or digits.' }),
  prefix: Sensitive.optional().meta({ description: 'How it begins.' }),
  domain: Sensitive.optional().meta({ description: 'What follows the @ of an address.' }),
  year: z.int().optional().meta({ description: 'The year of a date.' }),
  range: z
    .strictObject({ from: Sensitive, to: Sensitive })
    .optional()
    .meta({ description: 'Dates or ages, both ends included.' }),
  groupBy: z.enum(SEARCH_KINDS).optional().meta({ description: 'Counts by what values share instead.' }),
};
const WAYS = Object.keys(ways) as (keyof typeof ways)[];

export const SearchRequest = z
  .strictObject({
    type: InfoTypeName.meta({ description: 'Of which info type.' }),
    ...ways,
    collection: CollectionId.optional().meta({ description: 'Where; absent: the header’s, or `default`.' }),
    limit: z.int().min(1).max(200).default(50).meta({ description: 'At most this many.' }),
    sizeMin: z.int().min(2).max(1_000_000).default(5).meta({ description: 'Smaller groups are not shown.' }),
  })
  .refine((body) => WAYS.filter((way) => body[way] !== undefined).length === 1, {
    message: `give exactly one of ${WAYS.join(', ')}`,
  })
  .meta({
    id: 'SearchRequest',
    description: 'Finds stored values by a keyed index. All but `exact` must be declared by the collection.',
  });
export type SearchRequest = z.infer<typeof SearchRequest>;

export const SearchResponse = z
  .object({
    items: z
      .array(
        z.object({
          token: z.string(),
          type: z.string(),
          subjects: z.array(z.string()),
          origins: z.array(z.string()),
          region: z.string().nullable(),
          tags: z.array(z.string()),
        }),
      )
      .optional()
      .meta({ description: 'What was found and may be known: tokens, never values.' }),
    groups: z
      .array(z.object({ term: z.string().meta({ 'x-sensitive': true }), count: z.int() }))
      .optional()
      .meta({ description: 'What the members share, and how many there are.' }),
  })
  .meta({ id: 'SearchResponse', description: 'Tokens of the values found, or counts.' });
