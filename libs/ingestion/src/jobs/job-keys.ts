import { randomBytes } from 'node:crypto';
import { DomainError, Secret } from '#lib/kernel';
import { decrypt, encrypt, lengthPrefixed, type SealedSecrets, wipe } from '#lib/keyring';
import type { JobOrder } from './job-types.js';

interface SealedOrder extends JobOrder {
  readonly key: string;
}

/** The key of one job: encrypts its files and their names. Opened for a piece of work, wiped after it. */
export class JobKey {
  private constructor(
    private readonly key: Buffer,
    private readonly address: readonly string[],
    readonly order: JobOrder,
  ) {}

  /** A new key, and what the job's row keeps of it: sealed, bound to the job. */
  static async create(
    sealed: SealedSecrets,
    tenantId: string,
    jobId: string,
    order: JobOrder,
  ): Promise<{ key: JobKey; sealed: string }> {
    const key = randomBytes(32);
    const content: SealedOrder = { ...order, key: key.toString('base64') };
    const text = await sealed.seal(tenantId, labelOf(jobId), new Secret(JSON.stringify(content)));
    return { key: new JobKey(key, [tenantId, jobId], order), sealed: text };
  }

  /** Throws `vault.integrity` or `keyring.unknown_key`. */
  static async open(sealed: SealedSecrets, tenantId: string, jobId: string, text: string): Promise<JobKey> {
    const opened = await sealed.unseal(tenantId, labelOf(jobId), text);
    const { key, principal, options } = JSON.parse(opened.reveal()) as SealedOrder;
    return new JobKey(Buffer.from(key, 'base64'), [tenantId, jobId], { principal, options });
  }

  /** `place` says what the bytes are; elsewhere they don't decrypt. */
  encrypt(bytes: Uint8Array, ...place: readonly (string | number)[]): Buffer {
    return encrypt(this.key, bytes, this.binding(place));
  }

  /** Throws `vault.integrity` when the bytes were changed, cut or moved. */
  decrypt(bytes: Buffer, ...place: readonly (string | number)[]): Buffer {
    return decrypt(this.key, bytes, this.binding(place));
  }

  wipe(): void {
    wipe(this.key);
  }

  private binding(place: readonly (string | number)[]): Buffer {
    return lengthPrefixed(['pvg/1|job', ...this.address, ...place.map(String)]);
  }
}

function labelOf(jobId: string): string {
  return `pvg/1|job|${jobId}`;
}

export function noSuchJob(): DomainError {
  return new DomainError('resource.not_found', { publicMessage: 'There is no such job.' });
}
