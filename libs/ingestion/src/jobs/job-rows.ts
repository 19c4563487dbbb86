import type { JobKey } from './job-keys.js';
import type { ItemError, ItemReport, Job, JobItem, JobKind } from './job-types.js';

export const JOB_COLUMNS = `job.id, job.kind, job.state, job.collection_id, job.principal_id, job.created_at, job.finished_at,
  job.expires_at, counted.*`;

export interface JobRow {
  readonly id: string;
  readonly kind: JobKind;
  readonly state: 'receiving' | 'queued' | 'cancelled' | 'finished';
  readonly collection_id: string;
  readonly principal_id: string;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  readonly expires_at: Date;
  readonly total: number;
  readonly bytes: number;
  readonly done: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly running: number;
  readonly bytes_done: number;
}

export function jobOf(row: JobRow): Job {
  const begun = row.running > 0 || row.done > 0 || row.failed > 0;
  return {
    id: row.id,
    kind: row.kind,
    state: row.state === 'queued' && begun ? 'running' : row.state,
    collectionId: row.collection_id,
    principalId: row.principal_id,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    expiresAt: row.expires_at,
    itemsTotal: row.total,
    itemsDone: row.done,
    itemsFailed: row.failed,
    itemsCancelled: row.cancelled,
    itemsRunning: row.running,
    bytesTotal: row.bytes,
    bytesDone: row.bytes_done,
  };
}

export const ITEM_COLUMNS = `seq, name, job_item.state, job_item.bytes::float8 AS bytes, progress_bytes::float8 AS progress_bytes,
  attempt, output_bytes::float8 AS output_bytes, error, report`;

export interface ItemRow {
  readonly seq: number;
  readonly name: Buffer;
  readonly state: JobItem['state'];
  readonly bytes: number;
  readonly progress_bytes: number;
  readonly attempt: number;
  readonly output_bytes: number | null;
  readonly error: ItemError | null;
  readonly report: ItemReport | null;
}

export function itemOf(row: ItemRow, key: JobKey): JobItem {
  return {
    seq: row.seq,
    name: key.decrypt(row.name, 'name', row.seq).toString('utf8'),
    state: row.state,
    bytes: row.bytes,
    progressBytes: row.progress_bytes,
    attempt: row.attempt,
    outputBytes: row.output_bytes,
    error: row.error,
    report: row.report,
  };
}
