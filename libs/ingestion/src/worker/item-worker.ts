import type { DatabaseClient } from '#lib/database';
import { DomainError } from '#lib/kernel';
import type { SealedSecrets } from '#lib/keyring';
import type { BlobAddress } from '../blobs/job-blobs.js';
import type { ItemPayload } from '../jobs/enqueue-items.js';
import { JobKey } from '../jobs/job-keys.js';
import type { ItemError, ItemReport, JobKind, JobOrder } from '../jobs/job-types.js';
import { type Jobs, lockJob, tellWatchers } from '../jobs/jobs.js';

/** One file of a job, and what is to be done with it. */
export interface FileTask extends JobOrder {
  readonly kind: JobKind;
  readonly tenantId: string;
  readonly jobId: string;
  readonly seq: number;
  readonly collectionId: string;
  readonly name: string;
  readonly bytes: number;
}

export interface FileWork {
  /** The file; may be read more than once. */
  readonly content: () => AsyncIterable<Buffer>;
  readonly output: { write(bytes: Uint8Array): Promise<void> };
  readonly signal: AbortSignal;
  readonly onProgress: (bytesRead: number) => void;
}

/** Rewrites one file. Rejects with a `document.*` error when the file itself is at fault; any other is tried again. */
export type ProcessFile = (task: FileTask, work: FileWork) => Promise<ItemReport>;

const PROGRESS_INTERVAL_MS = 1_000;

interface Claim {
  readonly attempt: number;
  readonly kind: JobKind;
  readonly collectionId: string;
  readonly sealed: string;
  readonly name: Buffer;
  readonly bytes: number;
}

/**
 * Does items of jobs, at least once each, with one result each: what an attempt writes counts only when that attempt is still
 * the item's when it ends. An attempt that was overtaken, cancelled or deleted leaves nothing behind.
 */
export class ItemWorker {
  constructor(
    private readonly jobs: Jobs,
    private readonly sealed: SealedSecrets,
    private readonly process: ProcessFile,
  ) {}

  async work(payload: ItemPayload, signal: AbortSignal, lastTry: boolean): Promise<void> {
    const claim = await this.claim(payload);
    if (!claim) return;
    const { attempt } = claim;
    try {
      const { report, outputBytes } = await this.attempt(payload, claim, signal);
      await this.complete(payload, attempt, report, outputBytes);
    } catch (error) {
      if (error instanceof Overtaken) return await this.discard(payload, attempt);
      const own = error instanceof DomainError && isOfTheFile(error);
      if (!own && !lastTry) {
        await this.discard(payload, attempt);
        throw error;
      }
      await this.fail(payload, attempt, error);
    }
  }

  private async attempt(payload: ItemPayload, claim: Claim, outer: AbortSignal) {
    const { tenantId, jobId, seq } = payload;
    const key = await JobKey.open(this.sealed, tenantId, jobId, claim.sealed);
    const overtaken = new AbortController();
    const progress = new Progress((bytes) => this.progress(payload, claim.attempt, bytes), overtaken);
    try {
      const source: BlobAddress = { tenantId, jobId, seq, attempt: 0 };
      const output = this.jobs.blobs.writer({ ...source, attempt: claim.attempt }, key);
      const name = key.decrypt(claim.name, 'name', seq).toString('utf8');
      const { kind, collectionId, bytes } = claim;
      const task = { ...key.order, kind, tenantId, jobId, seq, collectionId, name, bytes };
      const report = await this.process(task, {
        content: () => this.jobs.blobs.read(source, key),
        output,
        signal: AbortSignal.any([outer, overtaken.signal]),
        onProgress: (read) => progress.tell(read),
      });
      return { report, outputBytes: kind === 'inspect' ? null : await output.end() };
    } catch (error) {
      if (overtaken.signal.aborted) throw new Overtaken();
      throw error;
    } finally {
      await progress.end();
      key.wipe();
    }
  }

  /** Takes the item for a new attempt; one whose worker died is taken over. Undefined when there is nothing to do. */
  private async claim({ tenantId, jobId, seq }: ItemPayload): Promise<Claim | undefined> {
    return this.jobs.database.withTenant(tenantId, async (client) => {
      const { rows } = await client.query<Claim>(
        `UPDATE job_item SET state = 'running', attempt = job_item.attempt + 1, started_at = now(), progress_bytes = 0
         FROM job WHERE job.tenant_id = job_item.tenant_id AND job.id = job_item.job_id
           AND job_item.tenant_id = $1 AND job_id = $2 AND seq = $3 AND job_item.state IN ('queued', 'running')
         RETURNING job_item.attempt, kind, collection_id AS "collectionId", sealed, name, bytes::float8 AS bytes`,
        [tenantId, jobId, seq],
      );
      if (rows[0]) await tellWatchers(client, tenantId, jobId);
      return rows[0];
    });
  }

