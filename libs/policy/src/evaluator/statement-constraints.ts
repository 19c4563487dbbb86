import ipaddr from 'ipaddr.js';
import { type AttributeName, variableOf } from '../language/attributes.js';
import type { Operator } from '../language/operators.js';
import type { PolicyStatement } from '../language/policy-document.js';
import { parseResourcePattern, type ResourcePattern } from '../language/resource-pattern.js';
import type { FactName } from './decision-facts.js';
import type { Constraint, Variable } from './matcher.js';

export const asList = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T]);

/** Who a statement is about, as the tests that a request's principal must pass. */
export function principalConstraints(principal: PolicyStatement['principal']): Constraint[] {
  if (principal === '*') return [];
  const constraints: Constraint[] = [];
  const oneOf = (name: FactName, operator: Constraint['operator'], wanted: string | readonly string[] | undefined) => {
    if (wanted !== undefined) constraints.push({ name, operator, operand: new Set(asList(wanted)) });
  };
  oneOf('principal.roles', 'HasOneOf', principal.role);
  oneOf('principal.groups', 'HasOneOf', principal.group);
  oneOf('principal.kind', 'StringIn', principal.kind);
  for (const kind of ['tool', 'model'] as const) if (principal[kind]) oneOf('principal.kind', 'StringIn', kind);
  for (const ids of [principal.id, principal.tool, principal.model]) oneOf('principal.id', 'StringIn', ids);
  return constraints;
}

export function resourceConstraints({ tenant, collection, infoType }: ResourcePattern): Constraint[] {
  const constraints: Constraint[] = [];
  const equals = (name: FactName, operand: string | null) => {
    if (operand !== null) constraints.push({ name, operator: 'StringEquals', operand });
  };
  equals('resource.infoType', infoType);
  equals('resource.collection', collection);
  equals('resource.tenant', tenant);
  return constraints;
}

function operandOf(operator: Operator, operand: unknown): unknown {
  switch (operator) {
    case 'DateBefore':
    case 'DateAfter':
      return Date.parse(String(operand));
    case 'IpInCidr':
      return asList(operand).map((one) => ipaddr.parseCIDR(String(one)));
    case 'StringIn':
      return new Set(asList(operand));
    case 'StringEquals':
    case 'StringNotEquals': {
      const variable = variableOf(String(operand));
      return variable ? ({ variable } satisfies Variable) : operand;
    }
    default:
      return operand;
  }
}

const conditionEntries = (statement: PolicyStatement) =>
  (Object.entries(statement.condition ?? {}) as [Operator, Record<string, unknown>][]).flatMap(([operator, operands]) =>
    (Object.entries(operands) as [AttributeName, unknown][]).map(([name, operand]) => ({ operator, name, operand })),
  );

export function conditionConstraints(statement: PolicyStatement): Constraint[] {
  return conditionEntries(statement).map(({ operator, name, operand }) => ({
    name,
    operator,
    operand: operandOf(operator, operand),
  }));
}

/** The attributes that a statement reads and a request may lack. */
export function attributesRead(statement: PolicyStatement): AttributeName[] {
  const reads = new Set<AttributeName>();
  for (const { name, operand } of conditionEntries(statement)) {
    reads.add(name);
    const variable = typeof operand === 'string' ? variableOf(operand) : null;
    if (variable) reads.add(variable);
  }
  for (const text of asList(statement.resource)) {
    const pattern = parseResourcePattern(text);
    if (pattern?.infoType) reads.add('resource.infoType');
    if (pattern?.collection) reads.add('resource.collection');
  }
  return [...reads];
}
