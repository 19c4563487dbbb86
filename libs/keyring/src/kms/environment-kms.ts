import { DomainError, type Secret } from '#lib/kernel';
import { Kms, type RootFingerprints } from './kms.js';
import { checkedSlot, hkdf, LocalRoots, ROOT_KEY_BYTES } from './local-roots.js';

/**
 * Root keys from a setting (`PVG_ROOT_KEY`): 64 bytes, the encryption root and then the index root, or 32 bytes, from
 * which HKDF makes both; as base64, base64url or hex. Nothing is written outside the database, so slots can't be destroyed.
 */
export class EnvironmentKms extends Kms {
  readonly provider = 'environment';
  readonly destroysSlots = false;
  readonly #roots: LocalRoots;

  /** Throws `config.invalid`, without the value, when it is not 32 or 64 bytes. */
  constructor(rootKey: Secret<string>) {
    super();
    const bytes = decode(rootKey.reveal().trim());
    if (bytes?.length === 2 * ROOT_KEY_BYTES) {
      this.#roots = new LocalRoots(bytes.subarray(0, ROOT_KEY_BYTES), bytes.subarray(ROOT_KEY_BYTES));
    } else if (bytes?.length === ROOT_KEY_BYTES) {
      const part = (name: string) => hkdf(bytes, Buffer.alloc(0), `pvg/1|root|${name}`);
      this.#roots = new LocalRoots(part('encryption'), part('index'));
    } else {
      throw new DomainError('config.invalid', {
        publicMessage:
          'PVG_ROOT_KEY must hold 64 (or 32) bytes in base64 or hex: openssl rand -base64 64 | tr -d "\\n"',
      });
    }
    bytes.fill(0);
  }

  async fingerprints(): Promise<RootFingerprints> {
    return this.#roots.fingerprints();
  }

  async wrap(slot: string, key: Uint8Array, aad: Uint8Array): Promise<Buffer> {
    return this.#roots.wrap(Buffer.from(checkedSlot(slot)), key, aad);
  }

  async unwrap(slot: string, wrapped: Uint8Array, aad: Uint8Array): Promise<Buffer> {
    return this.#roots.unwrap(Buffer.from(checkedSlot(slot)), wrapped, aad);
  }

  async destroySlot(slot: string): Promise<void> {
    checkedSlot(slot);
  }

  async deriveIndexKey(salt: Uint8Array, info: string): Promise<Buffer> {
    return this.#roots.deriveIndexKey(salt, info);
  }

  async close(): Promise<void> {
    this.#roots.wipe();
  }
}

function decode(text: string): Buffer | null {
  if (/^(?:[0-9a-fA-F]{2})+$/.test(text) && (text.length === 64 || text.length === 128))
    return Buffer.from(text, 'hex');
  if (/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return Buffer.from(text, 'base64');
  return null;
}