  /** False when the attempt no longer counts. */
  private async progress({ tenantId, jobId, seq }: ItemPayload, attempt: number, bytes: number): Promise<boolean> {
    return this.jobs.database.withTenant(tenantId, async (client) => {
      const { rowCount } = await client.query(
        `UPDATE job_item SET progress_bytes = least($5, bytes)
         WHERE tenant_id = $1 AND job_id = $2 AND seq = $3 AND attempt = $4 AND state = 'running'`,
        [tenantId, jobId, seq, attempt, bytes],
      );
      if (rowCount === 1) await tellWatchers(client, tenantId, jobId);
      return rowCount === 1;
    });
  }

  private async complete(payload: ItemPayload, attempt: number, report: ItemReport, outputBytes: number | null) {
    const { tenantId, jobId, seq } = payload;
    await this.finish(payload, attempt, async (client) => {
      await client.query(
        `UPDATE job_item SET state = 'done', finished_at = now(), progress_bytes = bytes, error = NULL, report = $4,
           output_bytes = $5, output_attempt = $6 WHERE tenant_id = $1 AND job_id = $2 AND seq = $3`,
        [tenantId, jobId, seq, JSON.stringify(report), outputBytes, outputBytes === null ? null : attempt],
      );
      // The file itself is kept only while it may have to be done again.
      await client.query(
        `DELETE FROM job_blob WHERE tenant_id = $1 AND job_id = $2 AND seq = $3 AND attempt <> $4 AND (attempt > 0 OR $5)`,
        [tenantId, jobId, seq, attempt, report.faultCount === 0],
      );
    });
  }

  private async fail(payload: ItemPayload, attempt: number, error: unknown): Promise<void> {
    const { tenantId, jobId, seq } = payload;
    await this.finish(payload, attempt, async (client) => {
      await client.query(
        `UPDATE job_item SET state = 'failed', finished_at = now(), error = $4
         WHERE tenant_id = $1 AND job_id = $2 AND seq = $3`,
        [tenantId, jobId, seq, JSON.stringify(itemError(error))],
      );
      await deleteAttempt(client, payload, attempt);
    });
  }

  /** Ends the attempt, and with the last open item the job. An attempt that no longer counts is discarded. */
  private async finish(payload: ItemPayload, attempt: number, write: (client: DatabaseClient) => Promise<void>) {
    const { tenantId, jobId, seq } = payload;
    await this.jobs.database
      .withTenant(tenantId, async (client) => {
        await lockJob(client, tenantId, jobId);
        const { rowCount } = await client.query(
          `SELECT FROM job_item WHERE tenant_id = $1 AND job_id = $2 AND seq = $3 AND attempt = $4 AND state = 'running' FOR UPDATE`,
          [tenantId, jobId, seq, attempt],
        );
        if (rowCount === 0) return deleteAttempt(client, payload, attempt);
        await write(client);
        await client.query(
          `UPDATE job SET state = 'finished', finished_at = now() WHERE tenant_id = $1 AND id = $2 AND state = 'queued'
             AND NOT EXISTS (SELECT FROM job_item WHERE tenant_id = $1 AND job_id = $2 AND state IN ('queued', 'running'))`,
          [tenantId, jobId],
        );
        await tellWatchers(client, tenantId, jobId);
      })
      .catch(ignoreDeleted);
  }

  private async discard(payload: ItemPayload, attempt: number): Promise<void> {
    await this.jobs.database.withTenant(payload.tenantId, (client) => deleteAttempt(client, payload, attempt));
  }
}

/** The attempt no longer counts: cancelled, deleted, or taken over. */
class Overtaken extends Error {}

/** Writes progress at most once a second, and stops the work when the attempt no longer counts. */
class Progress {
  private next: number | undefined;
  private writing: Promise<void> | undefined;
  private writtenAtMs = performance.now();

  constructor(
    private readonly write: (bytes: number) => Promise<boolean>,
    private readonly overtaken: AbortController,
  ) {}

  tell(bytes: number): void {
    this.next = bytes;
    if (this.writing || performance.now() - this.writtenAtMs < PROGRESS_INTERVAL_MS) return;
    this.writtenAtMs = performance.now();
    this.writing = this.write(this.next)
      .then(
        (counts) => {
          if (!counts) this.overtaken.abort();
        },
        // A database that is away now may be back for the end; the end decides.
        () => undefined,
      )
      .finally(() => {
        this.writing = undefined;
      });
  }

  async end(): Promise<void> {
    await this.writing;
  }
}

async function deleteAttempt(client: DatabaseClient, { tenantId, jobId, seq }: ItemPayload, attempt: number) {
  await client.query('DELETE FROM job_blob WHERE tenant_id = $1 AND job_id = $2 AND seq = $3 AND attempt = $4', [
    tenantId,
    jobId,
    seq,
    attempt,
  ]);
}

function ignoreDeleted(error: unknown): void {
  if (error instanceof DomainError && error.code === 'resource.not_found') return;
  throw error;
}

function isOfTheFile({ code }: DomainError): boolean {
  return (
    code.startsWith('document.') ||
    code === 'request.invalid' ||
    code === 'policy.denied' ||
    code === 'resource.not_found'
  );
}

function itemError(error: unknown): ItemError {
  if (!(error instanceof DomainError)) return { code: 'internal', message: 'The file could not be processed.' };
  const { code, publicMessage, facts } = error;
  return { code, message: publicMessage, ...(facts && { facts }) };
}
