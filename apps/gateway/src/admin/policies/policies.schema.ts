import { z } from 'zod';
import { isSlug, REVEAL_LEVELS } from '#lib/kernel';
import { ExpectedDecisionSchema, PolicyDocumentSchema, RequestSpecSchema } from '#lib/policy';
import { pageOf } from '../../http/page.js';
import { Instant } from '../../http/responds.js';

export const PolicyId = z
  .string()
  .refine(isSlug, { message: 'must be the id of a policy' })
  .meta({ description: 'The id of a policy, a slug.' });
export const VersionNumber = z.coerce
  .number()
  .int()
  .min(1)
  .max(2_147_483_647)
  .meta({ description: 'The number of a version, from 1.' });
const Note = z.string().max(1_000).meta({ description: 'Why; kept with the version. No personal data.' });

/** Read by the policy library itself, whose errors name place, fault and remedy. */
const Document = z.unknown().meta({ description: 'A policy document; see GET /admin/v1/policies/schema.' });

export const CreateDraftRequest = z
  .strictObject({ document: Document, note: Note.optional() })
  .meta({ id: 'CreatePolicyDraftRequest', description: 'A new version of a policy, in state draft.' });
export type CreateDraftRequest = z.infer<typeof CreateDraftRequest>;

export const UpdateDraftRequest = z
  .strictObject({ document: Document.optional(), note: Note.optional() })
  .meta({ id: 'UpdatePolicyDraftRequest', description: 'What changes of a draft; what is absent stays.' });
export type UpdateDraftRequest = z.infer<typeof UpdateDraftRequest>;

export const ReviewRequest = z
  .strictObject({ note: Note.optional() })
  .meta({ id: 'ReviewPolicyRequest', description: 'What the reviewer has to say.' });
export type ReviewRequest = z.infer<typeof ReviewRequest>;

export const ShadowRequest = z
  .strictObject({ shadow: z.boolean().meta({ description: 'Whether to record what the version would decide.' }) })
  .meta({ id: 'ShadowPolicyRequest', description: 'Switches shadow mode on or off.' });
export type ShadowRequest = z.infer<typeof ShadowRequest>;

export const LintRequest = z
  .strictObject({ document: Document })
  .meta({ id: 'LintPolicyRequest', description: 'A document to look at; nothing is stored.' });
export type LintRequest = z.infer<typeof LintRequest>;

export const PutTestRequest = z
  .strictObject({
    request: RequestSpecSchema.meta({ description: 'The decision that is asked for.' }),
    expected: ExpectedDecisionSchema.meta({ description: 'What must come out of it.' }),
  })
  .meta({ id: 'PutPolicyTestRequest', description: 'A test that must pass for a version to become active.' });
export type PutTestRequest = z.infer<typeof PutTestRequest>;

const State = z
  .enum(['draft', 'review', 'approved', 'active', 'retired', 'rejected'])
  .meta({ description: 'Where in its life the version is.' });

export const VersionSummary = z
  .object({
    policyId: z.string().meta({ description: 'The policy it is a version of.' }),
    version: z.int().meta({ description: 'Its number, from 1.' }),
    state: State,
    shadow: z.boolean().meta({ description: 'Whether its decisions are recorded without being enforced.' }),
    hash: z.string().meta({ description: 'SHA-256 of the canonical document.' }),
    note: z.string().meta({ description: 'What its author says about it.' }),
    author: z.string().meta({ description: 'Who made it.' }),
    editors: z.array(z.string()).meta({ description: 'Everybody who wrote in it.' }),
    reviewer: z.string().nullable().meta({ description: 'Who approved or rejected it.' }),
    reviewNote: z.string().nullable().meta({ description: 'What the reviewer said.' }),
    activatedBy: z.string().nullable().meta({ description: 'Who made it active last.' }),
    createdAt: Instant.meta({ description: 'When it was made.' }),
    changedAt: Instant.meta({ description: 'When it changed last.' }),
    activatedAt: Instant.nullable().meta({ description: 'When it became active last.' }),
    etag: z.string().meta({ description: 'For If-Match.' }),
  })
  .meta({ id: 'PolicyVersionSummary', description: 'A version of a policy without its document.' });

