import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isSlug, Secret } from '#lib/kernel';

/** 256 random bits as text, to be handed out once; stored as its SHA-256 (FIPS 180-4). */
export function newOpaqueSecret(prefix = ''): { secret: Secret<string>; sha256: Buffer } {
  const text = prefix + randomBytes(32).toString('base64url');
  return { secret: new Secret(text), sha256: sha256Of(text) };
}

/** The same, telling its tenant: `<tenant>.<secret>`, for what arrives before a tenant is known. */
export function newTenantSecret(tenantId: string): { secret: Secret<string>; sha256: Buffer } {
  return newOpaqueSecret(`${tenantId}.`);
}

/** The tenant that such a secret names; whether it is one, its hash in that tenant's table says. */
export function tenantOfSecret(presented: Secret<string>): string | null {
  const [, tenantId] = /^([^.]{1,63})\.[A-Za-z0-9_-]{43}$/.exec(presented.reveal()) ?? [];
  return tenantId !== undefined && isSlug(tenantId) ? tenantId : null;
}

export function sha256Of(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

export function equalsInConstantTime(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
