import ipaddr from 'ipaddr.js';
import { DomainError, isSlug } from '#lib/kernel';
import { atOnce, flatMapSteps, type Steps } from '../evaluator/slices.js';
import { expandAction } from './actions.js';
import { VARIABLE_NAMES, variableOf } from './attributes.js';
import {
  POLICY_LIMITS,
  type PolicyDocument,
  PolicyDocumentSchema,
  type PolicyStatement,
  PolicyStatementSchema,
} from './policy-document.js';
import { type PolicyIssue, pointerOf, policyIssuesFrom } from './policy-issue.js';
import { parseResourcePattern } from './resource-pattern.js';

const ISSUE_COUNT_MAX = 100;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype', '__caslSubjectType__']);

/**
 * Walks the raw value before the schema sees it: bounds its depth and size, and refuses keys that mean something to
 * JavaScript or to the matcher underneath, wherever they stand.
 */
function* rawIssues(root: unknown): Generator<PolicyIssue | undefined> {
  const stack: { value: unknown; path: readonly PropertyKey[] }[] = [{ value: root, path: [] }];
  let length = 0;
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, path } = next;
    // A pause for whoever reads in slices.
    if (path.length === 2) yield undefined;
    length += typeof value === 'string' ? value.length + 2 : 4;
    if (length > POLICY_LIMITS.documentLengthMax) {
      return yield {
        pointer: '',
        message: 'is too large',
        hint: `At most ${POLICY_LIMITS.documentLengthMax} characters.`,
      };
    }
    if (value === null || typeof value !== 'object') continue;
    if (path.length >= POLICY_LIMITS.depthMax) {
      return yield {
        pointer: pointerOf(path),
        message: 'is nested too deep',
        hint: `At most ${POLICY_LIMITS.depthMax}.`,
      };
    }
    for (const key of Object.keys(value)) {
      length += key.length + 4;
      const at = [...path, Array.isArray(value) ? Number(key) : key];
      if (FORBIDDEN_KEYS.has(key)) yield { pointer: pointerOf(at), message: 'is a reserved name', hint: 'Remove it.' };
      else stack.push({ value: (value as Record<string, unknown>)[key], path: at });
    }
  }
}

const asList = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T]);

function* conditionIssues(statement: PolicyStatement, path: readonly PropertyKey[]): Generator<PolicyIssue> {
  for (const [operator, operands] of Object.entries(statement.condition ?? {})) {
    if (Object.keys(operands).length === 0) {
      yield { pointer: pointerOf([...path, operator]), message: 'has no attribute', hint: 'Remove it or name one.' };
    }
    for (const [name, operand] of Object.entries(operands) as [string, unknown][]) {
      const at = [...path, operator, name];
      for (const one of asList(operand)) {
        if (operator === 'IpInCidr' && !ipaddr.isValidCIDR(String(one))) {
          yield {
            pointer: pointerOf(at),
            message: 'isn’t a network in CIDR form',
            hint: 'Write it as 10.0.0.0/8 or fd00::/8.',
          };
        }
        if (operator.startsWith('String') && variableOf(String(one)) === undefined) {
          const hint = `A value is plain text or exactly one of: ${VARIABLE_NAMES.map((v) => `\${${v}}`).join(', ')}.`;
          yield { pointer: pointerOf(at), message: 'holds an unknown variable', hint };
        }
      }
      if (operator === 'Exists' && operand !== (statement.effect === 'allow')) {
        const hint =
          statement.effect === 'allow'
            ? 'An allow can’t rest on something being absent: leaving it out would widen access..'
            : 'A deny that holds when an attribute is present would be lifted by leaving it out. Deny when it is absent (false), or name its value.';
        yield {
          pointer: pointerOf(at),
          message: `can’t be ${String(operand)} in a statement that ${statement.effect}s`,
          hint,
        };
      }
    }
  }
}

function* statementIssues(statement: PolicyStatement, path: readonly PropertyKey[]): Generator<PolicyIssue> {
  const at = (...more: PropertyKey[]) => pointerOf([...path, ...more]);
  if (statement.principal !== '*' && Object.keys(statement.principal).length === 0) {
    yield {
      pointer: at('principal'),
      message: 'selects nobody',
      hint: 'Write "*" for everybody, or name a role, group, kind, id, tool or model.',
    };
  }
  for (const [index, pattern] of asList(statement.resource).entries()) {
    if (!parseResourcePattern(pattern)) {
      const pointer = Array.isArray(statement.resource) ? at('resource', index) : at('resource');
      yield {
        pointer,
        message: 'isn’t a resource',
        hint: 'Write "*" or "pvg:<tenant>:<collection>/<infoType>"; "*" stands for a whole part only.',
      };
    }
  }
  const onlyReveal = statement.action.every((action) => action === 'vault:Reveal');
  if (statement.reveal !== undefined && !onlyReveal) {
    yield {
      pointer: at('reveal'),
      message: 'stands in a statement with other actions',
      hint: 'Only a statement whose actions are ["vault:Reveal"] has a level; split it.',
    };
  }
  if (statement.effect === 'allow' && statement.action.includes('vault:Reveal')) {
    if (!onlyReveal) {
      yield {
        pointer: at('action'),
        message: 'mixes vault:Reveal with other actions',
        hint: 'An allow of vault:Reveal needs its own statement, with "reveal".',
      };
    } else if (statement.reveal === undefined) {
      yield {
        pointer: at('reveal'),
        message: 'is missing',
        hint: 'Say up to which level: omit, redacted, token, masked or plain.',
      };
    }
  }
  yield* conditionIssues(statement, [...path, 'condition']);
}

