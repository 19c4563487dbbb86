import { DomainError, type Principal } from '#lib/kernel';

/** What policies say about handing out rights. A port: policies live elsewhere. */
export abstract class AccessAuthority {
  /** Names of what the target could do that the actor can't and mustn't hand out. Empty: the actor may. */
  abstract exceedingRights(actor: Principal, target: Principal): Promise<readonly string[]>;
  /** Whether a principal can administer policies and principals. */
  abstract isAdministrator(principal: Principal): Promise<boolean>;
}

/**
 * The one check before rights are attached to anybody, on every path: a principal, a group, a claim rule, a grant, a key.
 *
 * @throws DomainError `policy.denied`
 */
export async function mustBeWithin(authority: AccessAuthority, actor: Principal, target: Principal): Promise<void> {
  const exceeding = await authority.exceedingRights(actor, target);
  if (exceeding.length === 0) return;
  throw new DomainError('policy.denied', {
    publicMessage: 'That would give rights that you don’t hold yourself.',
    facts: { exceeding: exceeding.slice(0, 20) },
  });
}

/** Somebody who holds exactly these rights, to compare with. Never the actor himself, whatever the id says. */
export function holderOf(actor: Principal, rights: Partial<Principal>): Principal {
  return {
    tenantId: actor.tenantId,
    id: 'pvg:holder',
    kind: actor.kind,
    roles: [],
    groups: [],
    purposes: [],
    collections: [],
    attributes: actor.attributes,
    ...rights,
  };
}
