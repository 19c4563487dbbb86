import { randomUUID } from 'node:crypto';
import type { Database, DatabaseClient } from '#lib/database';
import { DomainError, type Principal } from '#lib/kernel';
import type { SealedSecrets } from '#lib/keyring';
import { JobBlobs } from '../blobs/job-blobs.js';
import { enqueueItems, removeItems } from './enqueue-items.js';
import { JobKey, noSuchJob } from './job-keys.js';
import { ITEM_COLUMNS, type ItemRow, itemOf, JOB_COLUMNS, type JobRow, jobOf } from './job-rows.js';
import type { Job, JobItem, JobItemState, JobKind, JobOptions } from './job-types.js';

export interface NewJob {
  readonly kind: JobKind;
  readonly collectionId: string;
  readonly principal: Principal;
  readonly options: JobOptions;
}

/** A job that still takes files. */
export interface ReceivingJob {
  readonly tenantId: string;
  readonly id: string;
  readonly key: JobKey;
  items: number;
}

export interface JobLimits {
  /** Files of a tenant that may wait or run at once; more are refused until some are done. */
  readonly openItemsMax: number;
  readonly itemBytesMax: number;
  readonly keptHours: number;
}

export const JOB_LIMITS: JobLimits = { openItemsMax: 100_000, itemBytesMax: 8 * 1024 ** 3, keptHours: 7 * 24 };

/** `tenant/job` of each change that a watcher wants to know of. */
export const JOB_CHANNEL = 'pvg_job';

/**
 * Jobs of tenants: files in, files out. What a caller may see of a job is the caller's matter; here a job of another tenant
 * does not exist.
 */
export class Jobs {
  readonly blobs: JobBlobs;

  constructor(
    readonly database: Database,
    private readonly sealed: SealedSecrets,
    private readonly limits: JobLimits = JOB_LIMITS,
  ) {
    this.blobs = new JobBlobs(database);
  }

  /** Opens a job for files. What is never submitted expires like a finished one. */
  async receive({ kind, collectionId, principal, options }: NewJob): Promise<ReceivingJob> {
    const { tenantId } = principal;
    const id = randomUUID();
    const { key, sealed } = await JobKey.create(this.sealed, tenantId, id, { principal, options });
    await this.database.withTenant(tenantId, async (client) => {
      const { rows } = await client.query<{ open: number }>(
        `SELECT count(*)::int AS open FROM job_item WHERE tenant_id = $1 AND state IN ('queued', 'running')`,
        [tenantId],
      );
      if ((rows[0]?.open ?? 0) >= this.limits.openItemsMax) throw tooMuchWaiting();
      await client.query(
        `INSERT INTO job (tenant_id, id, kind, state, collection_id, principal_id, sealed, created_at, expires_at)
         VALUES ($1, $2, $3, 'receiving', $4, $5, $6, date_trunc('milliseconds', now()), now() + make_interval(hours => $7))`,
        [tenantId, id, kind, collectionId, principal.id, sealed, this.limits.keptHours],
      );
    });
    return { tenantId, id, key, items: 0 };
  }

  /** Stores one file, encrypted, as it comes in. */
  async addFile(job: ReceivingJob, name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const seq = job.items + 1;
    const writer = this.blobs.writer({ tenantId: job.tenantId, jobId: job.id, seq, attempt: 0 }, job.key);
    let size = 0;
    for await (const chunk of content) {
      size += chunk.length;
      if (size > this.limits.itemBytesMax) {
        throw new DomainError('request.too_large', { publicMessage: `File ${seq} is too large for a job.` });
      }
      await writer.write(chunk);
    }
    const bytes = await writer.end();
    await this.database.withTenant(job.tenantId, (client) =>
      client.query(
        `INSERT INTO job_item (tenant_id, job_id, seq, name, bytes, state) VALUES ($1, $2, $3, $4, $5, 'queued')`,
        [job.tenantId, job.id, seq, job.key.encrypt(Buffer.from(name, 'utf8'), 'name', seq), bytes],
      ),
    );
    job.items = seq;
  }

  /** Hands the job to the workers. */
  async submit(job: ReceivingJob): Promise<Job> {
    const { tenantId, id } = job;
    if (job.items === 0) {
      throw new DomainError('request.invalid', { publicMessage: 'A job needs at least one file.' });
    }
    await this.database.withTenant(tenantId, async (client) => {
      await client.query(`UPDATE job SET state = 'queued' WHERE tenant_id = $1 AND id = $2`, [tenantId, id]);
      await enqueueItems(client, tenantId, id);
    });
    job.key.wipe();
    return this.get(tenantId, id);
  }

