import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Secret } from '#lib/kernel';

/** 256 random bits as text, to be handed out once; stored as its SHA-256 (FIPS 180-4). */
export function newOpaqueSecret(prefix = ''): { secret: Secret<string>; sha256: Buffer } {
  const text = prefix + randomBytes(32).toString('base64url');
  return { secret: new Secret(text), sha256: sha256Of(text) };
}

export function sha256Of(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

export function equalsInConstantTime(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
