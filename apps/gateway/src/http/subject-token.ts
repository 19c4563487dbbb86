import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { delegatedPrincipal, JwtAuthenticator } from '#lib/identity';
import { DomainError, type Principal, Secret } from '#lib/kernel';

export const SUBJECT_TOKEN_HEADER = 'x-pvg-subject-token';

/**
 * Delegation, in the spirit of RFC 8693: an application calls with its own credential and its end user's JWT. The user is
 * then the principal and the application the actor, whose own rights cap every decision.
 */
@Injectable()
export class SubjectTokens {
  constructor(private readonly jwt: JwtAuthenticator) {}

  /** The principal that the request acts as. Throws `identity.invalid_credentials` for a token that isn't valid. */
  async principalOf(application: Principal, headers: IncomingHttpHeaders): Promise<Principal> {
    const token = headers[SUBJECT_TOKEN_HEADER];
    if (token === undefined) return application;
    if (typeof token !== 'string' || token === '') {
      throw new DomainError('request.invalid', { publicMessage: `The header ${SUBJECT_TOKEN_HEADER} is empty.` });
    }
    return delegatedPrincipal(await this.jwt.authenticate(new Secret(token)), application);
  }
}
