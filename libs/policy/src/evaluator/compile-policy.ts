import { createMongoAbility, type MongoAbility, type RawRuleOf } from '@casl/ability';
import ipaddr from 'ipaddr.js';
import type { RevealLevel } from '#lib/kernel';
import { type Action, expandAction } from '../language/actions.js';
import { type AttributeName, variableOf } from '../language/attributes.js';
import type { PolicyDocument, PolicyStatement } from '../language/policy-document.js';
import { parseResourcePattern } from '../language/resource-pattern.js';
import type { FactName } from './decision-facts.js';
import { type Constraint, lenientMatcher, MEMBERSHIP, strictMatcher, type Variable } from './matcher.js';

/** A statement as the evaluator keeps it beside its CASL rules. */
export interface CompiledStatement {
  readonly sid: string;
  /** For an allow of `vault:Reveal`, the level it gives; for a deny, the level it caps strictly below; null = refuses. */
  readonly reveal: RevealLevel | null;
  /** The attributes it reads that a request may lack. */
  readonly reads: readonly AttributeName[];
}

export type PolicyAbility = MongoAbility<[string, string], never>;
type PolicyRule = RawRuleOf<PolicyAbility>;

/**
 * Two CASL abilities of plain `can` rules, one that holds the allows and one that holds the denies ("can be denied").
 *
 * INVARIANT: no rule is inverted and no answer is taken from `ability.can`, since CASL lets the last matching rule win;
 * `decide` asks both abilities for their candidates and lets a deny win.
 */
export interface CompiledPolicy {
  readonly allow: PolicyAbility;
  readonly deny: PolicyAbility;
  readonly statements: ReadonlyMap<string, CompiledStatement>;
  readonly document: PolicyDocument;
}

const asList = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T]);

/** The subject type under which rules are indexed: who × which info type (`*` any; `?` the request names none). */
export function indexKey(selector: string, infoType: string): string {
  return `${selector}\n${infoType}`;
}

const SELECTOR_FIELDS = ['id', 'tool', 'model', 'role', 'group', 'kind'] as const;

/** The most selective field of a selector, as index keys; every field also becomes a constraint. */
function selectorKeys(principal: PolicyStatement['principal']): string[] {
  if (principal === '*') return ['*'];
  for (const field of SELECTOR_FIELDS) {
    const wanted = principal[field];
    if (wanted === undefined) continue;
    const key = field === 'tool' || field === 'model' ? 'id' : field;
    return asList<string>(wanted).map((one) => `${key}:${one}`);
  }
  return [];
}

function principalConstraints(principal: PolicyStatement['principal']): Constraint[] {
  if (principal === '*') return [];
  const constraints: Constraint[] = [];
  const oneOf = (name: FactName, operator: string, wanted: string | readonly string[] | undefined) => {
    if (wanted !== undefined) constraints.push({ [name]: { [operator]: new Set(asList(wanted)) } });
  };
  oneOf('principal.roles', MEMBERSHIP, principal.role);
  oneOf('principal.groups', MEMBERSHIP, principal.group);
  oneOf('principal.kind', '$StringIn', principal.kind);
  for (const kind of ['tool', 'model'] as const) if (principal[kind]) oneOf('principal.kind', '$StringIn', kind);
  for (const ids of [principal.id, principal.tool, principal.model]) oneOf('principal.id', '$StringIn', ids);
  return constraints;
}

function operandOf(operator: string, operand: unknown): unknown {
  if (operator.startsWith('Date')) return Date.parse(String(operand));
  if (operator === 'IpInCidr') return asList(operand).map((one) => ipaddr.parseCIDR(String(one)));
  if (operator === 'StringIn') {
    return new Set(asList(operand));
  }
  if (operator.startsWith('String')) {
    const variable = variableOf(String(operand));
    return variable ? ({ variable } satisfies Variable) : operand;
  }
  return operand;
}

