import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from '#lib/database';
import {
  beginKekRotation,
  type Keyring,
  type KeyStatus,
  keyStatus,
  listRotations,
  type Rotation,
  type RotationKind,
  type RotationReason,
  retireKek,
  setRotationState,
  stepKekRotation,
} from '#lib/keyring';
import { beginSearchFill, stepSearchFill } from './fill-search-index.js';
import { beginDataKeyRotation, stepDataKeyRotation } from './rotate-data-keys.js';
import { beginIndexRotation, stepIndexRotation } from './rotate-index.js';

const BEGIN = { kek: beginKekRotation, data: beginDataKeyRotation, index: beginIndexRotation, search: beginSearchFill };
const STEP = { kek: stepKekRotation, data: stepDataKeyRotation, index: stepIndexRotation, search: stepSearchFill };
const TRIES_PER_STEP = 5;

/**
 * Rotation of a tenant's keys while it is being used. Each step is one transaction that also records how far it is, so a
 * stop at any point loses nothing: `run` goes on from there, in any process. Tokens never change.
 *
 * | kind | what changes | how |
 * | `kek` | the key that wraps data keys | data keys are wrapped anew; values are not touched |
 * | `data` | the keys that encrypt values | values are encrypted anew |
 * | `index` | the key that finds equal values | both versions are written, the new one filled, the old one dropped |
 * | `search` | no key: the rows of other ways of searching | filled, or dropped, as the collections declare now |
 */
export class KeyRotations {
  constructor(private readonly keyring: Keyring) {}

  /** Switches to a new key and records the work to be done. Throws `keyring.busy` while one of the kind is running. */
  async begin(tenantId: string, kind: RotationKind, reason: RotationReason = 'scheduled'): Promise<Rotation> {
    return BEGIN[kind](this.keyring, tenantId, reason);
  }

  /** Does one batch. */
  async step(tenantId: string, rotation: Pick<Rotation, 'id' | 'kind'>): Promise<Rotation> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await STEP[rotation.kind](this.keyring, tenantId, rotation.id);
      } catch (error) {
        const again = error instanceof DatabaseError && (error.sqlState === '40P01' || error.sqlState === '40001');
        if (!again || attempt === TRIES_PER_STEP) throw error;
        await sleep(Math.random() * 50 * attempt);
      }
    }
  }

  /** Does what is left, batch by batch, until it is done or `signal` says stop; tells how far it is after each. */
  async run(
    tenantId: string,
    rotation: Rotation,
    options: { readonly signal?: AbortSignal; readonly onProgress?: (rotation: Rotation) => void } = {},
  ): Promise<Rotation> {
    let current = rotation;
    while (current.state === 'running' && !options.signal?.aborted) {
      current = await this.step(tenantId, current);
      options.onProgress?.(current);
    }
    return current;
  }

  /** Stops it after the batch it is at, in every process, until `unpause`. Throws `resource.not_found`. */
  async pause(tenantId: string, id: string): Promise<Rotation> {
    return this.keyring.database.withTenant(tenantId, (c) => setRotationState(c, tenantId, id, 'paused'));
  }

  /** Lets it go on; who runs it then is the caller's. Throws `resource.not_found`. */
  async unpause(tenantId: string, id: string): Promise<Rotation> {
    return this.keyring.database.withTenant(tenantId, (c) => setRotationState(c, tenantId, id, 'running'));
  }

  async list(tenantId: string): Promise<Rotation[]> {
    return this.keyring.database.withTenant(tenantId, (c) => listRotations(c, tenantId));
  }

  /** Goes on with everything that was cut off; what is paused stays so. */
  async resume(tenantId: string, options: Parameters<KeyRotations['run']>[2] = {}): Promise<Rotation[]> {
    const running = (await this.list(tenantId)).filter((rotation) => rotation.state === 'running');
    const done: Rotation[] = [];
    for (const rotation of running) done.push(await this.run(tenantId, rotation, options));
    return done;
  }

  /** Destroys a key-encryption key version under which nothing is left. Throws `resource.conflict` otherwise. */
  async retireKek(tenantId: string, version: number): Promise<{ slot: string }> {
    return retireKek(this.keyring, tenantId, version);
  }

  async status(tenantId: string): Promise<KeyStatus> {
    return keyStatus(this.keyring, tenantId);
  }
}
