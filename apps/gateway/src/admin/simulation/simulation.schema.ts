import { z } from 'zod';
import { REVEAL_LEVELS } from '#lib/kernel';
import { RequestSpecSchema } from '#lib/policy';
import { InfoTypeName } from '../../privacy/privacy.schema.js';
import { PolicyId, VersionNumber } from '../policies/policies.schema.js';

const Level = z.enum(REVEAL_LEVELS);
const Name = z.string().min(1).max(256);

/** Which policy to ask: the one in force, or what would be in force with a version active. */
export const PolicyChoice = z
  .strictObject({ policyId: PolicyId, version: VersionNumber })
  .meta({ id: 'PolicyChoice', description: 'A version to ask instead of the policies in force.' });
export type PolicyChoice = z.infer<typeof PolicyChoice>;

export const SimulateRequest = z
  .strictObject({
    principal: z.union([Name, RequestSpecSchema.shape.principal]).meta({
      description: 'The id of a principal of this tenant, as its requests would act, or one made up.',
    }),
    action: RequestSpecSchema.shape.action.meta({ description: 'What it asks for.' }),
    resource: RequestSpecSchema.shape.resource.meta({ description: 'Of what.' }),
    context: RequestSpecSchema.shape.context.meta({ description: 'Under which circumstances.' }),
    policy: PolicyChoice.optional().meta({ description: 'Absent: the policies in force.' }),
  })
  .meta({ id: 'SimulateRequest', description: 'A decision to explain. Nothing is enforced or recorded as enforced.' });
export type SimulateRequest = z.infer<typeof SimulateRequest>;

const DecisionFields = {
  allowed: z.boolean().meta({ description: 'Granted; for vault:Reveal, that something is shown at all.' }),
  level: Level.meta({ description: 'How much of the value is shown.' }),
  decidedBy: z.array(z.string()).meta({ description: 'The statements that made this the answer.' }),
  matched: z.array(z.string()).meta({ description: 'Every statement that matched.' }),
  missingContext: z.array(z.string()).meta({ description: 'Attributes that could change the answer and are missing.' }),
  policyHash: z.string().meta({ description: 'The policies that were asked.' }),
};
const DecisionResponse = z.object(DecisionFields).meta({ id: 'Decision', description: 'A decision of the evaluator.' });

export const SimulateResponse = z
  .object({
    ...DecisionFields,
    complete: z.boolean().meta({ description: 'False when a missing attribute could change the answer.' }),
    outcomes: z
      .object({ least: DecisionResponse, most: DecisionResponse })
      .meta({ description: 'The answer with what is missing read against the caller, and for him.' }),
    statements: z
      .array(
        z.object({
          sid: z.string(),
          effect: z.enum(['allow', 'deny']),
          reveal: Level.optional(),
          matched: z.boolean(),
          failed: z.array(z.string()),
          missing: z.array(z.string()),
        }),
      )
      .meta({ description: 'Each statement about this principal and action, and which tests of it failed.' }),
  })
  .meta({ id: 'Simulation', description: 'The decision that would be enforced, explained.' });

const names = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => (Array.isArray(given) ? given : given.split(',')))
  .pipe(z.array(Name).min(1).max(200));

export const MatrixQuery = z.strictObject({
  collection: Name.default('*').meta({ description: 'Of which collection; `*` for what holds in all of them.' }),
  roles: names.optional().meta({ description: 'Comma-separated; absent: every role that is known.' }),
  tools: names.optional().meta({ description: 'Comma-separated; absent: those that policies name.' }),
  models: names.optional().meta({ description: 'Comma-separated; absent: those that policies name.' }),
  types: names
    .pipe(z.array(InfoTypeName))
    .optional()
    .meta({ description: 'Comma-separated info types; absent: every type that is detected.' }),
  purpose: Name.optional().meta({ description: 'For which purpose.' }),
  tool: Name.optional().meta({ description: 'Through which tool.' }),
  policyId: PolicyId.optional().meta({ description: 'With `version`: a version to ask instead.' }),
  version: VersionNumber.optional(),
});
export type MatrixQuery = z.infer<typeof MatrixQuery>;

export const MatrixResponse = z
  .object({
    policyHash: z.string().meta({ description: 'The policies that were asked.' }),
    types: z.array(z.string()).meta({ description: 'The info types, in the order of the cells.' }),
    rows: z
      .array(
        z.object({
          subject: z.object({ kind: z.enum(['role', 'tool', 'model', 'principal']), name: z.string() }),
          cells: z.array(
            z.object({
              infoType: z.string(),
              level: Level,
              levelMax: Level,
              conditional: z.boolean(),
              decidedBy: z.array(z.string()),
              missingContext: z.array(z.string()),
            }),
          ),
        }),
      )
      .meta({ description: 'One row for each role, tool and model.' }),
  })
  .meta({ id: 'AccessMatrix', description: 'Who sees what, by the evaluator that enforces.' });

export const REPLAYED_MAX = 10_000;
export const ReplayRequest = z
  .strictObject({
    policy: PolicyChoice.meta({ description: 'The draft to decide by.' }),
    last: z
      .int()
      .min(1)
      .max(REPLAYED_MAX)
      .default(1_000)
      .meta({ description: 'How many decisions, the newest first.' }),
  })
  .meta({ id: 'ReplayRequest', description: 'Decides real decisions again, by a draft.' });
export type ReplayRequest = z.infer<typeof ReplayRequest>;

const Change = { action: z.string(), role: z.string(), infoType: z.string(), before: Level, after: Level };
const Group = z.object({ ...Change, count: z.int() });

export const ReplayResponse = z
  .object({
    decisionCount: z.int().meta({ description: 'How many recorded decisions were replayed.' }),
    unchangedCount: z.int().meta({ description: 'How many would come out alike.' }),
    newlyVisible: z.array(Group).meta({ description: 'What would be shown that was not.' }),
    newlyHidden: z.array(Group).meta({ description: 'What would no longer be shown.' }),
    changes: z
      .array(z.object({ ...Change, requestId: z.string(), decidedBy: z.array(z.string()) }))
      .meta({ description: 'The first hundred changes one by one.' }),
  })
  .meta({ id: 'Replay', description: 'What a draft would have decided otherwise.' });
