import type { Database } from '#lib/database';
import { DomainError } from '#lib/kernel';
import type { JobKey } from '../jobs/job-keys.js';

/** Bytes per row: large enough to be quick, small enough for constant memory on both sides. */
const PART_BYTES = 1024 * 1024;

/** One file of a job: what was handed over (attempt 0), or what an attempt made of it. */
export interface BlobAddress {
  readonly tenantId: string;
  readonly jobId: string;
  readonly seq: number;
  readonly attempt: number;
}

/** Files of jobs in Postgres, in encrypted parts, so that any worker on any machine can take them. */
export class JobBlobs {
  constructor(private readonly database: Database) {}

  /** A sink that stores what it is given; `end` writes the rest. Gives the number of bytes. */
  writer(address: BlobAddress, key: JobKey): BlobWriter {
    return new BlobWriter(this.database, address, key);
  }

  /** The bytes of a file that `end` was called for. Throws `vault.integrity` when parts are missing or were changed. */
  async *read(address: BlobAddress, key: JobKey): AsyncGenerator<Buffer> {
    const { tenantId, jobId, seq, attempt } = address;
    for (let part = 0; ; part += 1) {
      const { rows } = await this.database.withTenant(tenantId, (client) =>
        client.query<{ data: Buffer }>({
          name: 'pvg_job_blob_read',
          text: `SELECT data FROM job_blob WHERE tenant_id = $1 AND job_id = $2 AND seq = $3 AND attempt = $4 AND part = $5`,
          values: [tenantId, jobId, seq, attempt, part],
        }),
      );
      if (!rows[0]) throw missingPart();
      const opened = key.decrypt(rows[0].data, seq, attempt, part);
      // The first byte tells the last part, so that a file that lost its end is not taken for a whole one.
      if (opened.length > 1) yield opened.subarray(1);
      if (opened[0] === LAST) return;
    }
  }
}

const MORE = 0;
const LAST = 1;

export class BlobWriter {
  private readonly held: Uint8Array[] = [];
  private heldBytes = 0;
  private part = 0;
  private total = 0;

  constructor(
    private readonly database: Database,
    private readonly address: BlobAddress,
    private readonly key: JobKey,
  ) {}

  async write(bytes: Uint8Array): Promise<void> {
    let at = 0;
    while (at < bytes.length) {
      const taken = bytes.subarray(at, at + PART_BYTES - this.heldBytes);
      this.held.push(Buffer.from(taken));
      this.heldBytes += taken.length;
      at += taken.length;
      if (this.heldBytes === PART_BYTES) await this.flush(MORE);
    }
  }

  async end(): Promise<number> {
    await this.flush(LAST);
    return this.total;
  }

  private async flush(flag: number): Promise<void> {
    const { tenantId, jobId, seq, attempt } = this.address;
    const plain = Buffer.concat([Buffer.of(flag), ...this.held]);
    const data = this.key.encrypt(plain, seq, attempt, this.part);
    await this.database.withTenant(tenantId, (client) =>
      client.query({
        name: 'pvg_job_blob_write',
        text: `INSERT INTO job_blob (tenant_id, job_id, seq, attempt, part, data) VALUES ($1, $2, $3, $4, $5, $6)
               ON CONFLICT (tenant_id, job_id, seq, attempt, part) DO UPDATE SET data = excluded.data`,
        values: [tenantId, jobId, seq, attempt, this.part, data],
      }),
    );
    this.total += this.heldBytes;
    this.part += 1;
    this.held.length = 0;
    this.heldBytes = 0;
  }
}

function missingPart(): DomainError {
  return new DomainError('vault.integrity', { publicMessage: 'A part of a stored file is missing.' });
}
