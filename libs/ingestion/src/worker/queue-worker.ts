import { randomBytes, randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { Logger, type Runner, run, type WorkerEvents } from 'graphile-worker';
import { z } from 'zod';
import type { Database } from '#lib/database';
import { DomainError, isSlug } from '#lib/kernel';
import { ITEM_TASK, type ItemPayload } from '../jobs/enqueue-items.js';

export interface QueueWorkerOptions {
  readonly database: Database;
  /** Items at once in this process. */
  readonly concurrency: number;
  /** Does one item. `lastTry`: a rejection is final. */
  readonly work: (payload: ItemPayload, signal: AbortSignal, lastTry: boolean) => Promise<void>;
  /** An item was rejected, or the queue itself fails. Gets no content. */
  readonly onError: (error: unknown) => void;
}

export interface QueueWorker {
  /** Takes nothing more, waits for what runs (up to ten seconds, then aborts it), and gives the rest back. */
  stop(): Promise<void>;
}

const Payload = z.object({
  tenantId: z.string().refine(isSlug),
  jobId: z.uuid(),
  seq: z.number().int().positive(),
});

const SWEEP_INTERVAL_MS = 5_000;
const GRACE_MS = 10_000;

/**
 * Takes items from graphile-worker's queue. Any number of these may run, in any number of processes.
 *
 * A process that dies leaves its items locked; the queue itself frees them after four hours. So each process holds an
 * advisory lock, which its death releases at once, and the others give its items back within seconds.
 */
export async function startQueueWorker(options: QueueWorkerOptions): Promise<QueueWorker> {
  const { database, concurrency, work, onError } = options;
  const presence = await Presence.announce(database);
  const stopping = new AbortController();
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => void presence.add(workerPool.id).catch(onError));
  const keepAlive = survivesLostConnections(database.pool);
  let runner: Runner;
  try {
    runner = await run({
      pgPool: database.pool,
      concurrency,
      events,
      noHandleSignals: true,
      pollInterval: 1_000,
      gracefulShutdownAbortTimeout: GRACE_MS,
      logger: new Logger(() => () => undefined),
      taskList: {
        [ITEM_TASK]: async (payload, { job, abortSignal }) => {
          const signal = AbortSignal.any([stopping.signal, ...(abortSignal ? [abortSignal] : [])]);
          try {
            await work(Payload.parse(payload), signal, job.attempts >= job.max_attempts);
          } catch (error) {
            onError(error);
            // The queue keeps the message of an error, in the clear.
            throw new Error(error instanceof DomainError ? error.code : 'internal');
          }
        },
      },
    });
  } catch (error) {
    keepAlive.end();
    await presence.leave();
    throw error;
  }
  const sweep = setInterval(() => void presence.releaseDead().catch(onError), SWEEP_INTERVAL_MS);
  await presence.releaseDead().catch(onError);
  return {
    stop: async () => {
      clearInterval(sweep);
      const late = setTimeout(() => stopping.abort(), GRACE_MS);
      await runner.stop().catch(onError);
      clearTimeout(late);
      keepAlive.end();
      await presence.leave();
    },
  };
}

/** A connection lost while nobody waits for it must not end the process; the next statement reports it. */
function survivesLostConnections(pool: Database['pool']): { end(): void } {
  const ignore = () => undefined;
  const onConnect = (client: EventEmitter) => client.on('error', ignore);
  pool.on('error', ignore).on('connect', onConnect);
  return { end: () => void pool.off('error', ignore).off('connect', onConnect) };
}

/** That this process lives, and which of the queue's locks are its own. */
class Presence {
  private constructor(
    private readonly database: Database,
    private readonly id: string,
    private readonly release: () => Promise<void>,
  ) {}

  static async announce(database: Database): Promise<Presence> {
    const id = randomUUID();
    const lockKey = randomBytes(8).readBigInt64BE();
    const connection = await database.pool.connect();
    connection.on('error', () => undefined);
    await connection.query('SELECT pg_advisory_lock($1)', [lockKey]);
    await connection.query('INSERT INTO job_worker (id, lock_key, pool_ids) VALUES ($1, $2, $3)', [id, lockKey, []]);
    const release = async () => {
      await connection.query('DELETE FROM job_worker WHERE id = $1', [id]).catch(() => undefined);
      // The lock goes with the session.
      connection.release(true);
    };
    return new Presence(database, id, release);
  }

  async add(poolId: string): Promise<void> {
    await this.database.withoutTenant((client) =>
      client.query('UPDATE job_worker SET pool_ids = array_append(pool_ids, $2) WHERE id = $1', [this.id, poolId]),
    );
  }

  /** Gives back what dead processes held. */
  async releaseDead(): Promise<void> {
    await this.database.withoutTenant(async (client) => {
      const { rows } = await client.query<{ id: string; pool_ids: string[] }>(
        `SELECT id, pool_ids FROM job_worker WHERE id <> $1 AND pg_try_advisory_xact_lock(lock_key) FOR UPDATE SKIP LOCKED`,
        [this.id],
      );
      if (rows.length === 0) return;
      await client.query('SELECT graphile_worker.force_unlock_workers($1)', [rows.flatMap((row) => row.pool_ids)]);
      await client.query('DELETE FROM job_worker WHERE id = ANY($1)', [rows.map(({ id }) => id)]);
    });
  }

  leave(): Promise<void> {
    return this.release();
  }
}
