import ipaddr from 'ipaddr.js';
import { DomainError, isSlug } from '#lib/kernel';
import { expandAction } from './actions.js';
import { VARIABLE_NAMES, variableOf } from './attributes.js';
import { POLICY_LIMITS, type PolicyDocument, PolicyDocumentSchema, type PolicyStatement } from './policy-document.js';
import { type PolicyIssue, pointerOf, policyIssuesFrom } from './policy-issue.js';
import { parseResourcePattern } from './resource-pattern.js';

const ISSUE_COUNT_MAX = 100;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype', '__caslSubjectType__']);

/**
 * Walks the raw value before the schema sees it: bounds its depth and size, and refuses keys that mean something to
 * JavaScript or to the matcher underneath, wherever they stand.
 */
function* rawIssues(root: unknown): Generator<PolicyIssue> {
  const stack: { value: unknown; path: readonly PropertyKey[] }[] = [{ value: root, path: [] }];
  let length = 0;
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, path } = next;
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

function* documentIssues(document: PolicyDocument): Generator<PolicyIssue> {
  const seen = new Set<string>();
  let entries = 0;
  for (const [index, statement] of document.statements.entries()) {
    if (seen.has(statement.sid)) {
      yield { pointer: `/statements/${index}/sid`, message: 'is used twice', hint: 'Give each statement its own sid.' };
    }
    seen.add(statement.sid);
    entries += indexEntries(statement);
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

function examine(input: unknown): { issues: PolicyIssue[]; document?: PolicyDocument } {
  const raw = [...take(rawIssues(input), ISSUE_COUNT_MAX)];
  if (raw.length > 0) return { issues: raw };
  const parsed = PolicyDocumentSchema.safeParse(input);
  if (!parsed.success) return { issues: [...take(parsed.error.issues.flatMap(policyIssuesFrom), ISSUE_COUNT_MAX)] };
  return { issues: [...take(documentIssues(parsed.data), ISSUE_COUNT_MAX)], document: parsed.data };
}

/** Every fault of a document, at most 100. Never throws. */
export function checkPolicy(input: unknown): PolicyIssue[] {
  return examine(input).issues;
}

function* take<T>(source: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const one of source) {
    if (left-- <= 0) return;
    yield one;
  }
}

/**
 * Reads a policy document. Used when one is saved and again when it is loaded.
 *
 * @throws DomainError `policy.invalid` with the pointer and hint of the first fault and the pointers of all.
 */
export function parsePolicy(input: unknown): PolicyDocument {
  const { issues, document } = examine(input);
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
