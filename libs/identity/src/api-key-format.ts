import { createHash, randomBytes, randomInt } from 'node:crypto';
import { Secret } from '#lib/kernel';

const PREFIX_ALPHABET = 'abcdefghjkmnpqrstvwxyz0123456789';
const PREFIX_LENGTH = 12;
const SECRET_BYTES = 32;
const SHAPE = /^pvg_([a-z0-9]{12})_([A-Za-z0-9_-]{43})$/;

export interface ApiKeyParts {
  /** Names the key in lists and logs; not secret. */
  readonly prefix: string;
  /** SHA-256 (FIPS 180-4) of the secret: with 256 random bits in it, a slow hash would add nothing. */
  readonly secretSha256: Buffer;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A new key `pvg_<prefix>_<secret>` with 256 random bits. Only its parts are stored. */
export function newApiKey(): { key: Secret<string>; parts: ApiKeyParts } {
  const prefix = Array.from({ length: PREFIX_LENGTH }, () => PREFIX_ALPHABET[randomInt(PREFIX_ALPHABET.length)]).join(
    '',
  );
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { key: new Secret(`pvg_${prefix}_${secret}`), parts: { prefix, secretSha256: sha256(secret) } };
}

/** Null for anything that can't be a key. */
export function parseApiKey(presented: Secret<string>): ApiKeyParts | null {
  const [, prefix, secret] = SHAPE.exec(presented.reveal()) ?? [];
  return prefix && secret ? { prefix, secretSha256: sha256(secret) } : null;
}