  /** Throws `resource.not_found`. */
  async get(tenantId: string, id: string): Promise<Job> {
    const rows = await this.select(tenantId, 'AND job.id = $2', [id]);
    if (!rows[0]) throw noSuchJob();
    return rows[0];
  }

  /** Newest first; of one principal, or of all. `before`: those after that one in this order. */
  async list(
    tenantId: string,
    { principalId, before, limit }: { principalId?: string; before?: Pick<Job, 'createdAt' | 'id'>; limit: number },
  ): Promise<Job[]> {
    return this.select(
      tenantId,
      `AND ($2::text IS NULL OR job.principal_id = $2) AND ($3::timestamptz IS NULL OR (job.created_at, job.id) < ($3, $4::uuid))`,
      [principalId ?? null, before?.createdAt ?? null, before?.id ?? null],
      limit,
    );
  }

  /** Files of all the tenant's jobs, by state. */
  async itemCounts(tenantId: string): Promise<Readonly<Record<JobItemState, number>>> {
    const { rows } = await this.database.withTenant(tenantId, (client) =>
      client.query<{ state: JobItemState; count: number }>(
        'SELECT state, count(*)::int AS count FROM job_item WHERE tenant_id = $1 GROUP BY state',
        [tenantId],
      ),
    );
    const none = { queued: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
    return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
  }

  /** The files of a job in their order; only those of a state when one is given. */
  async items(
    tenantId: string,
    id: string,
    { after = 0, limit, state }: { after?: number; limit: number; state?: JobItem['state'] },
  ): Promise<JobItem[]> {
    return this.withKey(tenantId, id, async (key) => {
      const { rows } = await this.database.withTenant(tenantId, (client) =>
        client.query<ItemRow>(
          `SELECT ${ITEM_COLUMNS} FROM job_item
           WHERE tenant_id = $1 AND job_id = $2 AND seq > $3 AND ($4::text IS NULL OR state = $4)
           ORDER BY seq LIMIT $5`,
          [tenantId, id, after, state ?? null, limit],
        ),
      );
      return rows.map((row) => itemOf(row, key));
    });
  }

  /** Files that wait are not begun; one that runs is given up at its next step. Finished ones stay. */
  async cancel(tenantId: string, id: string): Promise<Job> {
    await this.database.withTenant(tenantId, async (client) => {
      await lockJob(client, tenantId, id);
      const { rows } = await client.query<{ seq: number }>(
        `UPDATE job_item SET state = 'cancelled', finished_at = now()
         WHERE tenant_id = $1 AND job_id = $2 AND state IN ('queued', 'running') RETURNING seq`,
        [tenantId, id],
      );
      await client.query(
        `UPDATE job SET state = 'cancelled', finished_at = coalesce(finished_at, now())
         WHERE tenant_id = $1 AND id = $2 AND state IN ('receiving', 'queued')`,
        [tenantId, id],
      );
      await removeItems(
        client,
        tenantId,
        id,
        rows.map(({ seq }) => seq),
      );
      await tellWatchers(client, tenantId, id);
    });
    return this.get(tenantId, id);
  }

  /** Does failed and cancelled files again, and those with records that failed. Throws `resource.conflict` when there are none. */
  async retry(tenantId: string, id: string): Promise<Job> {
    await this.database.withTenant(tenantId, async (client) => {
      await lockJob(client, tenantId, id);
      const { rowCount } = await client.query(
        `UPDATE job_item SET state = 'queued', error = NULL, finished_at = NULL, progress_bytes = 0
         WHERE tenant_id = $1 AND job_id = $2
           AND (state IN ('failed', 'cancelled') OR (state = 'done' AND coalesce((report ->> 'faultCount')::int, 0) > 0))`,
        [tenantId, id],
      );
      if (!rowCount) {
        throw new DomainError('resource.conflict', { publicMessage: 'The job has no failed file to do again.' });
      }
      await client.query(`UPDATE job SET state = 'queued', finished_at = NULL WHERE tenant_id = $1 AND id = $2`, [
        tenantId,
        id,
      ]);
      await enqueueItems(client, tenantId, id);
      await tellWatchers(client, tenantId, id);
    });
    return this.get(tenantId, id);
  }

  /** Deletes the job with its files and results. */
  async delete(tenantId: string, id: string): Promise<void> {
    await this.cancel(tenantId, id);
    await this.database.withTenant(tenantId, (client) =>
      client.query('DELETE FROM job WHERE tenant_id = $1 AND id = $2', [tenantId, id]),
    );
  }

  /** The result of one file. Throws `resource.not_found` when there is none (yet). */
  async output(tenantId: string, id: string, seq: number): Promise<{ item: JobItem; content: AsyncGenerator<Buffer> }> {
    const { rows } = await this.database.withTenant(tenantId, (client) =>
      client.query<ItemRow & { output_attempt: number | null; sealed: string }>(
        `SELECT ${ITEM_COLUMNS}, output_attempt, job.sealed FROM job_item JOIN job ON job.tenant_id = job_item.tenant_id AND job.id = job_item.job_id
         WHERE job_item.tenant_id = $1 AND job_id = $2 AND seq = $3`,
        [tenantId, id, seq],
      ),
    );
    const row = rows[0];
    if (!row || row.output_attempt === null) {
      throw new DomainError('resource.not_found', { publicMessage: 'There is no result of this file.' });
    }
    const key = await JobKey.open(this.sealed, tenantId, id, row.sealed);
    const content = this.blobs.read({ tenantId, jobId: id, seq, attempt: row.output_attempt }, key);
    return { item: itemOf(row, key), content };
  }

  /** Deletes what has expired in a tenant; gives the number of jobs. */
  async sweep(tenantId: string): Promise<number> {
    const { rows } = await this.database.withTenant(tenantId, (client) =>
      client.query<{ id: string }>('SELECT id FROM job WHERE tenant_id = $1 AND expires_at < now() LIMIT 1000', [
        tenantId,
      ]),
    );
    for (const { id } of rows) await this.delete(tenantId, id);
    return rows.length;
  }

  /** `sweep` for every tenant. */
  async sweepAll(): Promise<number> {
    const { rows } = await this.database.withoutTenant((client) =>
      client.query<{ id: string }>('SELECT id FROM tenant'),
    );
    let deleted = 0;
    for (const { id } of rows) deleted += await this.sweep(id);
    return deleted;
  }

  private async select(tenantId: string, where: string, values: unknown[], limit = 1): Promise<Job[]> {
    const { rows } = await this.database.withTenant(tenantId, (client) =>
      client.query<JobRow>(
        `SELECT ${JOB_COLUMNS} FROM job
         LEFT JOIN LATERAL (
           SELECT count(*)::int AS total, coalesce(sum(bytes), 0)::float8 AS bytes,
             count(*) FILTER (WHERE state = 'done')::int AS done, count(*) FILTER (WHERE state = 'failed')::int AS failed,
             count(*) FILTER (WHERE state = 'cancelled')::int AS cancelled,
             count(*) FILTER (WHERE state = 'running')::int AS running,
             coalesce(sum(CASE WHEN state IN ('done', 'failed') THEN bytes ELSE progress_bytes END), 0)::float8 AS bytes_done
           FROM job_item WHERE tenant_id = job.tenant_id AND job_id = job.id
         ) counted ON true
         WHERE job.tenant_id = $1 ${where} ORDER BY job.created_at DESC, job.id DESC LIMIT ${limit}`,
        [tenantId, ...values],
      ),
    );
    return rows.map(jobOf);
  }

  private async withKey<T>(tenantId: string, id: string, work: (key: JobKey) => Promise<T>): Promise<T> {
    const { rows } = await this.database.withTenant(tenantId, (client) =>
      client.query<{ sealed: string }>('SELECT sealed FROM job WHERE tenant_id = $1 AND id = $2', [tenantId, id]),
    );
    if (!rows[0]) throw noSuchJob();
    const key = await JobKey.open(this.sealed, tenantId, id, rows[0].sealed);
    try {
      return await work(key);
    } finally {
      key.wipe();
    }
  }
}

/** One at a time changes what state a job is in. Throws `resource.not_found`. */
export async function lockJob(client: DatabaseClient, tenantId: string, id: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM job WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [
    tenantId,
    id,
  ]);
  if (!rowCount) throw noSuchJob();
}

export async function tellWatchers(client: DatabaseClient, tenantId: string, id: string): Promise<void> {
  await client.query('SELECT pg_notify($1, $2)', [JOB_CHANNEL, `${tenantId}/${id}`]);
}

function tooMuchWaiting(): DomainError {
  return new DomainError('request.rate_limited', {
    publicMessage: 'Too many files of this tenant wait for a worker. Hand over more when some are done.',
  });
}