function conditionConstraints(statement: PolicyStatement): Constraint[] {
  return Object.entries(statement.condition ?? {}).flatMap(([operator, operands]) =>
    Object.entries(operands as Record<string, unknown>).map(([name, operand]) => ({
      [name]: { [`$${operator}`]: operandOf(operator, operand) },
    })),
  );
}

/** CASL joins the members of a constraint by "and"; one member per operator and attribute. */
function merge(constraints: readonly Constraint[]): Constraint {
  const merged: Record<string, Record<string, unknown>> = {};
  for (const constraint of constraints) {
    for (const [name, test] of Object.entries(constraint)) {
      const before = merged[name] ?? {};
      for (const [operator, operand] of Object.entries(test)) {
        const other = before[operator];
        before[operator] =
          other instanceof Set && operand instanceof Set
            ? new Set([...other].filter((one) => operand.has(one)))
            : operand;
      }
      merged[name] = before;
    }
  }
  return merged as Constraint;
}

function actionsOf(statement: PolicyStatement): Action[] {
  const actions = [...new Set(statement.action.flatMap(expandAction))];
  const grantsNoLevel = statement.effect === 'allow' && statement.reveal === undefined;
  return grantsNoLevel ? actions.filter((action) => action !== 'vault:Reveal') : actions;
}

function readsOf(statement: PolicyStatement): AttributeName[] {
  const reads = new Set<string>();
  for (const operands of Object.values(statement.condition ?? {})) {
    for (const [name, operand] of Object.entries(operands as Record<string, unknown>)) {
      reads.add(name);
      const variable = typeof operand === 'string' ? variableOf(operand) : null;
      if (variable) reads.add(variable);
    }
  }
  for (const text of asList(statement.resource)) {
    const pattern = parseResourcePattern(text);
    if (pattern?.infoType) reads.add('resource.infoType');
    if (pattern?.collection) reads.add('resource.collection');
  }
  return [...reads] as AttributeName[];
}

/** One rule for each resource pattern: alternatives are rules, never a logical operator. */
function rulesOf(statement: PolicyStatement): PolicyRule[] {
  const action = actionsOf(statement);
  const selectors = selectorKeys(statement.principal);
  const shared = [...principalConstraints(statement.principal), ...conditionConstraints(statement)];
  return asList(statement.resource).flatMap((text) => {
    const pattern = parseResourcePattern(text);
    if (!pattern || action.length === 0) return [];
    const constraints: Constraint[] = [...shared];
    if (pattern.tenant) constraints.push({ 'resource.tenant': { $StringEquals: pattern.tenant } });
    if (pattern.collection) constraints.push({ 'resource.collection': { $StringIn: new Set([pattern.collection]) } });
    if (pattern.infoType) constraints.push({ 'resource.infoType': { $StringIn: new Set([pattern.infoType]) } });
    const types = pattern.infoType ? [pattern.infoType, '?'] : ['*'];
    const subject = selectors.flatMap((selector) => types.map((type) => indexKey(selector, type)));
    return [{ action, subject, conditions: merge(constraints), reason: statement.sid } as unknown as PolicyRule];
  });
}

/** Compiles a checked document (`parsePolicy`). Pure; O(statements). */
export function compilePolicy(document: PolicyDocument): CompiledPolicy {
  const allows: PolicyRule[] = [];
  const denies: PolicyRule[] = [];
  const statements = new Map<string, CompiledStatement>();
  for (const statement of document.statements) {
    const { sid, effect, reveal } = statement;
    statements.set(sid, { sid, reveal: reveal ?? null, reads: readsOf(statement) });
    (effect === 'allow' ? allows : denies).push(...rulesOf(statement));
  }
  const ability = (rules: PolicyRule[], conditionsMatcher: unknown) =>
    createMongoAbility(rules, { conditionsMatcher } as never) as unknown as PolicyAbility;
  return { allow: ability(allows, strictMatcher), deny: ability(denies, lenientMatcher), statements, document };
}
