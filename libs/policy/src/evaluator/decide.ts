import { levelRank, REVEAL_LEVELS, type RevealLevel } from '#lib/kernel';
import { coversAction, isTenantWide } from '../language/actions.js';
import type { AttributeName } from '../language/attributes.js';
import { type CompiledPolicy, type CompiledStatement, indexKey, type PolicyAbility } from './compile-policy.js';
import { BUILT_IN, type Decision, type DecisionRequest } from './decision.js';
import { type DecisionFacts, decisionFacts } from './decision-facts.js';
import { lenientMatcher } from './matcher.js';

const DEFAULT_LEVEL: RevealLevel = 'token';

type Rule = ReturnType<PolicyAbility['rulesFor']>[number];

/** Lenient reading of an allow: would it hold if what is missing were right? Compiled on first use. */
const possible = new WeakMap<Rule, (facts: DecisionFacts) => boolean>();
function mightHold(rule: Rule, facts: DecisionFacts): boolean {
  let test = possible.get(rule);
  if (!test) {
    test = lenientMatcher(rule.conditions as never);
    possible.set(rule, test);
  }
  return test(facts);
}

function keysOf(request: DecisionRequest, facts: DecisionFacts): string[] {
  const { principal } = request;
  const types = [typeof facts['resource.infoType'] === 'string' ? facts['resource.infoType'] : '?', '*'];
  const selectors = [
    '*',
    `kind:${principal.kind}`,
    `id:${principal.id}`,
    ...principal.roles.map((role) => `role:${role}`),
    ...principal.groups.map((group) => `group:${group}`),
  ];
  return selectors.flatMap((selector) => types.map((type) => indexKey(selector, type)));
}

function* candidates(ability: PolicyAbility, action: string, keys: readonly string[]): Generator<Rule> {
  for (const key of keys) yield* ability.rulesFor(action, key);
}

/** What a request met, before it is turned into an answer. */
interface Findings {
  readonly allows: Map<string, CompiledStatement>;
  /** Allows that would hold if a missing attribute were right. */
  readonly possibleAllows: Map<string, CompiledStatement>;
  readonly denies: Map<string, CompiledStatement>;
  readonly missing: Set<AttributeName>;
}

function findStatements(policy: CompiledPolicy, request: DecisionRequest, facts: DecisionFacts): Findings {
  const found: Findings = { allows: new Map(), possibleAllows: new Map(), denies: new Map(), missing: new Set() };
  const keys = keysOf(request, facts);
  const note = (statement: CompiledStatement) => {
    for (const name of statement.reads) if (facts[name] === undefined) found.missing.add(name);
  };
  for (const rule of candidates(policy.deny, request.action, keys)) {
    if (!rule.matchesConditions(facts as never)) continue;
    const statement = policy.statements.get(rule.reason as string)!;
    found.denies.set(statement.sid, statement);
    note(statement);
  }
  for (const rule of candidates(policy.allow, request.action, keys)) {
    const statement = policy.statements.get(rule.reason as string)!;
    if (rule.matchesConditions(facts as never)) found.allows.set(statement.sid, statement);
    else if (statement.reads.some((name) => facts[name] === undefined) && mightHold(rule, facts)) {
      found.possibleAllows.set(statement.sid, statement);
      note(statement);
    }
  }
  return found;
}

interface Standing {
  readonly level: RevealLevel | null;
  readonly decidedBy: readonly string[];
}

/**
 * The level before denies: the most that a matching allow gives, else `token`. An allow below `token` that might hold
 * counts too, so that leaving an attribute out never shows more.
 */
function allowedLevel(found: Findings): Standing {
  const sure = found.allows.size > 0;
  const levels = [...(sure ? found.allows : found.possibleAllows).values()].map((one) => ({
    sid: one.sid,
    level: one.reveal ?? DEFAULT_LEVEL,
  }));
  const ranks = levels.map((one) => levelRank(one.level));
  const level = sure
    ? REVEAL_LEVELS[Math.max(...ranks)]!
    : REVEAL_LEVELS[Math.min(levelRank(DEFAULT_LEVEL), ...ranks)]!;
  if (!sure && level === DEFAULT_LEVEL) return { level, decidedBy: [] };
  return { level, decidedBy: levels.filter((one) => one.level === level).map((one) => one.sid) };
}

/** The level strictly below a deny's; null when there is none left or the deny names none. */
function capOf(statement: CompiledStatement): RevealLevel | null {
  return statement.reveal === null ? null : (REVEAL_LEVELS[levelRank(statement.reveal) - 1] ?? null);
}

const rankOf = (level: RevealLevel | null) => (level === null ? -1 : levelRank(level));

