import { z } from 'zod';
import { REVEAL_LEVELS } from '#lib/kernel';
import { ACTION_WILDCARDS, ACTIONS } from './actions.js';
import { attributesFor, OPERATOR_NAMES, type Operator } from './operators.js';

export const POLICY_VERSION = '2026-12-01';
/** Bounds that keep checking, compiling and deciding cheap whatever a document holds. */
export const POLICY_LIMITS = {
  statementCountMax: 10_000,
  listLengthMax: 256,
  textLengthMax: 256,
  documentLengthMax: 4 * 1024 * 1024,
  depthMax: 8,
  indexEntryCountMax: 500_000,
} as const;

const text = z.string().min(1).max(POLICY_LIMITS.textLengthMax);
const list = <T extends z.ZodType>(item: T) => z.array(item).min(1).max(POLICY_LIMITS.listLengthMax);
const oneOrMore = z.union([text, list(text)]);

const OPERAND = {
  StringEquals: text,
  StringNotEquals: text,
  StringIn: list(text),
  NumericGte: z.number(),
  NumericLte: z.number(),
  DateBefore: z.iso.datetime({ offset: true }),
  DateAfter: z.iso.datetime({ offset: true }),
  Bool: z.boolean(),
  IpInCidr: oneOrMore,
  Exists: z.boolean(),
} as const satisfies Record<Operator, z.ZodType>;
type Operand<O extends Operator> = z.infer<(typeof OPERAND)[O]>;

/** All parts must hold. Alternatives are statements of their own. */
export type Condition = { readonly [O in Operator]?: Readonly<Record<string, Operand<O>>> };

const condition = z.strictObject(
  Object.fromEntries(
    OPERATOR_NAMES.map((operator) => [
      operator,
      z
        .strictObject(Object.fromEntries(attributesFor(operator).map((name) => [name, OPERAND[operator].optional()])))
        .optional(),
    ]),
  ),
) as unknown as z.ZodType<Condition>;

const principalSelector = z
  .strictObject({
    role: oneOrMore.optional(),
    group: oneOrMore.optional(),
    kind: z
      .union([z.enum(['user', 'service', 'tool', 'model']), list(z.enum(['user', 'service', 'tool', 'model']))])
      .optional(),
    id: oneOrMore.optional(),
    tool: oneOrMore.optional(),
    model: oneOrMore.optional(),
  })
  .meta({ description: 'Every given field must match; a list matches when one of its members does.' });

const level = z.enum(REVEAL_LEVELS);

export const PolicyStatementSchema = z.strictObject({
  sid: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/)
    .meta({ description: 'Names the statement in decisions and audit rows. Unique in the policy.' }),
  description: z.string().max(1000).optional(),
  effect: z.enum(['allow', 'deny']),
  principal: z.union([z.literal('*'), principalSelector]),
  action: z
    .array(z.enum([...ACTIONS, ...ACTION_WILDCARDS]))
    .min(1)
    .max(ACTIONS.length),
  resource: oneOrMore.meta({ description: '`*` or `pvg:<tenant>:<collection>/<infoType>`, each part `*` or a name.' }),
  condition: condition.optional(),
  reveal: level.optional().meta({
    description: 'An allow gives up to this level; a deny caps strictly below it. Only with ["vault:Reveal"].',
  }),
});

const ceilings = z.strictObject({
  collections: z.record(text, level).optional(),
  purposes: z.record(text, level).optional(),
});

export const PolicyDocumentSchema = z
  .strictObject({
    version: z.literal(POLICY_VERSION),
    description: z.string().max(1000).optional(),
    statements: z.array(PolicyStatementSchema).max(POLICY_LIMITS.statementCountMax),
    ceilings: ceilings
      .optional()
      .meta({ description: 'The most that anyone sees in a collection, or for a purpose (`*` = every other one).' }),
  })
  .meta({ id: 'PolicyDocument', description: 'Who may do what, and how much of each value they see.' });

export type PolicyDocument = z.infer<typeof PolicyDocumentSchema>;
export type PolicyStatement = PolicyDocument['statements'][number];
export type PrincipalSelector = PolicyStatement['principal'];

/** The JSON Schema (draft 2020-12) of policy documents, for editors. `checkPolicy` knows more rules than it can say. */
export function policyJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(PolicyDocumentSchema, { target: 'draft-2020-12' }) as Record<string, unknown>;
}
