import { randomBytes } from 'node:crypto';
import { Database } from '#lib/database';
import { type Principal, Secret } from '#lib/kernel';
import { EnvironmentKms, Keyring, SealedSecrets } from '#lib/keyring';
import { createTestDatabase, type TestDatabase } from '../../../database/src/testing/test-database.js';
import { type JobLimits, Jobs } from '../jobs/jobs.js';
import { ItemWorker, type ProcessFile } from '../worker/item-worker.js';
import { type QueueWorker, startQueueWorker } from '../worker/queue-worker.js';

export interface OpenedJobs {
  readonly database: Database;
  readonly jobs: Jobs;
  startWorker(process: ProcessFile, concurrency?: number): Promise<QueueWorker>;
}

/** Jobs over a database that is there, as one process has them. */
export async function openJobs(
  database: Database,
  rootKey: Secret<string>,
  limits?: JobLimits,
): Promise<OpenedJobs & { close(): Promise<void> }> {
  const keyring = await Keyring.open({ database, kms: new EnvironmentKms(rootKey) });
  const sealed = new SealedSecrets(keyring);
  const jobs = new Jobs(database, sealed, limits);
  return {
    database,
    jobs,
    startWorker: (process, concurrency = 1) => {
      const worker = new ItemWorker(jobs, sealed, process);
      return startQueueWorker({
        database,
        concurrency,
        work: (payload, signal, lastTry) => worker.work(payload, signal, lastTry),
        onError: () => undefined,
      });
    },
    close: () => keyring.close(),
  };
}

export interface TestJobs extends OpenedJobs {
  readonly test: TestDatabase;
  readonly rootKey: Secret<string>;
  close(): Promise<void>;
}

/** Jobs over a database of their own, with tenants `acme` and `globex`. */
export async function openTestJobs(limits?: JobLimits): Promise<TestJobs> {
  const test = await createTestDatabase({ tenants: ['acme', 'globex'], poolMax: 10 });
  const rootKey = new Secret(randomBytes(64).toString('base64'));
  const opened = await openJobs(test.database, rootKey, limits);
  return {
    ...opened,
    test,
    rootKey,
    close: async () => {
      await opened.close();
      await test.close();
    },
  };
}

/** Another process's view of the same database. */
export async function joinTestJobs(
  url: string,
  rootKey: Secret<string>,
): Promise<OpenedJobs & { close(): Promise<void> }> {
  const database = await Database.open({ url: new Secret(url), migrate: false, poolMax: 6 });
  const opened = await openJobs(database, rootKey);
  return {
    ...opened,
    close: async () => {
      await opened.close();
      await database.close();
    },
  };
}

export function principalOf(tenantId: string, id = 'ann'): Principal {
  return {
    tenantId,
    id,
    kind: 'user',
    roles: ['user'],
    groups: [],
    purposes: ['*'],
    collections: ['*'],
    attributes: {},
  };
}

/** A file to hand over. */
export async function* contentOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

export async function textOf(content: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Upper case for each file: stands for the rewriting of documents. */
export const shout: ProcessFile = async (_task, { content, output, onProgress }) => {
  let read = 0;
  for await (const chunk of content()) {
    read += chunk.length;
    onProgress(read);
    await output.write(Buffer.from(chunk.toString('utf8').toUpperCase()));
  }
  return { format: 'text', replaced: {}, faultCount: 0 };
};
