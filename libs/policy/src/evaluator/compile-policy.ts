import { createMongoAbility, type MongoAbility } from '@casl/ability';
import type { RevealLevel } from '#lib/kernel';
import { type Action, expandAction } from '../language/actions.js';
import type { AttributeName } from '../language/attributes.js';
import type { PolicyDocument, PolicyStatement } from '../language/policy-document.js';
import { parseResourcePattern } from '../language/resource-pattern.js';
import { attributeBits } from './decision-facts.js';
import { type Constraint, lenientMatcher, strictMatcher } from './matcher.js';
import { NO_TYPE, RuleIndex } from './rule-index.js';
import { atOnce, flatMapSteps, type Steps } from './slices.js';
import {
  asList,
  attributesRead,
  conditionConstraints,
  principalConstraints,
  resourceConstraints,
} from './statement-constraints.js';

/** A statement as the evaluator keeps it beside its CASL rules. */
export interface CompiledStatement {
  readonly sid: string;
  /** For an allow of `vault:Reveal`, the level it gives; for a deny, the level it caps strictly below; null = refuses. */
  readonly reveal: RevealLevel | null;
  /** The attributes it reads that a request may lack, and the same as bits. */
  readonly reads: readonly AttributeName[];
  readonly readBits: number;
}

export type PolicyAbility = MongoAbility<[string, string], never>;

/** A rule as CASL takes it: one resource pattern of one statement. `reason` carries the sid. */
export interface PolicyRule {
  readonly action: readonly Action[];
  /** `<selector>\n<info type>`, for CASL's own index. */
  readonly subject: readonly string[];
  readonly conditions: readonly Constraint[];
  readonly reason: string;
}

/**
 * Two CASL abilities of plain `can` rules, one that holds the allows and one that holds the denies ("can be denied").
 *
 * INVARIANT: no rule is inverted and no answer is taken from `ability.can`, since CASL lets the last matching rule win and
 * matches a bare type without its conditions. `decide` asks both for their candidates, evaluates each against the facts of
 * one request, and lets a deny win.
 */
export interface CompiledPolicy {
  readonly allow: RuleIndex;
  readonly deny: RuleIndex;
  readonly document: PolicyDocument;
}

const INDEX_FIELDS = ['id', 'role', 'group', 'kind'] as const;

/**
 * The most selective field of a selector as index keys, and the tests that are left: the index hands a rule only to
 * principals that hold one of its keys.
 */
function selectorKeys(principal: PolicyStatement['principal']): { keys: string[]; who: Constraint[] } {
  const tests = principalConstraints(principal);
  if (principal === '*') return { keys: ['*'], who: tests };
  const { tool, model, id = tool ?? model, ...others } = principal;
  const wanted = { ...others, id };
  const field = INDEX_FIELDS.find((one) => wanted[one] !== undefined)!;
  const given = new Set(asList(wanted[field]!));
  const covered = (test: Constraint) =>
    (field === 'role' && test.name === 'principal.roles') || (field === 'group' && test.name === 'principal.groups');
  return { keys: [...given].map((one) => `${field}:${one}`), who: tests.filter((test) => !covered(test)) };
}

function actionsOf(statement: PolicyStatement): Action[] {
  const actions = [...new Set(statement.action.flatMap(expandAction))];
  const grantsNoLevel = statement.effect === 'allow' && statement.reveal === undefined;
  return grantsNoLevel ? actions.filter((action) => action !== 'vault:Reveal') : actions;
}

/** One rule for each resource pattern: alternatives are rules, never a logical operator. */
function rulesOf(statement: PolicyStatement): PolicyRule[] {
  const action = actionsOf(statement);
  if (action.length === 0) return [];
  const { keys, who } = selectorKeys(statement.principal);
  const when = conditionConstraints(statement);
  return asList(statement.resource).flatMap((text) => {
    const pattern = parseResourcePattern(text);
    if (!pattern) return [];
    const conditions = [...when, ...resourceConstraints({ ...pattern, infoType: null }), ...who];
    const rule = (type: string, more: readonly Constraint[] = []): PolicyRule => ({
      action,
      subject: keys.map((key) => `${key}\n${type}`),
      conditions: [...more, ...conditions],
      reason: statement.sid,
    });
    if (pattern.infoType === null) return [rule('*')];
    // A request that names no info type (`?`) meets the statements about each type, for what it leaves open.
    return [rule(pattern.infoType), rule(NO_TYPE, resourceConstraints({ ...pattern, collection: null, tenant: null }))];
  });
}

function compiledStatement(statement: PolicyStatement): CompiledStatement {
  const reads = attributesRead(statement);
  return { sid: statement.sid, reveal: statement.reveal ?? null, reads, readBits: attributeBits(reads) };
}

function* indexSteps(statements: readonly PolicyStatement[], conditionsMatcher: unknown): Steps<RuleIndex> {
  const rules = yield* flatMapSteps(statements, rulesOf);
  const ability = createMongoAbility(rules as never, { conditionsMatcher } as never) as unknown as PolicyAbility;
  yield;
  const compiled = new Map(yield* flatMapSteps(statements, (one) => [[one.sid, compiledStatement(one)] as const]));
  return yield* RuleIndex.steps(ability, rules, compiled);
}

/** Compiles a checked document (`parsePolicy`). Pure. */
export function compilePolicy(document: PolicyDocument): CompiledPolicy {
  return atOnce(compilePolicySteps(document));
}

export function* compilePolicySteps(document: PolicyDocument): Steps<CompiledPolicy> {
  const of = (effect: PolicyStatement['effect']) => document.statements.filter((one) => one.effect === effect);
  const allow = yield* indexSteps(of('allow'), strictMatcher);
  return { allow, deny: yield* indexSteps(of('deny'), lenientMatcher), document };
}
