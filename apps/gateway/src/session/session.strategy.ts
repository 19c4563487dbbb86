import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-custom';
import { type ConsoleSession, ConsoleSessions, SESSION_COOKIE } from '#lib/identity';
import type { Principal } from '#lib/kernel';
import { readCookie } from './cookies.js';
import { crossSite, RequestOrigin } from './request-origin.js';

export const CSRF_HEADER = 'x-pvg-csrf';
const SAFE_METHODS = ['GET', 'HEAD'];
const CREDENTIAL_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key'];

const SESSIONS = new WeakMap<FastifyRequest, ConsoleSession>();

/** The session that a request was authenticated by; undefined for one with a key or JWT. */
export function sessionOfRequest(request: FastifyRequest): ConsoleSession | undefined {
  return SESSIONS.get(request);
}

/**
 * The session cookie, on every route. A credential in a header wins. What changes anything needs the session's CSRF token
 * in a header besides, here, so that no route can forget to ask.
 */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, 'session-cookie') {
  constructor(
    private readonly sessions: ConsoleSessions,
    private readonly origin: RequestOrigin,
  ) {
    super();
  }

  async validate(request: FastifyRequest): Promise<Principal | null> {
    const { headers, method } = request;
    if (CREDENTIAL_HEADERS.some((name) => headers[name] !== undefined)) return null;
    const cookie = readCookie(headers, SESSION_COOKIE);
    if (cookie === undefined) return null;
    this.origin.mustBeOurs(request);
    const session = await this.sessions.authenticate(cookie);
    const presented = headers[CSRF_HEADER];
    if (!SAFE_METHODS.includes(method) && !session.verifyCsrf(typeof presented === 'string' ? presented : undefined)) {
      throw crossSite();
    }
    SESSIONS.set(request, session);
    return session.principal;
  }
}
