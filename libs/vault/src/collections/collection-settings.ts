import { z } from 'zod';
import { INFO_TYPE_LENGTH_MAX, INFO_TYPE_PATTERN, levelRank, REVEAL_LEVELS, type RevealLevel } from '#lib/kernel';
import { SURROGATE_LOCALES } from '../forms/surrogate-value.js';

/** How a value is shown to a model. Only the first five can be turned back. */
export const FORMS = [
  'token',
  'token-last4',
  'surrogate',
  'format',
  'date-shift',
  'mask',
  'redact',
  'generalise',
] as const;
export type Form = (typeof FORMS)[number];

/** Ways of searching without decrypting; each is an index of its own that leaks what docs/guides/vault.md says. */
export const SEARCH_KINDS = ['last4', 'prefix', 'domain', 'year', 'bucket'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

const RetentionDays = z.number().int().min(1).max(36_500);

const TypeSettings = z.strictObject({
  form: z.enum(FORMS).optional(),
  retentionDays: RetentionDays.optional(),
  /** Nobody sees more of values of this type; the lower of this and the collection's holds. */
  ceiling: z.enum(REVEAL_LEVELS).optional(),
  /** Declared, never implicit. */
  search: z.array(z.enum(SEARCH_KINDS)).optional(),
});

export const CollectionSettings = z.strictObject({
  /** Where equal values get equal tokens, unless a request asks for something narrower. */
  consistency: z.enum(['collection', 'conversation', 'request']).default('collection'),
  /** Nobody sees more than this, whatever policies allow. */
  ceiling: z.enum(REVEAL_LEVELS).default('plain'),
  /** What happens to personal data that a model writes by itself: it becomes a token, is masked or redacted, or passes. */
  answerPii: z.enum(['token', 'mask', 'redact', 'pass']).default('pass'),
  form: z.enum(FORMS).default('token'),
  /** Whose names surrogates have; English when absent. */
  locale: z.enum(SURROGATE_LOCALES).optional(),
  retentionDays: RetentionDays.optional(),
  /** Takes no more values; those it has are still given back. */
  archived: z.boolean().optional(),
  /** Whether erasing a subject with values here takes two people: one who asks for it, another who approves it. */
  erasureNeedsApproval: z.boolean().optional(),
  types: z.record(z.string().max(INFO_TYPE_LENGTH_MAX).regex(INFO_TYPE_PATTERN), TypeSettings).default({}),
});

/** What holds for the values of a collection. */
export type CollectionSettings = z.infer<typeof CollectionSettings>;

/** The most that anybody may see of a value of a type, whatever policies allow. */
export function ceilingOf(settings: CollectionSettings, type: string): RevealLevel {
  const own = settings.types[type]?.ceiling ?? settings.ceiling;
  return levelRank(own) < levelRank(settings.ceiling) ? own : settings.ceiling;
}

/** The form in which a value of a type leaves, as the collection says. */
export function formOf(settings: CollectionSettings, type: string): Form {
  return settings.types[type]?.form ?? settings.form;
}
