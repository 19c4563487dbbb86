import type { ConditionsMatcher } from '@casl/ability';
import ipaddr from 'ipaddr.js';
import { ATTRIBUTES, type AttributeName } from '../language/attributes.js';
import type { Operator } from '../language/operators.js';
import { type DecisionFacts, type FactName, type FactValue, slotOf } from './decision-facts.js';

/** The operand `${principal.id}`: equal to another attribute of the same request. */
export interface Variable {
  readonly variable: FactName;
}

/**
 * One test of a compiled statement. `HasOneOf` comes from selectors (roles, groups), the others from conditions and resource
 * patterns. There is no other operator: none of CASL's own is ever used, and an unknown one does not compile.
 */
export interface Constraint {
  readonly name: FactName;
  readonly operator: Operator | 'HasOneOf';
  readonly operand: unknown;
}

type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];
type Test = (actual: string | number | boolean, operand: unknown) => boolean;
export type FactsTest = (facts: DecisionFacts) => boolean;

/** IPv4-mapped IPv6 addresses (RFC 4291 §2.5.5.2) count as IPv4. Throws on what is no address. */
function inNetworks(actual: string, networks: readonly Network[]): boolean {
  const address = ipaddr.process(actual);
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network as ipaddr.IPv4, bits),
  );
}

const TESTS: Readonly<Record<Exclude<Operator, 'Exists'>, Test>> = {
  StringEquals: (actual, operand) => actual === operand,
  StringNotEquals: (actual, operand) => actual !== operand,
  StringIn: (actual, operand) => (operand as ReadonlySet<unknown>).has(actual),
  NumericGte: (actual, operand) => Number(actual) >= Number(operand),
  NumericLte: (actual, operand) => Number(actual) <= Number(operand),
  DateBefore: (actual, operand) => Number(actual) < Number(operand),
  DateAfter: (actual, operand) => Number(actual) > Number(operand),
  Bool: (actual, operand) => actual === operand,
  IpInCidr: (actual, operand) => inNetworks(String(actual), operand as readonly Network[]),
};

/**
 * How what isn't known is read. Strict (allows): it doesn't hold, and every member of a set must satisfy the test. Lenient
 * (denies): it holds, and so does a test that fails to evaluate; one member of a set suffices. A set that is known to be
 * empty satisfies no test in either reading.
 */
type Reading = 'strict' | 'lenient';

const isVariable = (value: unknown): value is Variable =>
  typeof value === 'object' && value !== null && 'variable' in value;

function compileTest({ name, operator, operand }: Constraint, reading: Reading): FactsTest {
  const whenUnknown = reading === 'lenient';
  const slot = slotOf(name);
  if (operator === 'Exists') {
    return (facts) => {
      const actual = facts[slot];
      return (actual !== undefined && !(Array.isArray(actual) && actual.length === 0)) === operand;
    };
  }
  if (operator === 'HasOneOf') {
    const wanted = operand as ReadonlySet<string>;
    return (facts) => (facts[slot] as readonly string[]).some((member) => wanted.has(member));
  }
  if (operator === 'StringEquals' && !isVariable(operand) && ATTRIBUTES[name as AttributeName] === 'string') {
    // The commonest test by far, on one text: it can't throw and needs no look at sets.
    return (facts) => (facts[slot] === undefined ? whenUnknown : facts[slot] === operand);
  }
  const test = TESTS[operator];
  const evaluate = (actual: FactValue, wanted: unknown): boolean => {
    try {
      if (!Array.isArray(actual)) return test(actual as string, wanted);
      const one = (member: string) => test(member, wanted);
      return whenUnknown ? actual.some(one) : actual.length > 0 && actual.every(one);
    } catch {
      return whenUnknown;
    }
  };
  if (isVariable(operand)) {
    const variable = slotOf(operand.variable);
    return (facts) => {
      const actual = facts[slot];
      const wanted = facts[variable];
      return actual === undefined || wanted === undefined ? whenUnknown : evaluate(actual, wanted);
    };
  }
  return (facts) => {
    const actual = facts[slot];
    return actual === undefined ? whenUnknown : evaluate(actual, operand);
  };
}

function compileAll(constraints: readonly Constraint[], reading: Reading): FactsTest {
  const tests = constraints.map((constraint) => compileTest(constraint, reading));
  return (facts) => {
    for (const test of tests) if (!test(facts)) return false;
    return true;
  };
}

/** What CASL calls to compile the conditions of a rule, in place of its Mongo operators. */
const matcherOf = (reading: Reading): ConditionsMatcher<readonly Constraint[]> =>
  ((constraints: readonly Constraint[]) => compileAll(constraints, reading)) as never;

export const strictMatcher = matcherOf('strict');
export const lenientMatcher = matcherOf('lenient');
export const strictTest = (constraints: readonly Constraint[]): FactsTest => compileAll(constraints, 'strict');
/** The lenient reading of an allow: would it hold if what is missing were right? */
export const lenientTest = (constraints: readonly Constraint[]): FactsTest => compileAll(constraints, 'lenient');
