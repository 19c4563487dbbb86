import { hkdfSync } from 'node:crypto';
import { DomainError } from '#lib/kernel';
import { decrypt, encrypt } from '../crypto/aead.js';
import { wipe } from '../crypto/wipe.js';
import type { RootFingerprints } from './kms.js';

export const ROOT_KEY_BYTES = 32;

/** HKDF with SHA-256 (RFC 5869), 32 bytes out. */
export function hkdf(key: Uint8Array, salt: Uint8Array, info: string, bytes = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, bytes));
}

/** The two roots held in this process: shared by the key file and the environment provider. */
export class LocalRoots {
  readonly #encryption: Buffer;
  readonly #index: Buffer;

  constructor(encryption: Uint8Array, index: Uint8Array) {
    if (encryption.length !== ROOT_KEY_BYTES || index.length !== ROOT_KEY_BYTES) {
      throw new RangeError('a root key has 32 bytes');
    }
    if (Buffer.compare(encryption, index) === 0) throw new RangeError('the two root keys are the same');
    this.#encryption = Buffer.from(encryption);
    this.#index = Buffer.from(index);
  }

  /** A one-way name of each root: eight bytes of HKDF output under a label that derives nothing else. */
  fingerprints(): RootFingerprints {
    const name = (root: Buffer) => hkdf(root, Buffer.alloc(0), 'pvg/1|fingerprint', 8).toString('hex');
    return { encryption: name(this.#encryption), index: name(this.#index) };
  }

  /** `share` is the slot's own random part, where the provider keeps one; empty otherwise. */
  wrap(share: Uint8Array, key: Uint8Array, aad: Uint8Array): Buffer {
    const wrapping = this.#wrappingKey(share);
    try {
      return encrypt(wrapping, key, aad);
    } finally {
      wipe(wrapping);
    }
  }

  unwrap(share: Uint8Array, wrapped: Uint8Array, aad: Uint8Array): Buffer {
    const wrapping = this.#wrappingKey(share);
    try {
      return decrypt(wrapping, wrapped, aad);
    } finally {
      wipe(wrapping);
    }
  }

  deriveIndexKey(salt: Uint8Array, info: string): Buffer {
    return hkdf(this.#index, salt, info);
  }

  wipe(): void {
    wipe(this.#encryption, this.#index);
  }

  #wrappingKey(share: Uint8Array): Buffer {
    return hkdf(this.#encryption, share, 'pvg/1|wrap');
  }
}

/** Refuses slot names that could leave their folder or run into each other. */
export function checkedSlot(slot: string): string {
  if (!/^[a-z0-9-]{1,64}$/.test(slot)) {
    throw new DomainError('keyring.unknown_key', { publicMessage: 'Not the name of a key slot.' });
  }
  return slot;
}
