import type { Principal } from '#lib/kernel';
import { BUILT_IN } from '../evaluator/decision.js';
import type { PolicySnapshot } from '../evaluator/policy-snapshot.js';
import { asList } from '../evaluator/statement-constraints.js';
import { ACTIONS, type Action, coversAction, expandAction } from '../language/actions.js';
import type { PolicyDocument, PolicyStatement } from '../language/policy-document.js';
import { coversRight } from './statement-cover.js';

/** What it takes to change who may do what; somebody must always be left who may. */
const ADMINISTRATION: readonly Action[] = ['policy:Write', 'policy:Activate', 'principal:Write'];

/** Whether a principal may do something that concerns the tenant as a whole, without purpose, reason or network. */
export function mayOnTenant(snapshot: PolicySnapshot, principal: Principal, action: Action, now = new Date()): boolean {
  const resource = { tenantId: principal.tenantId, collectionId: '*' };
  return snapshot.decide({ principal, action, resource, context: { now } }).allowed;
}

export function isAdministrator(snapshot: PolicySnapshot, principal: Principal): boolean {
  return ADMINISTRATION.every((action) => mayOnTenant(snapshot, principal, action));
}

const anyOf = (wanted: string | readonly string[] | undefined, held: readonly string[]) =>
  wanted === undefined || asList<string>(wanted).some((one) => held.includes(one));

/** Whether a statement concerns a principal, by its selector alone. */
export function selects(statement: PolicyStatement, principal: Principal): boolean {
  const selector = statement.principal;
  if (selector === '*') return true;
  return (
    anyOf(selector.role, principal.roles) &&
    anyOf(selector.group, principal.groups) &&
    anyOf(selector.kind, [principal.kind]) &&
    anyOf(selector.id, [principal.id]) &&
    (selector.tool === undefined || (principal.kind === 'tool' && anyOf(selector.tool, [principal.id]))) &&
    (selector.model === undefined || (principal.kind === 'model' && anyOf(selector.model, [principal.id])))
  );
}

/** Attributes of the principal that a statement's conditions read: equal rights need equal values. */
function readsEqually(statement: PolicyStatement, a: Principal, b: Principal): boolean {
  const names = Object.values(statement.condition ?? {}).flatMap((operands) => Object.keys(operands as object));
  return names
    .filter((name) => name.startsWith('principal.'))
    .every((name) => {
      const key = name.slice('principal.'.length);
      if (key === 'id' || key === 'kind') return a[key] === b[key];
      return a.attributes[key] === b.attributes[key];
    });
}

/** Whether the actor holds what an allow gives the target. */
function holds(document: PolicyDocument, actor: Principal, target: Principal, allow: PolicyStatement): boolean {
  return document.statements.some(
    (one) =>
      one.effect === 'allow' && selects(one, actor) && readsEqually(one, actor, target) && coversRight(one, allow),
  );
}

const overlaps = (a: PolicyStatement, b: PolicyStatement) => {
  const actions = new Set<string>(a.action.flatMap(expandAction));
  return b.action.flatMap(expandAction).some((action) => actions.has(action));
};

const within = (inner: readonly string[], outer: readonly string[]) =>
  outer.includes('*') || inner.every((one) => outer.includes(one));

/**
 * What the target could do that the actor can't: the sids of statements, and names of granted lists. Empty: the actor may
 * hand out the target's rights ("one grants only what one holds"). Conservative: what it can't compare exceeds.
 */
export function exceedingRights(document: PolicyDocument, actor: Principal, target: Principal): string[] {
  const exceeding: string[] = [];
  const given = document.statements.filter((one) => one.effect === 'allow' && selects(one, target));
  for (const allow of given) if (!holds(document, actor, target, allow)) exceeding.push(allow.sid);
  for (const deny of document.statements) {
    if (deny.effect !== 'deny' || !selects(deny, actor)) continue;
    if (selects(deny, target) && readsEqually(deny, actor, target)) continue;
    if (given.some((allow) => overlaps(allow, deny))) exceeding.push(deny.sid);
  }
  if (!within(target.purposes, actor.purposes)) exceeding.push(BUILT_IN.purposeNotGranted);
  if (!within(target.collections, actor.collections)) exceeding.push(BUILT_IN.collectionNotGranted);
  const scopesOf = (one: Principal) => ACTIONS.filter((action) => !one.scopes || coversAction(one.scopes, action));
  if (!within(scopesOf(target), scopesOf(actor))) exceeding.push(BUILT_IN.scopeNotGranted);
  return exceeding;
}

/**
 * What a new document gives anybody that its author doesn't hold under the one in force: allows that are new or changed, and
 * denies and ceilings that are gone or changed. Conservative, as `exceedingRights`.
 */
export function exceedingDocument(inForce: PolicyDocument, next: PolicyDocument, author: Principal): string[] {
  const same = (a: PolicyStatement, b: PolicyStatement | undefined) => JSON.stringify(a) === JSON.stringify(b);
  const old = new Map(inForce.statements.map((one) => [one.sid, one]));
  const after = new Map(next.statements.map((one) => [one.sid, one]));
  const added = next.statements.filter((one) => one.effect === 'allow' && !same(one, old.get(one.sid)));
  const lifted = inForce.statements.filter((one) => one.effect === 'deny' && !same(one, after.get(one.sid)));
  const denied = (allow: PolicyStatement) =>
    inForce.statements.some(
      (one) => one.effect === 'deny' && one.principal !== '*' && selects(one, author) && overlaps(one, allow),
    );
  const ceilings = (document: PolicyDocument) => JSON.stringify(document.ceilings ?? {});
  return [
    ...added.filter((allow) => denied(allow) || !holds(inForce, author, author, allow)).map((one) => one.sid),
    ...lifted.map((one) => one.sid),
    ...(ceilings(inForce) === ceilings(next) ? [] : [BUILT_IN.collectionCeiling]),
  ];
}

/**
 * What identity asks before it hands out rights; it knows this by shape only (a port of its own). A principal that holds
 * `principal:Delegate` hands out what it doesn't hold, to others but never to itself.
 */
export class PolicyAuthority {
  constructor(private readonly store: { snapshot(tenantId: string): Promise<PolicySnapshot> }) {}

  async exceedingRights(actor: Principal, target: Principal): Promise<readonly string[]> {
    const snapshot = await this.store.snapshot(actor.tenantId);
    if (target.tenantId !== actor.tenantId) return [BUILT_IN.otherTenant];
    if (actor.id !== target.id && mayOnTenant(snapshot, actor, 'principal:Delegate')) return [];
    return exceedingRights(snapshot.document, actor, target);
  }

  async isAdministrator(principal: Principal): Promise<boolean> {
    return isAdministrator(await this.store.snapshot(principal.tenantId), principal);
  }
}
