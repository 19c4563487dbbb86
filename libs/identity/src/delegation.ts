import { DomainError, type Principal } from '#lib/kernel';

/**
 * The principal of a delegated request (in the spirit of RFC 8693's `act`): the user of `x-pvg-subject-token`, with the
 * application as actor. Every decision is then capped by what the application may.
 *
 * @throws DomainError `identity.invalid_credentials` when they are of two tenants, or the application acts for somebody itself
 */
export function delegatedPrincipal(user: Principal, application: Principal): Principal {
  if (user.tenantId !== application.tenantId || application.actor || user.actor || application.kind === 'user') {
    throw new DomainError('identity.invalid_credentials', {
      publicMessage: 'This credential can’t act for that user.',
      detail: 'delegation across tenants, of a user by a user, or of a delegation',
    });
  }
  return Object.freeze({ ...user, actor: application });
}