function cap(standing: Standing, level: RevealLevel | null, by: string): Standing {
  if (rankOf(level) < rankOf(standing.level)) return { level, decidedBy: [by] };
  return standing;
}

function ceilingOf(
  ceilings: Readonly<Record<string, RevealLevel>> | undefined,
  name: string | undefined,
): { level: RevealLevel; known: boolean } | null {
  const all = Object.values(ceilings ?? {});
  if (!ceilings || all.length === 0) return null;
  if (name === undefined) return { level: REVEAL_LEVELS[Math.min(...all.map(levelRank))]!, known: false };
  const level = Object.hasOwn(ceilings, name) ? ceilings[name] : ceilings['*'];
  return level === undefined ? null : { level, known: true };
}

function revealStanding(policy: CompiledPolicy, facts: DecisionFacts, found: Findings): Standing {
  let standing = allowedLevel(found);
  const { collections, purposes } = policy.document.ceilings ?? {};
  for (const [ceilings, name, by] of [
    [collections, 'resource.collection', BUILT_IN.collectionCeiling],
    [purposes, 'ctx.purpose', BUILT_IN.purposeCeiling],
  ] as const) {
    const ceiling = ceilingOf(ceilings, facts[name] as string | undefined);
    if (!ceiling) continue;
    if (!ceiling.known) found.missing.add(name);
    standing = cap(standing, ceiling.level, by);
  }
  const before = standing;
  const caps = [...found.denies.values()].map((one) => ({ sid: one.sid, level: capOf(one) }));
  for (const one of caps) standing = cap(standing, one.level, one.sid);
  if (standing === before) return standing;
  const deciding = caps.filter((one) => one.level === standing.level);
  return { level: standing.level, decidedBy: deciding.map((one) => one.sid) };
}

/** Whether the credential's scopes cover the action. */
function inScope({ principal, action }: DecisionRequest): boolean {
  return principal.scopes === undefined || coversAction(principal.scopes, action);
}

/** Rules that no document can lift: tenants never mix; a header chooses only among what the principal was granted. */
function builtInRefusal(request: DecisionRequest): string | null {
  const { principal, resource, context } = request;
  if (principal.tenantId !== resource.tenantId) return BUILT_IN.otherTenant;
  const holds = (granted: readonly string[], name: string) => granted.includes('*') || granted.includes(name);
  const ofTenant = resource.collectionId === '*' && isTenantWide(request.action);
  if (!ofTenant && !holds(principal.collections, resource.collectionId)) return BUILT_IN.collectionNotGranted;
  if (context.purpose !== undefined && !holds(principal.purposes, context.purpose)) return BUILT_IN.purposeNotGranted;
  if (request.action !== 'vault:Reveal' && !inScope(request)) return BUILT_IN.scopeNotGranted;
  return null;
}

/**
 * Who sees what: the only evaluator. Gateway, vault, tools, simulator and matrix all call it.
 *
 * - `vault:Reveal`: the most that a matching allow gives (default `token`), capped by the ceilings and by every deny.
 * - Any other action: granted by a matching allow, unless a deny matches.
 * - A deny whose attributes are missing or can't be evaluated matches. Order never matters. Never throws.
 */
export function decide(policy: CompiledPolicy, hash: string, request: DecisionRequest): Decision {
  const refused = (by: string): Decision => ({
    allowed: false,
    level: 'omit',
    decidedBy: [by],
    matched: [],
    missingContext: [],
    policyHash: hash,
  });
  try {
    const builtIn = builtInRefusal(request);
    if (builtIn) return refused(builtIn);
    const facts = decisionFacts(request);
    const found = findStatements(policy, request, facts);
    let standing: Standing;
    if (request.action === 'vault:Reveal') {
      standing = revealStanding(policy, facts, found);
      // A credential that may not reveal still reads answers, with tokens in them.
      if (!inScope(request)) standing = cap(standing, DEFAULT_LEVEL, BUILT_IN.scopeNotGranted);
    } else if (found.denies.size > 0) standing = { level: null, decidedBy: [...found.denies.keys()] };
    else standing = { level: found.allows.size > 0 ? DEFAULT_LEVEL : null, decidedBy: [...found.allows.keys()] };
    const level = standing.level ?? 'omit';
    return {
      allowed: level !== 'omit',
      level,
      decidedBy: [...standing.decidedBy].sort(),
      matched: [...found.allows.keys(), ...found.denies.keys()].sort(),
      missingContext: [...found.missing].sort(),
      policyHash: hash,
    };
  } catch {
    return refused(BUILT_IN.evaluationFailed);
  }
}
