import { levelRank, REVEAL_LEVELS, type RevealLevel } from '#lib/kernel';
import { coversAction, isTenantWide } from '../language/actions.js';
import type { AttributeName } from '../language/attributes.js';
import type { CompiledPolicy, CompiledStatement } from './compile-policy.js';
import { BUILT_IN, type Decision, type DecisionRequest } from './decision.js';
import { type DecisionFacts, decisionFacts, factOf, missingBits } from './decision-facts.js';
import { type Constraint, lenientTest, strictTest } from './matcher.js';
import { type Candidate, NO_TYPE } from './rule-index.js';

const DEFAULT_LEVEL: RevealLevel = 'token';

/** What a request met, before it is turned into an answer. */
interface Findings {
  readonly allows: CompiledStatement[];
  /** Allows that would hold if a missing attribute were right. */
  readonly possibleAllows: CompiledStatement[];
  readonly denies: CompiledStatement[];
  readonly missing: Set<AttributeName>;
}

function add(list: CompiledStatement[], statement: CompiledStatement): void {
  if (!list.includes(statement)) list.push(statement);
}

function mightHold(candidate: Candidate, facts: DecisionFacts): boolean {
  candidate.mightHold ??= lenientTest(candidate.rule.conditions as unknown as readonly Constraint[]);
  return candidate.mightHold(facts);
}

/**
 * How gaps in a request are read: against the caller (every decision that is enforced), or for him (the simulator's "at most":
 * what the answer could be if everything missing were right).
 */
export type Gaps = 'against' | 'for';

function surelyHolds(candidate: Candidate, facts: DecisionFacts): boolean {
  candidate.surelyHolds ??= strictTest(candidate.rule.conditions as unknown as readonly Constraint[]);
  return candidate.surelyHolds(facts);
}

function findStatements(
  policy: CompiledPolicy,
  request: DecisionRequest,
  facts: DecisionFacts,
  reading: Gaps,
): Findings {
  const found: Findings = { allows: [], possibleAllows: [], denies: [], missing: new Set() };
  const infoType = (factOf(facts, 'resource.infoType') as string | undefined) ?? NO_TYPE;
  const gaps = missingBits(facts);
  const note = (statement: CompiledStatement) => {
    if ((statement.readBits & gaps) === 0) return;
    for (const name of statement.reads) if (factOf(facts, name) === undefined) found.missing.add(name);
  };
  for (const list of policy.deny.candidates(request.action, request.principal, infoType)) {
    for (const candidate of list) {
      const { rule, statement } = candidate;
      if (!rule.matchesConditions(facts as never)) continue;
      note(statement);
      if (reading === 'against' || surelyHolds(candidate, facts)) add(found.denies, statement);
    }
  }
  for (const list of policy.allow.candidates(request.action, request.principal, infoType)) {
    for (const candidate of list) {
      const { rule, statement } = candidate;
      if (rule.matchesConditions(facts as never)) add(found.allows, statement);
      else if ((statement.readBits & gaps) !== 0 && mightHold(candidate, facts)) {
        add(reading === 'against' ? found.possibleAllows : found.allows, statement);
        note(statement);
      }
    }
  }
  return found;
}

const sidsOf = (statements: readonly CompiledStatement[]): string[] => statements.map((one) => one.sid);

interface Standing {
  readonly level: RevealLevel | null;
  readonly decidedBy: readonly string[];
}

/**
 * The level before denies: the most that a matching allow gives, else `token`. An allow below `token` that might hold
 * counts too, so that leaving an attribute out never shows more.
 */
function allowedLevel(found: Findings): Standing {
  const sure = found.allows.length > 0;
  const levels = (sure ? found.allows : found.possibleAllows).map((one) => ({
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

function revealStanding(policy: CompiledPolicy, facts: DecisionFacts, found: Findings, gaps: Gaps): Standing {
  let standing = allowedLevel(found);
  const { collections, purposes } = policy.document.ceilings ?? {};
  for (const [ceilings, name, by] of [
    [collections, 'resource.collection', BUILT_IN.collectionCeiling],
    [purposes, 'ctx.purpose', BUILT_IN.purposeCeiling],
  ] as const) {
    const ceiling = ceilingOf(ceilings, factOf(facts, name) as string | undefined);
    if (!ceiling) continue;
    if (!ceiling.known) {
      found.missing.add(name);
      if (gaps === 'for') continue;
    }
    standing = cap(standing, ceiling.level, by);
  }
  const before = standing;
  const caps = found.denies.map((one) => ({ sid: one.sid, level: capOf(one) }));
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
 * - A principal with an actor (delegation, in the spirit of RFC 8693): the lesser of what each of the two may.
 */
export function decide(
  policy: CompiledPolicy,
  hash: string,
  request: DecisionRequest,
  gaps: Gaps = 'against',
): Decision {
  const own = decideAlone(policy, hash, request, gaps);
  const actor = request.principal?.actor;
  if (!actor) return own;
  return lesser(own, decide(policy, hash, { ...request, principal: actor }, gaps));
}

/** Of a decision for a user and one for the application that acts for him, the stricter; statements of both when equal. */
function lesser(user: Decision, application: Decision): Decision {
  const [a, b] = [user, application].map((one) => (one.allowed ? levelRank(one.level) : -1)) as [number, number];
  const union = (name: 'decidedBy' | 'matched' | 'missingContext') =>
    [...new Set([...user[name], ...application[name]])].sort();
  const base = a <= b ? user : application;
  return {
    ...base,
    decidedBy: a === b ? union('decidedBy') : base.decidedBy,
    matched: union('matched'),
    missingContext: union('missingContext'),
  };
}

function decideAlone(policy: CompiledPolicy, hash: string, request: DecisionRequest, gaps: Gaps): Decision {
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
    const found = findStatements(policy, request, facts, gaps);
    let standing: Standing;
    if (request.action === 'vault:Reveal') {
      standing = revealStanding(policy, facts, found, gaps);
      // A credential that may not reveal still reads answers, with tokens in them.
      if (!inScope(request)) standing = cap(standing, DEFAULT_LEVEL, BUILT_IN.scopeNotGranted);
    } else if (found.denies.length > 0) standing = { level: null, decidedBy: sidsOf(found.denies) };
    else standing = { level: found.allows.length > 0 ? DEFAULT_LEVEL : null, decidedBy: sidsOf(found.allows) };
    const level = standing.level ?? 'omit';
    return {
      allowed: level !== 'omit',
      level,
      decidedBy: standing.decidedBy.toSorted(),
      matched: sidsOf([...found.allows, ...found.denies]).sort(),
      missingContext: [...found.missing].sort(),
      policyHash: hash,
    };
  } catch {
    return refused(BUILT_IN.evaluationFailed);
  }
}
