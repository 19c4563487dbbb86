import type { Principal } from '#lib/kernel';
import type { CompiledStatement, PolicyAbility, PolicyRule } from './compile-policy.js';
import type { FactsTest } from './matcher.js';
import type { Steps } from './slices.js';

export type AbilityRule = ReturnType<PolicyAbility['rulesFor']>[number];

/** A rule of an ability, with what the evaluator knows of its statement. */
export interface Candidate {
  readonly rule: AbilityRule;
  readonly statement: CompiledStatement;
  /** The other reading of the rule's conditions, compiled on first use: lenient for an allow, strict for a deny. */
  mightHold?: FactsTest;
  surelyHolds?: FactsTest;
}

type ByType = Map<string, readonly Candidate[]>;
type Field = 'kind' | 'id' | 'role' | 'group';

interface Bucket {
  everyone: ByType | undefined;
  readonly kind: Map<string, ByType>;
  readonly id: Map<string, ByType>;
  readonly role: Map<string, ByType>;
  readonly group: Map<string, ByType>;
}

const emptyBucket = (): Bucket => ({
  everyone: undefined,
  kind: new Map(),
  id: new Map(),
  role: new Map(),
  group: new Map(),
});

/** Stands for the info type of a request that names none. */
export const NO_TYPE = '?';
const ANY_TYPE = '*';

/**
 * The rules of one ability by action, principal and info type, so that a decision meets only statements that can concern
 * it. The lists are CASL's (`rulesFor`); this only finds them without building a key for each look-up.
 */
export class RuleIndex {
  readonly #buckets = new Map<string, Bucket>();

  static *steps(
    ability: PolicyAbility,
    rules: readonly PolicyRule[],
    statements: ReadonlyMap<string, CompiledStatement>,
  ): Steps<RuleIndex> {
    const index = new RuleIndex();
    const candidates = new Map<AbilityRule, Candidate>();
    const candidateOf = (rule: AbilityRule): Candidate => {
      const known = candidates.get(rule) ?? { rule, statement: statements.get(rule.reason as string)! };
      candidates.set(rule, known);
      return known;
    };
    const done = new Map<string, Set<string>>();
    for (const { action: actions, subject: subjects } of rules) {
      for (const action of actions) {
        const seen = done.get(action) ?? new Set();
        done.set(action, seen);
        for (const subject of subjects) {
          if (seen.has(subject)) continue;
          seen.add(subject);
          index.#put(action, subject, ability.rulesFor(action, subject).map(candidateOf));
          yield;
        }
      }
    }
    return index;
  }

  /** The statements that may concern a request. A statement can occur more than once. */
  candidates(action: string, principal: Principal, infoType: string): readonly (readonly Candidate[])[] {
    const bucket = this.#buckets.get(action);
    if (!bucket) return [];
    const found: (readonly Candidate[])[] = [];
    const add = (byType: ByType | undefined) => {
      const typed = byType?.get(infoType);
      if (typed) found.push(typed);
      const any = byType?.get(ANY_TYPE);
      if (any) found.push(any);
    };
    add(bucket.everyone);
    add(bucket.kind.get(principal.kind));
    add(bucket.id.get(principal.id));
    for (const role of principal.roles) add(bucket.role.get(role));
    for (const group of principal.groups) add(bucket.group.get(group));
    return found;
  }

  #put(action: string, subject: string, list: readonly Candidate[]): void {
    const bucket = this.#buckets.get(action) ?? emptyBucket();
    this.#buckets.set(action, bucket);
    const cut = subject.lastIndexOf('\n');
    const selector = subject.slice(0, cut);
    const type = subject.slice(cut + 1);
    if (selector === '*') {
      bucket.everyone ??= new Map();
      bucket.everyone.set(type, list);
      return;
    }
    const colon = selector.indexOf(':');
    const byName = bucket[selector.slice(0, colon) as Field];
    const name = selector.slice(colon + 1);
    const byType: ByType = byName.get(name) ?? new Map();
    byName.set(name, byType.set(type, list));
  }
}
