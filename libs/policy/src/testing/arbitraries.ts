import fc from 'fast-check';
import { REVEAL_LEVELS } from '#lib/kernel';
import type { DecisionRequest } from '../evaluator/decision.js';
import { POLICY_VERSION, type PolicyDocument, type PolicyStatement } from '../language/policy-document.js';
import { principalWith } from './requests.js';

const ROLES = ['user', 'support', 'analyst'];
const TYPES = ['EMAIL', 'PHONE', 'IBAN'];
const COLLECTIONS = ['customers', 'staff'];
const PURPOSES = ['case-handling', 'fraud'];
const REGIONS = ['eu', 'us'];
const ORIGINS = ['crm', 'hr'];
const TAGS = ['vip', 'hold'];
const one = fc.constantFrom;
const some = <T>(...items: T[]) => fc.subarray(items, { minLength: 1 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const test = (operator: string, name: string, values: fc.Arbitrary<unknown>) =>
  values.map((value) => ({ operator, name, value }));

/** None to two tests, joined by "and". */
const condition = fc
  .array(
    fc.oneof(
      test('StringEquals', 'ctx.purpose', one(...PURPOSES)),
      test('StringEquals', 'resource.region', one(...REGIONS)),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the policy language
      test('StringEquals', 'resource.subject', one('${principal.id}', 'bob')),
      test('StringNotEquals', 'ctx.purpose', one(...PURPOSES)),
      test('StringNotEquals', 'resource.origin', one(...ORIGINS)),
      test('StringIn', 'resource.infoType', some(...TYPES)),
      test('StringIn', 'resource.origin', some(...ORIGINS)),
      test('StringEquals', 'resource.tags', one(...TAGS)),
      test('NumericGte', 'principal.risk', one(1, 5)),
      test('DateBefore', 'ctx.now', one('2026-11-01T00:00:00Z', '2027-01-01T00:00:00Z')),
      test('Bool', 'ctx.mfa', fc.boolean()),
      test('Bool', 'ctx.suppliedByCaller', fc.boolean()),
      test('IpInCidr', 'ctx.sourceIp', one('10.0.0.0/8', 'fd00::/8')),
    ),
    { maxLength: 2 },
  )
  .map((tests) => {
    const merged: Record<string, Record<string, unknown>> = {};
    for (const { operator, name, value } of tests) merged[operator] = { ...merged[operator], [name]: value };
    return merged;
  });

const principal = fc.oneof(
  fc.constant('*' as const),
  fc.record({ role: some(...ROLES) }),
  fc.record({ role: one(...ROLES), kind: one('user', 'service') }),
  fc.record({ kind: one('user', 'tool', 'model') }),
  fc.record({ tool: one('mailer') }),
  fc.record({ group: one('fraud') }),
);

const resource = fc.oneof(
  fc.constant('*'),
  fc
    .tuple(one('*', ...COLLECTIONS), one('*', ...TYPES))
    .map(([collection, infoType]) => `pvg:acme:${collection}/${infoType}`),
  some('pvg:acme:customers/EMAIL', 'pvg:*:staff/*', 'pvg:acme:*/IBAN'),
);

const reveal = one(...REVEAL_LEVELS);
const onReveal = fc.constant(['vault:Reveal']);
const onOthers = one(['vault:Search'], ['vault:*'], ['vault:Search', 'vault:Erase'], ['*']);

export const allowStatements: fc.Arbitrary<PolicyStatement> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ effect: fc.constant('allow'), principal, action: onReveal, resource, condition, reveal }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ effect: fc.constant('allow'), principal, action: onOthers, resource, condition }),
  },
) as never;

export const denyStatements: fc.Arbitrary<PolicyStatement> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ effect: fc.constant('deny'), principal, action: onReveal, resource, condition, reveal }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ effect: fc.constant('deny'), principal, action: onOthers, resource, condition }),
  },
) as never;

export function documentOf(statements: readonly PolicyStatement[]): PolicyDocument {
  return {
    version: POLICY_VERSION,
    statements: statements.map((statement, index) => ({ ...statement, sid: `S${index}` })),
  };
}

export const documents: fc.Arbitrary<PolicyDocument> = fc
  .tuple(fc.array(allowStatements, { maxLength: 6 }), fc.array(denyStatements, { maxLength: 3 }))
  .map(([allows, denies]) => documentOf([...allows, ...denies]));

export const requests: fc.Arbitrary<DecisionRequest> = fc.record({
  principal: fc
    .record({
      id: one('ann', 'bob', 'mailer'),
      kind: one('user', 'service', 'tool', 'model'),
      roles: fc.subarray(ROLES),
      groups: fc.subarray(['fraud']),
      attributes: fc.record({ risk: one('0', '3', '9', 'high') }, { requiredKeys: [] }),
    })
    .map((given) => principalWith(given as never)),
  action: one('vault:Reveal', 'vault:Reveal', 'vault:Reveal', 'vault:Search', 'vault:Erase'),
  resource: fc.record({
    tenantId: fc.constant('acme'),
    collectionId: one('*', ...COLLECTIONS),
    infoType: maybe(one(...TYPES)),
    region: maybe(one(...REGIONS)),
    subject: maybe(one('ann', 'bob')),
    origins: maybe(fc.subarray(ORIGINS)),
    tags: maybe(fc.subarray(TAGS)),
  }),
  context: fc.record({
    now: one(new Date('2026-10-01T00:00:00Z'), new Date('2026-12-01T00:00:00Z')),
    purpose: maybe(one(...PURPOSES)),
    mfa: maybe(fc.boolean()),
    sourceIp: maybe(one('10.1.2.3', '192.0.2.1', 'not an address')),
    suppliedByCaller: maybe(fc.boolean()),
  }),
}) as never;
