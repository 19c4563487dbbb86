import { levelRank, type Principal, type RevealLevel } from '#lib/kernel';
import {
  type Decision,
  type DecisionRequest,
  POLICY_VERSION,
  type PolicyDocument,
  PolicySnapshot,
  parsePolicy,
} from '#lib/policy';

export const CORPUS_ROLES = ['clerk', 'agent', 'fraud-desk', 'auditor', 'nurse', 'intern'] as const;
export const CORPUS_TYPES = ['EMAIL', 'PHONE', 'IBAN', 'PERSON', 'US_SSN'] as const;
export const CORPUS_COLLECTIONS = ['default', 'customers', 'staff'] as const;
export const CORPUS_PURPOSES = ['case-handling', 'fraud', 'marketing'] as const;
const LEVELS: readonly RevealLevel[] = ['redacted', 'masked', 'plain', 'plain', 'plain'];

/** Everything that a request of the corpus is made of but for the time. */
export interface CorpusValue {
  readonly type: (typeof CORPUS_TYPES)[number];
  readonly collectionId: string;
  readonly region: string | null;
  readonly origin: string;
  readonly tags: readonly string[];
}

export interface CorpusRequest {
  readonly principal: number;
  readonly purpose: string | undefined;
  readonly value: number;
}

/** Deterministic, so that a failure can be repeated (xorshift32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(limit: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % limit;
  }

  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  some<T>(list: readonly T[]): T[] {
    return list.filter(() => this.below(2) === 0);
  }
}

/** A policy that reads every attribute that a stored value, a purpose and an address can decide by. */
export function corpusPolicy(chance: Chance): PolicyDocument {
  const conditions = [
    () => ({}),
    () => ({}),
    () => ({}),
    () => ({ StringEquals: { 'ctx.purpose': chance.one(CORPUS_PURPOSES) } }),
    () => ({ StringNotEquals: { 'ctx.purpose': chance.one(CORPUS_PURPOSES) } }),
    () => ({ StringEquals: { 'resource.region': chance.one(['eu', 'us']) } }),
    () => ({ StringIn: { 'resource.origin': ['crm', chance.one(['hr', 'shop'])] } }),
    () => ({ StringEquals: { 'resource.tags': 'vip' } }),
    () => ({ Bool: { 'ctx.mfa': chance.below(3) === 0 } }),
    () => ({ Bool: { 'ctx.suppliedByCaller': chance.below(3) === 0 } }),
    () => ({ IpInCidr: { 'ctx.sourceIp': chance.one(['127.0.0.0/8', '10.0.0.0/8']) } }),
    () => ({ DateBefore: { 'ctx.now': chance.one(['2020-01-01T00:00:00Z', '2090-01-01T00:00:00Z']) } }),
  ];
  const where = () =>
    `pvg:default:${chance.one(['*', '*', '*', ...CORPUS_COLLECTIONS])}/${chance.one(['*', '*', '*', ...CORPUS_TYPES])}`;
  const reveal = (sid: string, effect: 'allow' | 'deny', role: string, level: RevealLevel) => {
    const condition = chance.one(conditions)();
    return {
      sid,
      effect,
      principal: { role },
      action: ['vault:Reveal'],
      resource: where(),
      ...(Object.keys(condition).length > 0 && { condition }),
      reveal: level,
    };
  };
  return parsePolicy({
    version: POLICY_VERSION,
    statements: [
      {
        sid: 'Work',
        effect: 'allow',
        principal: { role: [...CORPUS_ROLES] },
        action: ['gateway:Invoke'],
        resource: '*',
      },
      {
        sid: 'InternsDoNotInvokeForFraud',
        effect: 'deny',
        principal: { role: 'intern' },
        action: ['gateway:Invoke'],
        resource: '*',
        condition: { StringEquals: { 'ctx.purpose': 'fraud' } },
      },
      ...CORPUS_ROLES.flatMap((role, r) =>
        Array.from({ length: 5 }, (_, i) => reveal(`Allow-${r}-${i}`, 'allow', role, chance.one(LEVELS))),
      ),
      ...CORPUS_ROLES.map((role, r) =>
        reveal(`Deny-${r}`, 'deny', role, chance.one(['redacted', 'masked', 'masked', 'plain', 'plain'] as const)),
      ),
    ],
    ceilings: { collections: { staff: 'masked' }, purposes: { marketing: 'redacted' } },
  });
}

export function corpusPrincipals(chance: Chance, count: number): Principal[] {
  return Array.from({ length: count }, (_, index) => ({
    tenantId: 'default',
    id: `corpus-${index}`,
    kind: 'service' as const,
    roles: [chance.one(CORPUS_ROLES), ...(chance.below(3) === 0 ? [chance.one(CORPUS_ROLES)] : [])],
    groups: [],
    purposes: chance.below(3) > 0 ? ['*'] : chance.some(CORPUS_PURPOSES),
    collections: ['default', ...(chance.below(8) === 0 ? [] : ['customers', 'staff'])],
    attributes: {},
  }));
}

export function corpusValues(chance: Chance, count: number): CorpusValue[] {
  return Array.from({ length: count }, () => ({
    type: chance.one(CORPUS_TYPES),
    collectionId: chance.one(CORPUS_COLLECTIONS),
    region: chance.one(['eu', 'us', null]),
    origin: chance.one(['crm', 'hr', 'shop']),
    tags: chance.some(['vip', 'hold']),
  }));
}

/** Batches of one principal and purpose each, as requests come: together `count` decisions. */
export function corpusBatches(
  chance: Chance,
  given: { count: number; size: number; principals: number; values: number },
) {
  return Array.from({ length: given.count / given.size }, (_, index) => ({
    principal: index % given.principals,
    purpose: chance.one([undefined, undefined, ...CORPUS_PURPOSES, 'case-handling']),
    values: Array.from({ length: given.size }, () => chance.below(given.values)),
  }));
}

export function isCapped(snapshot: PolicySnapshot, lenient: PolicySnapshot, request: DecisionRequest): boolean {
  const decision = snapshot.decide(request);
  return !decision.allowed || levelRank(decision.level) < levelRank(lenient.decide(request).level);
}

/** The same policy without anything that denies or caps: what it would show if nobody had restricted it. */
export function withoutCaps({ statements, version }: PolicyDocument): PolicySnapshot {
  return PolicySnapshot.of({ version, statements: statements.filter(({ effect }) => effect === 'allow') });
}

export type Enforced = RevealLevel | 'unresolved';

/** What a caller sees of a decision: of a tenant or collection that is none of his, not even that there is a value. */
export function enforcedBy({ level, decidedBy }: Decision): Enforced {
  return decidedBy.includes('pvg:CollectionNotGranted') ? 'unresolved' : level;
}
