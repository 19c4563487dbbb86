import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ConsoleSession, ConsoleSessions, type OpenedSession, SESSION_COOKIE, type SignedIn } from '#lib/identity';
import { DomainError, type Secret } from '#lib/kernel';
import { readCookie, setCookie } from './cookies.js';
import { sessionOfRequest } from './session.strategy.js';
import { SessionView } from './session-view.js';
import { SignInAudit } from './sign-in-audit.js';

/** Opens and renews sessions: on record first, then the cookie. */
@Injectable()
export class SessionOpening {
  constructor(
    private readonly sessions: ConsoleSessions,
    private readonly view: SessionView,
    private readonly audit: SignInAudit,
  ) {}

  /** A new session with a new name; the one that the browser had before ends. */
  async open(request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) {
    await this.audit.opened(request, signedIn.principal, signedIn.method);
    const before = readCookie(request.headers, SESSION_COOKIE);
    const session = await this.sessions.open(signedIn);
    if (before) await this.sessions.close(before).catch(ignoreForeign);
    return this.#answer(request, reply, session);
  }

  /** The request's session under a new name. */
  async renew(request: FastifyRequest, reply: FastifyReply, proof: { readonly mfa: boolean }) {
    const session = await this.sessions.renew(cookieOf(request), proof);
    return this.#answer(request, reply, session);
  }

  async #answer(request: FastifyRequest, reply: FastifyReply, session: OpenedSession) {
    setCookie(reply, SESSION_COOKIE, session.cookie);
    return this.view.of(session, request.ip);
  }
}

/** A cookie that is none of ours ends nothing. */
function ignoreForeign(error: unknown): void {
  if (!(error instanceof DomainError && error.code === 'identity.invalid_credentials')) throw error;
}

/** @throws DomainError `identity.missing_credentials` for a request that a key or JWT authenticated */
export function mustHaveSession(request: FastifyRequest): ConsoleSession {
  const session = sessionOfRequest(request);
  if (session) return session;
  throw new DomainError('identity.missing_credentials', { publicMessage: 'This is for somebody who is signed in.' });
}

/** The same, for what only somebody who has just proved who he is may do. */
export function mustBeRecent(request: FastifyRequest): ConsoleSession {
  const session = mustHaveSession(request);
  if (session.recent) return session;
  throw new DomainError('identity.reauthentication_required', {
    publicMessage: 'Prove again who you are, then repeat this.',
  });
}

export function cookieOf(request: FastifyRequest): Secret<string> {
  mustHaveSession(request);
  return readCookie(request.headers, SESSION_COOKIE)!;
}
