/**
 * What guards the root keys: a key file, the environment, or a service that never lets them out.
 *
 * A tenant's key-encryption keys are wrapped under it, each in its own *slot*, named by the key's id. Destroying a slot
 * destroys what is needed to unwrap the key, outside the database, so that an older copy of the database does not help.
 *
 * Errors: `keyring.unavailable` when it can't be reached, `keyring.unknown_key` when a slot is gone or was never there,
 * `vault.integrity` when the wrapped bytes or their binding are not what was wrapped.
 */
export abstract class Kms {
  /** For logs and status: `key-file`, `environment`, `transit`. */
  abstract readonly provider: string;

  /** Whether `destroySlot` removes something outside the database. Without it, erasure completes when backups expire. */
  abstract readonly destroysSlots: boolean;

  /** A short public name for each root: two processes with the same fingerprints hold the same roots. */
  abstract fingerprints(): Promise<RootFingerprints>;

  /** Wraps `key` in a slot, making the slot when it isn't there. `aad` must be given again to unwrap. */
  abstract wrap(slot: string, key: Uint8Array, aad: Uint8Array): Promise<Buffer>;

  abstract unwrap(slot: string, wrapped: Uint8Array, aad: Uint8Array): Promise<Buffer>;

  /** Makes the slot's keys unwrappable for ever. Does nothing the second time. */
  abstract destroySlot(slot: string): Promise<void>;

  /**
   * 32 bytes derived from the index root, `salt` and `info`: always the same for the same input. The index root and the
   * encryption root are independent, so that neither opens what the other guards.
   */
  abstract deriveIndexKey(salt: Uint8Array, info: string): Promise<Buffer>;

  abstract close(): Promise<void>;
}

export interface RootFingerprints {
  readonly encryption: string;
  readonly index: string;
}
