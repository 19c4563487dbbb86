import type { Database } from '#lib/database';
import type { Clock } from '#lib/kernel';
import type { SealedSecrets } from '#lib/keyring';
import type { DocumentService } from '../documents/document-service.js';
import type { Jobs } from '../jobs/jobs.js';
import { ItemWorker } from './item-worker.js';
import { openJobScope, type Policies } from './job-scope.js';
import { documentProcessor } from './process-document.js';
import { type QueueWorker, startQueueWorker } from './queue-worker.js';

export interface JobWorkerOptions {
  readonly database: Database;
  readonly sealed: SealedSecrets;
  readonly jobs: Jobs;
  readonly documents: DocumentService;
  readonly policies: Policies;
  readonly clock: Clock;
  /** The process's own folder, for files that are too large for memory. */
  readonly home: string;
  /** Files at once in this process. */
  readonly concurrency: number;
  /** A file was rejected, or the queue itself fails. The error may quote a document: tell its code and no more. */
  readonly onError: (error: unknown) => void;
}

const SWEEP_INTERVAL_MS = 3_600_000;

/** A worker of documents, whole: takes files of jobs, and deletes jobs that have expired. Any number may run. */
export async function startJobWorker(options: JobWorkerOptions): Promise<QueueWorker> {
  const { database, sealed, jobs, documents, policies, clock, home, concurrency, onError } = options;
  const process = await documentProcessor(documents, (task) => openJobScope(policies, task, clock.now()), home);
  const items = new ItemWorker(jobs, sealed, process);
  const worker = await startQueueWorker({
    database,
    concurrency,
    work: (payload, signal, lastTry) => items.work(payload, signal, lastTry),
    onError,
  });
  const sweeping = setInterval(() => void jobs.sweepAll().catch(onError), SWEEP_INTERVAL_MS).unref();
  return {
    stop: async () => {
      clearInterval(sweeping);
      await worker.stop();
    },
  };
}
