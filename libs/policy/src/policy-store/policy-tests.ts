import { z } from 'zod';
import type { DatabaseClient } from '#lib/database';
import { DomainError, type Principal, REVEAL_LEVELS, type RevealLevel } from '#lib/kernel';
import type { Decision, DecisionRequest } from '../evaluator/decision.js';
import type { PolicySnapshot } from '../evaluator/policy-snapshot.js';
import { ACTIONS } from '../language/actions.js';

const text = z.string().min(1).max(256);
const texts = z.array(text).max(64);

/** A decision request as JSON: what policy tests, the simulator's API and recorded decisions hold. */
export const RequestSpecSchema = z
  .strictObject({
    principal: z.strictObject({
      id: text.default('somebody'),
      kind: z.enum(['user', 'service', 'tool', 'model']).default('user'),
      roles: texts.default([]),
      groups: texts.default([]),
      purposes: texts.default(['*']),
      collections: texts.default(['*']),
      attributes: z.record(text, z.string().max(256)).default({}),
      scopes: texts.optional(),
    }),
    action: z.enum(ACTIONS),
    resource: z.strictObject({
      collection: text.default('*'),
      infoType: text.optional(),
      region: text.optional(),
      subject: text.optional(),
      origins: texts.optional(),
      tags: texts.optional(),
    }),
    context: z
      .strictObject({
        now: z.iso.datetime({ offset: true }).optional(),
        purpose: text.optional(),
        reason: text.optional(),
        mfa: z.boolean().optional(),
        sourceIp: text.optional(),
        model: text.optional(),
        tool: text.optional(),
        conversation: text.optional(),
        suppliedByCaller: z.boolean().optional(),
      })
      .default({}),
  })
  .meta({ id: 'DecisionRequestSpec' });
export type RequestSpec = z.input<typeof RequestSpecSchema>;

/** What a test expects; a field that is absent isn't looked at. */
export const ExpectedDecisionSchema = z
  .strictObject({
    allowed: z.boolean().optional(),
    level: z.enum(REVEAL_LEVELS).optional(),
    decidedBy: z.array(text).max(64).optional(),
  })
  .refine((expected) => Object.keys(expected).length > 0, 'expects nothing');
export type ExpectedDecision = z.infer<typeof ExpectedDecisionSchema>;

export interface PolicyTest {
  readonly name: string;
  readonly request: RequestSpec;
  readonly expected: ExpectedDecision;
}

export interface PolicyTestResult {
  readonly name: string;
  readonly passed: boolean;
  readonly expected: ExpectedDecision;
  readonly actual: { allowed: boolean; level: RevealLevel; decidedBy: readonly string[] };
}

/** @throws DomainError `request.invalid` with the pointer of the first fault */
export function requestFromSpec(tenantId: string, spec: unknown, now = new Date()): DecisionRequest {
  const parsed = RequestSpecSchema.safeParse(spec);
  if (!parsed.success) {
    throw new DomainError('request.invalid', {
      publicMessage: 'The request to decide isn’t valid.',
      pointer: `/${parsed.error.issues[0]?.path.join('/') ?? ''}`,
    });
  }
  const { principal, action, resource, context } = parsed.data;
  const { collection, ...attributes } = resource;
  return {
    principal: { tenantId, ...principal } satisfies Principal as Principal,
    action,
    resource: { tenantId, collectionId: collection, ...attributes },
    context: { ...context, now: context.now === undefined ? now : new Date(context.now) },
  };
}

function passes(expected: ExpectedDecision, decision: Decision): boolean {
  if (expected.allowed !== undefined && expected.allowed !== decision.allowed) return false;
  if (expected.level !== undefined && expected.level !== decision.level) return false;
  return expected.decidedBy === undefined || expected.decidedBy.toSorted().join('\n') === decision.decidedBy.join('\n');
}

/** Runs tests with the evaluator that enforces. */
export function runPolicyTests(
  snapshot: PolicySnapshot,
  tenantId: string,
  tests: readonly PolicyTest[],
): PolicyTestResult[] {
  return tests.map(({ name, request, expected }) => {
    const decision = snapshot.decide(requestFromSpec(tenantId, request));
    const { allowed, level, decidedBy } = decision;
    return { name, passed: passes(expected, decision), expected, actual: { allowed, level, decidedBy } };
  });
}

interface TestRow {
  name: string;
  request: RequestSpec;
  expected: ExpectedDecision;
}

export async function readPolicyTests(client: DatabaseClient, policyId: string): Promise<PolicyTest[]> {
  const { rows } = await client.query<TestRow>(
    'SELECT name, request, expected FROM policy_test WHERE policy_id = $1 ORDER BY name',
    [policyId],
  );
  return rows;
}
