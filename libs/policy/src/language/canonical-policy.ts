import { createHash } from 'node:crypto';
import { atOnce, flatMapSteps, type Steps } from '../evaluator/slices.js';
import type { PolicyDocument, PolicyStatement } from './policy-document.js';

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).filter(([, one]) => one !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

const asSet = (value: unknown): unknown =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? [...new Set(value)].sort() : value;

const sortLists = (record: object): object =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, asSet(value)]));

function canonicalStatement(statement: PolicyStatement): object {
  const condition = statement.condition;
  return {
    ...sortLists(statement),
    principal: statement.principal === '*' ? '*' : sortLists(statement.principal),
    ...(condition && {
      condition: Object.fromEntries(
        Object.entries(condition).map(([operator, operands]) => [operator, sortLists(operands ?? {})]),
      ),
    }),
  };
}

/**
 * The canonical text of a policy: keys sorted by code unit, no spaces (as RFC 8785 orders them), statements by sid, lists
 * sorted without duplicates. Two documents that decide alike by reordering have the same text.
 */
export function canonicalPolicy(document: PolicyDocument): string {
  return atOnce(canonicalPolicySteps(document));
}

function* canonicalPolicySteps(document: PolicyDocument): Steps<string> {
  const sorted = [...document.statements].sort((a, b) => (a.sid < b.sid ? -1 : 1));
  const statements = yield* flatMapSteps(sorted, (one) => [canonicalJson(canonicalStatement(one))]);
  const fields: readonly [string, string][] = Object.entries(document)
    .filter(([key, value]) => key !== 'statements' && value !== undefined)
    .map(([key, value]) => [key, canonicalJson(value)]);
  const all = [...fields, ['statements', `[${statements.join(',')}]`] as const].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${all.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}

/** SHA-256 (FIPS 180-4) of the canonical text, in hex. Names a policy in decisions and audit rows. */
export function policyHash(document: PolicyDocument): string {
  return atOnce(policyHashSteps(document));
}

export function* policyHashSteps(document: PolicyDocument): Steps<string> {
  return createHash('sha256')
    .update(yield* canonicalPolicySteps(document))
    .digest('hex');
}
