import { loadConfig } from '#lib/config';
import { DocumentService, Jobs, startJobWorker } from '#lib/ingestion';
import { DomainError, SystemClock } from '#lib/kernel';
import { LocalSeam } from './local/local-seam.js';

/**
 * Works on jobs until it is told to stop: then it takes nothing more, gives what runs ten seconds, and gives the rest back
 * to the other workers. Prints one JSON line when it is ready.
 */
export async function work(concurrency: number | undefined): Promise<void> {
  const config = loadConfig();
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  const seam = await LocalSeam.open({ config });
  try {
    const { database, sealed, policies } = seam.parts;
    const worker = await startJobWorker({
      database,
      sealed,
      policies,
      jobs: new Jobs(database, sealed),
      documents: new DocumentService(seam.parts),
      clock: new SystemClock(),
      home: config.home,
      concurrency: concurrency ?? Math.max(1, config.workerConcurrency),
      onError: tell,
    });
    process.stdout.write(`${JSON.stringify({ event: 'working' })}\n`);
    await stopped;
    await worker.stop();
  } finally {
    await seam.close();
  }
}

/** Codes only: an error of a document may quote it. */
function tell(error: unknown): void {
  const code = error instanceof DomainError ? error.code : 'internal';
  process.stderr.write(`${JSON.stringify({ event: 'failed', code })}\n`);
}