/** How many entries the statement takes in the evaluator's index. */
function indexEntries(statement: PolicyStatement): number {
  const actions = statement.action.reduce((sum, pattern) => sum + expandAction(pattern).length, 0);
  const selectors =
    statement.principal === '*'
      ? 1
      : Math.max(1, ...Object.values(statement.principal).map((one) => asList(one).length));
  return actions * selectors * asList(statement.resource).length * 2;
}

function* documentIssues(document: PolicyDocument): Generator<PolicyIssue | undefined> {
  const seen = new Set<string>();
  let entries = 0;
  for (const [index, statement] of document.statements.entries()) {
    if (seen.has(statement.sid)) {
      yield { pointer: `/statements/${index}/sid`, message: 'is used twice', hint: 'Give each statement its own sid.' };
    }
    seen.add(statement.sid);
    entries += indexEntries(statement);
    yield undefined;
    yield* statementIssues(statement, ['statements', index]);
  }
  if (entries > POLICY_LIMITS.indexEntryCountMax) {
    yield {
      pointer: '/statements',
      message: 'expands to too many combinations',
      hint: 'Use "*" instead of long lists of roles, actions and resources.',
    };
  }
  for (const kind of ['collections', 'purposes'] as const) {
    for (const name of Object.keys(document.ceilings?.[kind] ?? {})) {
      if (name !== '*' && !isSlug(name)) {
        yield {
          pointer: pointerOf(['ceilings', kind, name]),
          message: 'isn’t a name',
          hint: 'Lower-case letters, digits and dashes, or "*".',
        };
      }
    }
  }
}

interface Examined {
  readonly issues: PolicyIssue[];
  readonly document?: PolicyDocument;
}

function* examine(input: unknown): Steps<Examined> {
  const raw = yield* collect(rawIssues(input));
  if (raw.length > 0) return { issues: raw };
  const parsed = yield* parseSchema(input);
  if ('issues' in parsed) return parsed;
  return { issues: yield* collect(documentIssues(parsed.document)), document: parsed.document };
}

/** By the schema, statement by statement where there are many. */
function* parseSchema(input: unknown): Steps<{ issues: PolicyIssue[] } | { document: PolicyDocument }> {
  const given = (input ?? {}) as { readonly statements?: unknown };
  const statements = Array.isArray(given.statements) ? (given.statements as unknown[]) : [];
  const whole = statements.length > 0 && statements.length <= POLICY_LIMITS.statementCountMax;
  const head = PolicyDocumentSchema.safeParse(whole ? { ...given, statements: [] } : input);
  const faults = head.success ? [] : head.error.issues.flatMap(policyIssuesFrom);
  const read = yield* flatMapSteps(whole ? statements : [], (statement, index) => {
    const parsed = PolicyStatementSchema.safeParse(statement);
    if (parsed.success) return [parsed.data];
    const at = ['statements', index];
    faults.push(
      ...parsed.error.issues.map((one) => ({ ...one, path: [...at, ...one.path] })).flatMap(policyIssuesFrom),
    );
    return [];
  });
  if (!head.success || faults.length > 0) return { issues: faults.slice(0, ISSUE_COUNT_MAX) };
  return { document: whole ? { ...head.data, statements: read } : head.data };
}

/** The first hundred issues of a source, which pauses where it gives none. */
function* collect(source: Iterable<PolicyIssue | undefined>): Steps<PolicyIssue[]> {
  const issues: PolicyIssue[] = [];
  for (const one of source) {
    if (one === undefined) yield;
    else if (issues.push(one) >= ISSUE_COUNT_MAX) break;
  }
  return issues;
}

/** Every fault of a document, at most 100. Never throws. */
export function checkPolicy(input: unknown): PolicyIssue[] {
  return atOnce(examine(input)).issues;
}

/**
 * Reads a policy document. Used when one is saved and again when it is loaded.
 *
 * @throws DomainError `policy.invalid` with the pointer and hint of the first fault and the pointers of all.
 */
export function parsePolicy(input: unknown): PolicyDocument {
  return atOnce(parsePolicySteps(input));
}

export function* parsePolicySteps(input: unknown): Steps<PolicyDocument> {
  const { issues, document } = yield* examine(input);
  const [first] = issues;
  if (first || !document) {
    throw new DomainError('policy.invalid', {
      publicMessage: `The policy isn’t valid: ${first?.pointer || 'the document'} ${first?.message}. ${first?.hint}`,
      pointer: first?.pointer ?? '',
      facts: { pointers: issues.map((issue) => issue.pointer), issueCount: issues.length },
    });
  }
  return document;
}
