import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto';
import { DomainError } from '#lib/kernel';

/** AES-256 (FIPS 197) in Galois/Counter Mode (NIST SP 800-38D). */
const ALGORITHM = 'aes-256-gcm';
/** SP 800-38D §8.2: 96 bits is the nonce length that GCM takes without hashing it first. */
const NONCE_BYTES = 12;
/** Always passed: Node accepts tags down to four bytes when it is not told. */
const TAG_BYTES = 16;
const GCM_OPTIONS = { authTagLength: TAG_BYTES } as const;
/** First byte of every ciphertext, so that another algorithm can follow without guessing. */
export const CIPHERTEXT_VERSION = 1;
/** version | nonce | ciphertext | tag */
export const CIPHERTEXT_OVERHEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

const noncePool = Buffer.alloc(NONCE_BYTES * 512);
let nonceAt = noncePool.length;

/** 96 bits from the system's random generator (SP 800-38D §8.2.2). Drawn in blocks, each used once. */
function nextNonce(): Buffer {
  if (nonceAt === noncePool.length) {
    randomFillSync(noncePool);
    nonceAt = 0;
  }
  const nonce = noncePool.subarray(nonceAt, nonceAt + NONCE_BYTES);
  nonceAt += NONCE_BYTES;
  return nonce;
}

/**
 * Encrypts under a 32-byte key and binds `aad` to the result. The nonce is drawn inside: there is no parameter for it, so
 * no caller can reuse one. Callers count encryptions per key against SP 800-38D §8.3's 2³² (see `EncryptionBudget`).
 */
export function encrypt(key: Uint8Array, plaintext: Uint8Array, aad: Uint8Array): Buffer {
  const nonce = nextNonce();
  const cipher = createCipheriv(ALGORITHM, key, nonce, GCM_OPTIONS);
  cipher.setAAD(aad);
  const out = Buffer.allocUnsafe(CIPHERTEXT_OVERHEAD_BYTES + plaintext.length);
  out[0] = CIPHERTEXT_VERSION;
  nonce.copy(out, 1);
  cipher.update(plaintext).copy(out, 1 + NONCE_BYTES);
  cipher.final();
  cipher.getAuthTag().copy(out, out.length - TAG_BYTES);
  return out;
}

/**
 * Decrypts what `encrypt` made. Throws `vault.integrity` when a bit of it or of `aad` differs, when it is cut short, or
 * when the key is another one; nothing of the plaintext is given out in that case. The error names no value.
 */
export function decrypt(key: Uint8Array, sealed: Uint8Array, aad: Uint8Array): Buffer {
  if (sealed.length < CIPHERTEXT_OVERHEAD_BYTES || sealed[0] !== CIPHERTEXT_VERSION) throw integrityError('form');
  const body = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const decipher = createDecipheriv(ALGORITHM, key, body.subarray(1, 1 + NONCE_BYTES), GCM_OPTIONS);
  decipher.setAAD(aad);
  decipher.setAuthTag(body.subarray(body.length - TAG_BYTES));
  const plaintext = decipher.update(body.subarray(1 + NONCE_BYTES, body.length - TAG_BYTES));
  try {
    decipher.final();
  } catch {
    plaintext.fill(0);
    throw integrityError('tag');
  }
  return plaintext;
}

function integrityError(reason: 'form' | 'tag'): DomainError {
  return new DomainError('vault.integrity', {
    publicMessage: 'Stored data failed its integrity check. It may have been changed or moved.',
    detail: reason === 'tag' ? 'authentication tag mismatch' : 'not a ciphertext of a known version',
    facts: { reason },
  });
}
