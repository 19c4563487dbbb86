import { z } from 'zod';
import {
  CUSTOM_DICTIONARY_SIZE_MAX,
  CUSTOM_PATTERN_LENGTH_MAX,
  type CustomRecognizer,
  compileCustomRecognizer,
  type DetectionOptions,
} from '#lib/detection';
import { DomainError, isInfoType, withoutAbsent } from '#lib/kernel';

const TYPES_MAX = 500;
const TERMS_MAX = 10_000;
const TERM_LENGTH_MAX = 200;
const RECOGNIZERS_MAX = 100;
const CONTEXT_MAX = 100;

const InfoTypeName = z.string().refine(isInfoType, { message: 'must be an info type such as EMAIL' });
const Score = z.number().min(0).max(1);
const Term = z.string().min(1).max(TERM_LENGTH_MAX);

const ListedTerm = z.strictObject({
  text: Term.meta({ description: 'The value.', 'x-sensitive': true }),
  type: InfoTypeName.optional().meta({
    description: 'Deny: the type found, `CUSTOM` when absent. Allow: only findings of this type; all when absent.',
  }),
  caseSensitive: z
    .boolean()
    .optional()
    .meta({ description: 'Only as written; otherwise any case, accents and spaces.' }),
});

const CustomRecognizerSettings = z
  .strictObject({
    name: z
      .string()
      .regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/, { message: 'must be letters, digits and hyphens' })
      .meta({ description: 'Findings name it `custom.<name>`.' }),
    type: InfoTypeName.meta({ description: 'The info type of its findings; may be a new one.' }),
    pattern: z.string().min(1).max(CUSTOM_PATTERN_LENGTH_MAX).optional().meta({ description: 'In RE2 syntax.' }),
    ignoreCase: z.boolean().optional(),
    dictionary: z
      .array(Term)
      .min(1)
      .max(CUSTOM_DICTIONARY_SIZE_MAX)
      .optional()
      .meta({ description: 'Words and phrases, found as whole words in any case.', 'x-sensitive': true }),
    context: z
      .array(Term)
      .max(CONTEXT_MAX)
      .optional()
      .meta({ description: 'Words that, within sixty characters before a match, raise its score by 0.4.' }),
    score: Score.optional().meta({ description: '0.8 when absent.' }),
  })
  .refine(({ pattern, dictionary }) => pattern !== undefined || dictionary !== undefined, {
    message: 'needs a pattern or a dictionary',
  });

/** What to look for and how sure to be, of a collection or of one request. What is absent takes the product's default. */
export const DetectionSettings = z
  .strictObject({
    types: z.array(InfoTypeName).min(1).max(TYPES_MAX).optional().meta({ description: 'Only these types.' }),
    excludeTypes: z.array(InfoTypeName).max(TYPES_MAX).optional().meta({ description: 'None of these types.' }),
    profile: z
      .enum(['default', 'strict'])
      .optional()
      .meta({ description: '`strict` finds more, and more that is none.' }),
    threshold: Score.optional().meta({ description: 'Findings under it are dropped; 0.5, or 0.35 when strict.' }),
    thresholds: z
      .record(InfoTypeName, Score)
      .optional()
      .meta({ description: 'Thresholds of single types; they win over `threshold`.' }),
    allow: z.array(ListedTerm).max(TERMS_MAX).optional().meta({ description: 'Values that are let pass.' }),
    deny: z.array(ListedTerm).max(TERMS_MAX).optional().meta({ description: 'Values that are always found.' }),
    recognizers: z
      .array(CustomRecognizerSettings)
      .max(RECOGNIZERS_MAX)
      .optional()
      .meta({ description: 'Recognizers of one’s own: patterns, dictionaries, context words.' }),
    analyzer: z.boolean().optional().meta({
      description: 'Also asks the analyzer that the operator configured. When it does not answer, nothing is sent.',
    }),
  })
  .meta({ id: 'DetectionSettings', description: 'What to look for and how sure to be.' });
export type DetectionSettings = z.infer<typeof DetectionSettings>;

/**
 * Settings as the detector takes them. Throws `request.invalid` with a pointer to the recognizer at fault: a pattern that is
 * not RE2, or that matches the empty text.
 */
export function compileDetection(settings: DetectionSettings): DetectionOptions {
  const { allow, deny, recognizers, analyzer: _, ...rest } = settings;
  return {
    ...withoutAbsent(rest),
    ...(allow && { allow: allow.map(withoutAbsent) }),
    ...(deny && { deny: deny.map(withoutAbsent) }),
    ...(recognizers && { custom: recognizers.map(compileOne) }),
  };
}

function compileOne(
  definition: NonNullable<DetectionSettings['recognizers']>[number],
  index: number,
): CustomRecognizer {
  try {
    return compileCustomRecognizer(withoutAbsent(definition));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError('request.invalid', {
      publicMessage: error.publicMessage,
      pointer: `/recognizers/${index}`,
    });
  }
}

/**
 * One request's settings over its collection's: single settings are replaced, lists and recognizers are added, thresholds of
 * types are merged.
 */
export function overlaid(base: DetectionOptions, own: DetectionOptions): DetectionOptions {
  const list = <T>(a: readonly T[] | undefined, b: readonly T[] | undefined) => (a && b ? [...a, ...b] : (a ?? b));
  const allow = list(base.allow, own.allow);
  const deny = list(base.deny, own.deny);
  const custom = list(base.custom, own.custom);
  return {
    ...base,
    ...own,
    ...((base.thresholds || own.thresholds) && { thresholds: { ...base.thresholds, ...own.thresholds } }),
    ...(allow && { allow }),
    ...(deny && { deny }),
    ...(custom && { custom }),
  };
}
