import type { z } from 'zod';
import { ACTION_WILDCARDS, ACTIONS } from './actions.js';
import { ATTRIBUTE_NAMES } from './attributes.js';
import { OPERATOR_NAMES } from './operators.js';

/** One fault of a policy document. Holds names of the language and positions, never a value of the document. */
export interface PolicyIssue {
  /** JSON Pointer (RFC 6901) of the faulty member. */
  readonly pointer: string;
  readonly message: string;
  /** What to write instead. */
  readonly hint: string;
}

export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Levenshtein distance, for "did you mean"; only ever run on short names. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length]!;
}

/** `Did you mean "x"?` when a known name is near, else the whole list. */
export function suggestName(given: string, known: readonly string[]): string {
  const near =
    given.length <= 64
      ? known
          .map((name) => ({ name, far: distance(given.toLowerCase(), name.toLowerCase()) }))
          .sort((a, b) => a.far - b.far)[0]
      : undefined;
  if (near && near.far <= Math.max(2, given.length / 4)) return `Did you mean "${near.name}"?`;
  return `Known: ${known.join(', ')}.`;
}

const LOGICAL = new Set(['$or', '$and', '$not', '$nor', 'or', 'and', 'not', 'anyOf', 'allOf', 'any', 'all']);

function unknownKey(path: readonly PropertyKey[], key: string): PolicyIssue {
  const pointer = pointerOf([...path, key]);
  const parent = path.at(-1);
  if (parent === 'condition') {
    return {
      pointer,
      message: 'isn’t an operator of conditions',
      hint: LOGICAL.has(key)
        ? 'Conditions have no logical operators: all must hold; write each alternative as a statement of its own.'
        : suggestName(key, OPERATOR_NAMES),
    };
  }
  if (path.at(-2) === 'condition') {
    const known = (ATTRIBUTE_NAMES as readonly string[]).includes(key);
    return {
      pointer,
      message: known ? 'is an attribute that this operator can’t read' : 'isn’t an attribute',
      hint: known
        ? `Use an operator for its type; ${String(parent)} reads another.`
        : suggestName(key, ATTRIBUTE_NAMES),
    };
  }
  return { pointer, message: 'isn’t a field here', hint: 'Remove it, or check its spelling in the JSON Schema.' };
}

/** A Zod issue in the words of the policy language. */
export function policyIssuesFrom(issue: z.core.$ZodIssue): PolicyIssue[] {
  const pointer = pointerOf(issue.path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey(issue.path, key));
    case 'invalid_type':
      return [{ pointer, message: 'is missing or of the wrong type', hint: `Expected ${issue.expected}.` }];
    case 'invalid_value':
      return [
        {
          pointer,
          message: 'isn’t one of the known values',
          hint:
            issue.path.at(-2) === 'action'
              ? `Known: ${[...ACTION_WILDCARDS, ...ACTIONS].join(', ')}.`
              : `Known: ${issue.values.map(String).join(', ')}.`,
        },
      ];
    case 'too_big':
      return [{ pointer, message: 'is too long', hint: `At most ${issue.maximum}.` }];
    case 'too_small':
      return [{ pointer, message: 'is too short', hint: `At least ${issue.minimum}.` }];
    case 'invalid_format':
      return [{ pointer, message: 'hasn’t the right form', hint: `Expected the form ${issue.format}.` }];
    case 'invalid_union': {
      const deepest = issue.errors
        .flat()
        .map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
        .sort((a, b) => b.path.length - a.path.length)
        .filter((inner) => inner.path.length > issue.path.length || inner.code === 'unrecognized_keys')[0];
      if (deepest) return policyIssuesFrom(deepest);
      return [{ pointer, message: 'has none of the allowed forms', hint: 'See the JSON Schema for the forms.' }];
    }
    default:
      return [{ pointer, message: 'isn’t valid', hint: 'See the JSON Schema.' }];
  }
}
