import { createDecipheriv, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CIPHERTEXT_OVERHEAD_BYTES, decrypt, encrypt } from './aead.js';
import { lengthPrefixed } from './length-prefixed.js';

const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => Buffer.from(array));

describe('authenticated encryption', () => {
  it('gives back what it was given, under the same key and binding only', () => {
    fc.assert(
      fc.property(bytes(200), bytes(40), bytes(40), (plaintext, aad, otherAad) => {
        const key = randomBytes(32);
        const sealed = encrypt(key, plaintext, aad);
        expect(decrypt(key, sealed, aad)).toEqual(plaintext);
        expect(sealed).toHaveLength(plaintext.length + CIPHERTEXT_OVERHEAD_BYTES);
        expect(() => decrypt(randomBytes(32), sealed, aad)).toThrow(/integrity/);
        if (!aad.equals(otherAad)) expect(() => decrypt(key, sealed, otherAad)).toThrow(/integrity/);
      }),
    );
  });

  it('refuses every single flipped bit and every shorter or longer ciphertext', () => {
    const key = randomBytes(32);
    const aad = Buffer.from('place');
    const sealed = encrypt(key, Buffer.from('marker'), aad);
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const flipped = Buffer.from(sealed);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => decrypt(key, flipped, aad)).toThrow(/integrity/);
    }
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => decrypt(key, sealed.subarray(0, length), aad)).toThrow(/integrity/);
    }
    expect(() => decrypt(key, Buffer.concat([sealed, Buffer.alloc(1)]), aad)).toThrow(/integrity/);
  });

  it('is AES-256-GCM with a 96-bit nonce and a 128-bit tag, as another implementation would read it', () => {
    const key = randomBytes(32);
    const sealed = encrypt(key, Buffer.from('marker'), Buffer.from('place'));
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13), { authTagLength: 16 });
    decipher.setAAD(Buffer.from('place'));
    decipher.setAuthTag(sealed.subarray(-16));
    expect(Buffer.concat([decipher.update(sealed.subarray(13, -16)), decipher.final()]).toString()).toBe('marker');
  });

  it('never uses a nonce twice, and takes none from its caller', () => {
    const key = randomBytes(32);
    const nonces = new Set<string>();
    for (let index = 0; index < 5_000; index += 1) {
      nonces.add(encrypt(key, Buffer.alloc(0), Buffer.alloc(0)).subarray(1, 13).toString('hex'));
    }
    expect(nonces.size).toBe(5_000);
    expect(encrypt).toHaveLength(3);
  });

  it('keeps the plaintext out of the error', () => {
    const key = randomBytes(32);
    const sealed = encrypt(key, Buffer.from('canary-value'), Buffer.from('place'));
    try {
      decrypt(key, sealed, Buffer.from('elsewhere'));
      throw new Error('accepted');
    } catch (error) {
      expect(error).toMatchObject({ code: 'vault.integrity' });
      expect(JSON.stringify(error) + String(error)).not.toContain('canary');
    }
  });
});

describe('length-prefixed fields', () => {
  it('are the same bytes for the same fields only', () => {
    const fields = fc.array(fc.string({ maxLength: 6 }), { maxLength: 5 });
    fc.assert(
      fc.property(fields, fields, (a, b) => {
        expect(lengthPrefixed(a).equals(lengthPrefixed(b))).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
    );
    expect(lengthPrefixed(['ab', 'c']).equals(lengthPrefixed(['a', 'bc']))).toBe(false);
  });
});
