import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { Secret } from '#lib/kernel';

/** The value of a cookie (RFC 6265 §5.4); undefined when it isn't there. A `__Host-` name comes from this host alone. */
export function readCookie(headers: IncomingHttpHeaders, name: string): Secret<string> | undefined {
  for (const part of headers.cookie?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return new Secret(part.slice(at + 1).trim());
  }
  return undefined;
}

/**
 * Sends a `__Host-` cookie: for this host, over a secure channel, out of reach of scripts. Browsers take it over plain http
 * from 127.0.0.1 and localhost too, which are trustworthy origins. Lax, since a provider's redirect must bring it along.
 */
export function setCookie(reply: FastifyReply, name: string, value: Secret<string>, maxAgeSeconds?: number): void {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
  reply.header('set-cookie', `${name}=${value.reveal()}; Path=/; Secure; HttpOnly; SameSite=Lax${age}`);
}

export function clearCookie(reply: FastifyReply, name: string): void {
  setCookie(reply, name, new Secret(''), 0);
}
