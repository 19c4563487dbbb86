import { buildMongoQueryMatcher } from '@casl/ability';
import ipaddr from 'ipaddr.js';
import type { DecisionFacts, FactName, FactValue } from './decision-facts.js';

/**
 * A compiled constraint: attribute → operator → operand. Compiled from checked documents only; the operators below are the
 * whole vocabulary that the matcher gets from us, and none of CASL's own is ever used.
 */
export type Constraint = { readonly [N in FactName]?: Readonly<Record<string, unknown>> };

/** The operand `${principal.id}`: equal to another attribute of the same request. */
export interface Variable {
  readonly variable: FactName;
}
const isVariable = (value: unknown): value is Variable =>
  typeof value === 'object' && value !== null && 'variable' in value;

interface Node {
  readonly field: string;
  readonly value: unknown;
}
type Test = (actual: string | number | boolean, operand: unknown) => boolean;

const inCidr: Test = (actual, operand) => {
  const address = ipaddr.process(String(actual));
  return (operand as readonly [ipaddr.IPv4 | ipaddr.IPv6, number][]).some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network as never, bits),
  );
};

const TESTS: Readonly<Record<string, Test>> = {
  StringEquals: (actual, operand) => actual === operand,
  StringNotEquals: (actual, operand) => actual !== operand,
  StringIn: (actual, operand) => (operand as ReadonlySet<unknown>).has(actual),
  NumericGte: (actual, operand) => Number(actual) >= Number(operand),
  NumericLte: (actual, operand) => Number(actual) <= Number(operand),
  DateBefore: (actual, operand) => Number(actual) < Number(operand),
  DateAfter: (actual, operand) => Number(actual) > Number(operand),
  Bool: (actual, operand) => actual === operand,
  IpInCidr: inCidr,
};

/** Operators of constraints that come from selectors and resource patterns, not from conditions. */
const MEMBERSHIP = '$HasOneOf';

type Reading = 'strict' | 'lenient';

/**
 * Reads one condition. Strict (allows): what isn't known doesn't hold, and every member of a set must satisfy it. Lenient
 * (denies): what isn't known holds, and so does a test that fails to evaluate; one member of a set suffices.
 */
function interpreter(test: Test, reading: Reading) {
  const whenUnknown = reading === 'lenient';
  return (node: Node, facts: DecisionFacts, _context: unknown): boolean => {
    const actual: FactValue = facts[node.field as FactName];
    if (actual === undefined) return whenUnknown;
    let operand = node.value;
    if (isVariable(operand)) {
      operand = facts[operand.variable];
      if (operand === undefined) return whenUnknown;
    }
    try {
      if (!Array.isArray(actual)) return test(actual as string, operand);
      const one = (member: string) => test(member, operand);
      return reading === 'lenient' ? actual.some(one) : actual.every(one);
    } catch {
      return whenUnknown;
    }
  };
}

function matcherFor(reading: Reading) {
  const field = { type: 'field' as const };
  const names = [...Object.keys(TESTS), 'Exists', 'HasOneOf'];
  const interpreters = Object.fromEntries(
    Object.entries(TESTS).map(([name, test]) => [name, interpreter(test, reading)]),
  );
  return buildMongoQueryMatcher(
    Object.fromEntries(names.map((name) => [`$${name}`, field])),
    {
      ...interpreters,
      Exists: (node: Node, facts: DecisionFacts, _context: unknown) =>
        (facts[node.field as FactName] !== undefined) === node.value,
      HasOneOf: (node: Node, facts: DecisionFacts, _context: unknown) => {
        const actual = facts[node.field as FactName] as readonly string[];
        return actual.some((member) => (node.value as ReadonlySet<string>).has(member));
      },
    } as never,
    { get: (facts: DecisionFacts, name: string) => facts[name as FactName] } as never,
  ) as unknown as (constraint: Constraint) => (facts: DecisionFacts) => boolean;
}

export const strictMatcher = matcherFor('strict');
export const lenientMatcher = matcherFor('lenient');
export { MEMBERSHIP };
