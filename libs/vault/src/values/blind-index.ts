import { createHmac } from 'node:crypto';
import type { InfoType } from '#lib/kernel';
import { lengthPrefixed } from '#lib/keyring';
import { normaliserOf } from './normalise.js';
import { encodeValue } from './value-codec.js';

/** The label of the key of one type in one scope: equal values of different types or scopes have unrelated digests. */
export function indexLabel(tenantId: string, scope: string, type: InfoType, kind = 'exact'): string {
  return `pvg/1|index|${tenantId}|${scope}|${type}|${normaliserOf(type).version}${kind === 'exact' ? '' : `|${kind}`}`;
}

/** HMAC-SHA-256 (RFC 2104, FIPS 198-1) of the normalised value. */
export function exactDigest(key: Uint8Array, type: InfoType, value: string): Buffer {
  return keyedDigest(key, normaliserOf(type).normalise(value));
}

export function keyedDigest(key: Uint8Array, normalised: string): Buffer {
  return createHmac('sha256', key)
    .update(lengthPrefixed([encodeValue(normalised)]))
    .digest();
}