export const VersionResponse = VersionSummary.extend({
  document: PolicyDocumentSchema.meta({ description: 'Who may do what.' }),
}).meta({ id: 'PolicyVersion', description: 'A version of a policy.' });

export const PolicySummary = z
  .object({
    id: z.string().meta({ description: 'The id of the policy.' }),
    active: VersionSummary.nullable().meta({ description: 'The version in force.' }),
    latest: VersionSummary.meta({ description: 'The newest version.' }),
    open: z.array(VersionSummary).meta({ description: 'Versions on their way: draft, in review or approved.' }),
  })
  .meta({ id: 'PolicySummary', description: 'A policy and where its versions are.' });
export const PolicyList = pageOf(PolicySummary, 'PolicyList');
export const VersionList = pageOf(VersionSummary, 'PolicyVersionList');

const Pointer = z.string().meta({ description: 'JSON Pointer (RFC 6901) into the document.' });

export const LintResponse = z
  .object({
    valid: z.boolean().meta({ description: 'Whether the document could be stored.' }),
    issues: z
      .array(z.object({ pointer: Pointer, message: z.string(), hint: z.string() }))
      .meta({ description: 'Faults: with any of them the document is refused.' }),
    findings: z
      .array(z.object({ code: z.string(), sid: z.string(), pointer: Pointer, hint: z.string() }))
      .meta({ description: 'Doubts: the document is valid but may not say what is meant.' }),
  })
  .meta({ id: 'PolicyLint', description: 'What is wrong or doubtful about a document.' });

const Statement = PolicyDocumentSchema.shape.statements.element.meta({
  id: 'PolicyStatement',
  description: 'One statement of a policy document.',
});
export const DiffQuery = z.strictObject({
  from: VersionNumber.meta({ description: 'The version before.' }),
  to: VersionNumber.meta({ description: 'The version after.' }),
});
export type DiffQuery = z.infer<typeof DiffQuery>;
export const DiffResponse = z
  .object({
    added: z.array(Statement).meta({ description: 'Statements that are new.' }),
    removed: z.array(Statement).meta({ description: 'Statements that are gone.' }),
    changed: z
      .array(z.object({ sid: z.string(), fields: z.array(z.string()), before: Statement, after: Statement }))
      .meta({ description: 'Statements that differ, and in which fields.' }),
    ceilingsChanged: z.boolean().meta({ description: 'Whether the ceilings differ.' }),
  })
  .meta({ id: 'PolicyDiff', description: 'What changes from one version to another; order is no change.' });

const TestFields = {
  name: z.string().meta({ description: 'The name of the test, unique in the policy.' }),
  expected: ExpectedDecisionSchema.meta({ description: 'What must come out.' }),
};
export const TestList = z
  .object({
    items: z
      .array(z.object({ ...TestFields, request: RequestSpecSchema.meta({ description: 'What is asked.' }) }))
      .meta({ description: 'The tests, by name.' }),
  })
  .meta({ id: 'PolicyTestList', description: 'The stored tests of a policy.' });
export const TestRun = z
  .object({
    passed: z.boolean().meta({ description: 'Whether all of them passed.' }),
    results: z
      .array(
        z.object({
          ...TestFields,
          passed: z.boolean(),
          actual: z.object({ allowed: z.boolean(), level: z.enum(REVEAL_LEVELS), decidedBy: z.array(z.string()) }),
        }),
      )
      .meta({ description: 'Each test, with what the evaluator said.' }),
  })
  .meta({ id: 'PolicyTestRun', description: 'The stored tests against what would be in force with the version.' });
