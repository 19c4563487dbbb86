import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { DomainError } from '#lib/kernel';

/**
 * Where requests may go. A public https address is always allowed; anything else (plain http, a private, loopback or
 * link-local address) only when its origin is listed here by the operator. Guards against server-side request forgery
 * (OWASP SSRF Prevention Cheat Sheet).
 */
export interface OutboundRules {
  /** Origins (`http://127.0.0.1:11434`) that the operator's own configuration names. */
  readonly allowedOrigins: ReadonlySet<string>;
}

/** Checks a target before a connection is made. Throws `outbound.forbidden_target`. */
export function checkTarget(url: URL, rules: OutboundRules): void {
  if (rules.allowedOrigins.has(url.origin)) return;
  if (url.protocol !== 'https:') throw forbidden('only https is allowed');
  if (url.username !== '' || url.password !== '') throw forbidden('the address must not hold credentials');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(host) && !isPublicAddress(host)) throw forbidden('the address is not public');
}

export function isPublicAddress(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast';
}

/**
 * A DNS lookup that answers public addresses only. It runs inside the connection, so the address that was checked is the
 * address that is connected to: a name that changes between check and use gains nothing.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, [] as unknown as string, 0);
    const open = addresses.filter((entry) => isPublicAddress(entry.address));
    const first = open[0];
    if (!first) return callback(forbidden('the name resolves to no public address'), [] as unknown as string, 0);
    if (options.all) return callback(null, open as unknown as string, 0);
    callback(null, first.address, first.family);
  });
};

function forbidden(reason: string): DomainError {
  return new DomainError('outbound.forbidden_target', {
    publicMessage: `The target may not be called: ${reason}. List its origin in the configuration to allow it.`,
  });
}
