import { levelRank } from '#lib/kernel';
import { asList } from '../evaluator/statement-constraints.js';
import { expandAction } from '../language/actions.js';
import type { PolicyStatement } from '../language/policy-document.js';
import { parseResourcePattern } from '../language/resource-pattern.js';

/** Whether every resource of `inner` lies within one of `outer`. */
export function coversResource(outer: PolicyStatement['resource'], inner: PolicyStatement['resource']): boolean {
  const patterns = asList(outer).map(parseResourcePattern);
  return asList(inner).every((text) => {
    const wanted = parseResourcePattern(text);
    return (
      wanted !== null &&
      patterns.some(
        (pattern) =>
          pattern !== null &&
          (['tenant', 'collection', 'infoType'] as const).every(
            (part) => pattern[part] === null || pattern[part] === wanted[part],
          ),
      )
    );
  });
}

const actionsOf = (statement: PolicyStatement): Set<string> => new Set(statement.action.flatMap(expandAction));

function coversActions(outer: PolicyStatement, inner: PolicyStatement): boolean {
  const actions = actionsOf(outer);
  // An allow of a wildcard gives no reveal level, hence covers no reveal.
  if (outer.effect === 'allow' && outer.reveal === undefined) actions.delete('vault:Reveal');
  const wanted = actionsOf(inner);
  if (inner.effect === 'allow' && inner.reveal === undefined) wanted.delete('vault:Reveal');
  return [...wanted].every((action) => actions.has(action));
}

/** Every test of `outer` stands in `inner` too: whenever `inner` holds, `outer` does. */
function coversCondition(outer: PolicyStatement, inner: PolicyStatement): boolean {
  return Object.entries(outer.condition ?? {}).every(([operator, operands]) => {
    const others = (inner.condition as Record<string, Record<string, unknown>> | undefined)?.[operator];
    return Object.entries(operands as Record<string, unknown>).every(
      ([name, operand]) => others !== undefined && JSON.stringify(others[name]) === JSON.stringify(operand),
    );
  });
}

function coversPrincipal(outer: PolicyStatement['principal'], inner: PolicyStatement['principal']): boolean {
  if (outer === '*') return true;
  if (inner === '*') return false;
  return Object.entries(outer).every(([field, wanted]) => {
    const given = (inner as Record<string, string | string[] | undefined>)[field];
    return given !== undefined && asList<string>(given).every((one) => asList<string>(wanted).includes(one));
  });
}

/** For an allow: gives at least that level. For a deny: caps at least as low. */
function coversLevel(outer: PolicyStatement, inner: PolicyStatement): boolean {
  if (outer.reveal === undefined) return outer.effect === 'deny' || inner.reveal === undefined;
  if (inner.reveal === undefined) return false;
  const ranks = levelRank(outer.reveal) - levelRank(inner.reveal);
  return outer.effect === 'allow' ? ranks >= 0 : ranks <= 0;
}

/** Whether `outer` does, whoever asks for whatever, all that `inner` does, apart from whom they concern. Conservative. */
export function coversRight(outer: PolicyStatement, inner: PolicyStatement): boolean {
  return (
    coversActions(outer, inner) &&
    coversResource(outer.resource, inner.resource) &&
    coversCondition(outer, inner) &&
    coversLevel(outer, inner)
  );
}

/** The same, for everyone whom `inner` concerns. */
export function coversStatement(outer: PolicyStatement, inner: PolicyStatement): boolean {
  return coversPrincipal(outer.principal, inner.principal) && coversRight(outer, inner);
}
