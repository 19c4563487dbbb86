import type { AuditEvent } from '#lib/audit';
import type { ReleasedValue, Restoration, ToolSeam, ToolValue } from '#lib/deidentification';
import { DomainError, levelRank, type Principal, type RevealLevel, type VaultToken } from '#lib/kernel';
import { ArgumentRules, isOnList } from '../policy/argument-levels.js';
import { isObject, type Json, mapLeaves, segmentsOf, type TextLeaf, textLeaves } from '../policy/json-leaves.js';
import { faultsOf } from '../registry/argument-schema.js';
import type { ToolRequest } from '../registry/tool.js';
import { replaceTokens, tokensOf } from './argument-tokens.js';

/** Arguments as the tool gets them. */
export interface ReleasedArguments {
  readonly arguments: { readonly [key: string]: Json };
  /** What the tool saw more of than tokens, for origins of what it answers. */
  readonly seen: ReadonlyMap<VaultToken, { readonly text: string; readonly origins: readonly string[] }>;
}

interface Leaf extends TextLeaf {
  readonly levels: ReadonlyMap<VaultToken, RevealLevel>;
}

const PLAIN_KEY = /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/;

/**
 * Turns the tokens in a call's arguments into what this tool may see of them. Audit rows of what is revealed and where are
 * durable before any value is read. Throws `tool.denied` for a destination that is not allowed, and `tool.failed` when the
 * arguments are not what the schema asks for; neither names a value.
 */
export async function releaseArguments(
  seam: ToolSeam,
  request: ToolRequest,
  principal: Principal,
  restoration: Restoration,
  called: (facts: { revealed: readonly string[] }) => AuditEvent,
): Promise<ReleasedArguments> {
  const { tool, scope } = request;
  const rules = new ArgumentRules(tool);
  const given = parsed(request.arguments);
  const kept = mapLeaves(given, ({ pointer, text }) => (rules.at(pointer).reveal === 'omit' ? undefined : text)) as {
    [key: string]: Json;
  };
  const leaves = [...textLeaves(kept)].map((leaf) => ({ ...leaf, ...tokensOf(restoration, leaf.text) }));
  const tokens = leaves.flatMap((leaf) => leaf.tokens);
  const values = await seam.values(scope, principal, restoration, tokens);
  const decided = leaves.map((leaf): Leaf => {
    const rule = rules.at(leaf.pointer);
    const known = leaf.tokens.flatMap((token) => values.get(token) ?? []);
    if (rule.role === 'destination') {
      const isSender = leaf.whole && known.length === 1 && rules.isDestination(rule, known[0]!);
      if (!isSender && !(leaf.tokens.length === 0 && isOnList(leaf.text, rule.allow))) {
        throw forbiddenDestination(leaf.pointer);
      }
    }
    return { ...leaf, levels: new Map(known.map((one) => [one.token, rules.levelOf(rule, one, leaf.whole)])) };
  });
  const released = mostReleased(decided, values);
  const render = await seam.release(scope, principal, released, [called({ revealed: revealedPaths(decided) })]);

  const levels = new Map(decided.map((leaf) => [leaf.pointer, leaf.levels]));
  const result = mapLeaves(kept, ({ pointer, text }) => {
    const own = levels.get(pointer)!;
    const container = rules.isCode(pointer) ? 'python' : 'json';
    return replaceTokens(restoration, text, container, (token) => render(token, own.get(token) ?? 'token'));
  }) as { [key: string]: Json };
  const faults = faultsOf(tool.parameters, result).filter(({ pointer, keyword }) => {
    const { reveal } = rules.at(pointer);
    const isText = keyword !== 'required' && keyword !== 'type' && keyword !== 'additionalProperties';
    return !(isText && reveal === 'token');
  });
  if (faults.length > 0) throw notOfSchema(faults.map(({ pointer, keyword }) => `${safePointer(pointer)}: ${keyword}`));
  const seen = released
    .filter(({ level }) => level === 'plain')
    .map(({ value }) => [value.token, { text: render(value.token, 'plain'), origins: value.origins }] as const);
  return { arguments: result, seen: new Map(seen) };
}

function parsed(text: string): { readonly [key: string]: Json } {
  let value: Json;
  try {
    value = JSON.parse(text.trim() === '' ? '{}' : text) as Json;
  } catch {
    throw notOfSchema(['not JSON']);
  }
  if (!isObject(value)) throw notOfSchema(['not an object']);
  return value;
}

/** A value that stands in several places is read once, at the most that any place gets; each place is then rendered. */
function mostReleased(leaves: readonly Leaf[], values: ReadonlyMap<VaultToken, ToolValue>): ReleasedValue[] {
  const most = new Map<VaultToken, RevealLevel>();
  for (const { levels } of leaves) {
    for (const [token, level] of levels) {
      const known = most.get(token);
      if (known === undefined || levelRank(level) > levelRank(known)) most.set(token, level);
    }
  }
  return [...most].map(([token, level]) => ({ value: values.get(token)!, level }));
}

function revealedPaths(leaves: readonly Leaf[]): string[] {
  const paths = new Set<string>();
  for (const { pointer, levels } of leaves) {
    for (const level of levels.values())
      if (levelRank(level) > levelRank('token')) paths.add(`${safePointer(pointer)}:${level}`);
  }
  return [...paths].sort().slice(0, 50);
}

/** A key that is no plain word shows as `*`: models choose keys too. */
export function safePointer(pointer: string): string {
  return segmentsOf(pointer)
    .map((one) => `/${/^\d{1,6}$/.test(one) || PLAIN_KEY.test(one) ? one : '*'}`)
    .join('')
    .slice(0, 180);
}

function forbiddenDestination(pointer: string): DomainError {
  return new DomainError('tool.denied', {
    publicMessage: `The argument ${safePointer(pointer)} says where something goes, and this tool may not send there.`,
    facts: { because: 'destination', argument: safePointer(pointer) },
  });
}

function notOfSchema(problems: readonly string[]): DomainError {
  return new DomainError('tool.failed', {
    publicMessage: `The arguments are not what the tool takes: ${problems.slice(0, 5).join('; ')}.`,
    facts: { because: 'arguments' },
  });
}
