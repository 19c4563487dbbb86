import { randomUUID } from 'node:crypto';

/** A new request id, in the form of RFC 9562 version 4 UUIDs. */
export function newRequestId(): string {
  return randomUUID();
}

/** Ids of tenants, collections and roles: lower case, at most 63 characters, safe in URLs and policy resources. */
export const SLUG_PATTERN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export function isSlug(value: string): boolean {
  return SLUG_PATTERN.test(value);
}
