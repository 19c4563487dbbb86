import type { DatabaseClient } from '#lib/database';

/** The task that workers know items by. */
export const ITEM_TASK = 'pvg_job_item';
const ATTEMPTS_MAX = 5;
/** The queue's priorities are small integers. */
const PRIORITY_MAX = 32_000;

export interface ItemPayload {
  readonly tenantId: string;
  readonly jobId: string;
  readonly seq: number;
}

/**
 * Puts a job's waiting items into the queue, in the caller's transaction. An item's priority is how many of the tenant's own
 * come before it, so tenants take turns: the first file of a small job waits for the first ones of others, not for all
 * 100,000 of somebody's. Doing it twice changes nothing: the key is the item's own.
 */
export async function enqueueItems(client: DatabaseClient, tenantId: string, jobId: string): Promise<void> {
  await client.query(
    `WITH ahead AS (
       SELECT count(*)::int AS n FROM job_item
       WHERE tenant_id = $1::text AND job_id <> $2::uuid AND state IN ('queued', 'running')
     ), waiting AS (
       SELECT seq, row_number() OVER (ORDER BY seq)::int AS place FROM job_item
       WHERE tenant_id = $1::text AND job_id = $2::uuid AND state = 'queued'
     )
     SELECT count(graphile_worker.add_job(
       $3::text,
       json_build_object('tenantId', $1::text, 'jobId', $2::uuid::text, 'seq', seq),
       max_attempts => ${ATTEMPTS_MAX},
       job_key => ${KEY},
       priority => least(${PRIORITY_MAX}, ahead.n + place)
     )) FROM waiting, ahead`,
    [tenantId, jobId, ITEM_TASK],
  );
}

const KEY = `'pvg/' || $1::text || '/' || $2::uuid || '/' || seq`;

/** Takes items out of the queue; those that a worker holds are given up by the worker. */
export async function removeItems(
  client: DatabaseClient,
  tenantId: string,
  jobId: string,
  seqs: readonly number[],
): Promise<void> {
  if (seqs.length === 0) return;
  await client.query(`SELECT count(graphile_worker.remove_job(${KEY})) FROM unnest($3::int[]) AS seq`, [
    tenantId,
    jobId,
    seqs,
  ]);
}
