import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DomainError } from '#lib/kernel';
import type { Job } from './jobs/job-types.js';
import { JOB_LIMITS } from './jobs/jobs.js';
import { contentOf, openTestJobs, principalOf, shout, type TestJobs, textOf } from './testing/open-test-jobs.js';
import type { ProcessFile } from './worker/item-worker.js';
import type { QueueWorker } from './worker/queue-worker.js';

let t: TestJobs;
let worker: QueueWorker | undefined;

beforeAll(async () => {
  t = await openTestJobs();
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});
afterAll(() => t.close());

async function submitted(texts: readonly string[], tenantId = 'acme'): Promise<Job> {
  const job = await t.jobs.receive({
    kind: 'deidentify',
    collectionId: 'default',
    principal: principalOf(tenantId),
    options: { as: 'token' },
  });
  for (const [index, text] of texts.entries()) await t.jobs.addFile(job, `file ${index + 1}.txt`, contentOf(text));
  return t.jobs.submit(job);
}

async function until(job: Job, state: Job['state'], tenantId = 'acme'): Promise<Job> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    const now = await t.jobs.get(tenantId, job.id);
    if (now.state === state) return now;
    if (performance.now() > deadline) throw new Error(`still ${now.state}`);
    await sleep(20);
  }
}

const result = async (job: Job, seq: number) => textOf((await t.jobs.output('acme', job.id, seq)).content);

describe('jobs', () => {
  it('give back each file as the worker made it, in their order', async () => {
    const long = 'x'.repeat(3 * 1024 * 1024 + 5);
    const job = await submitted(['one', '', long]);
    expect(job).toMatchObject({ state: 'queued', itemsTotal: 3, bytesTotal: long.length + 3 });
    worker = await t.startWorker(shout, 2);
    expect(await until(job, 'finished')).toMatchObject({ itemsDone: 3, itemsFailed: 0, bytesDone: long.length + 3 });
    expect([await result(job, 1), await result(job, 2), await result(job, 3)]).toEqual(['ONE', '', long.toUpperCase()]);
    const items = await t.jobs.items('acme', job.id, { limit: 10 });
    expect(items.map(({ name, state, outputBytes }) => [name, state, outputBytes])).toEqual([
      ['file 1.txt', 'done', 3],
      ['file 2.txt', 'done', 0],
      ['file 3.txt', 'done', long.length],
    ]);
  });

  it('keep nothing readable in the database: no content, no names, no options', async () => {
    const job = await submitted(['planted-secret'.repeat(100)]);
    worker = await t.startWorker(shout);
    await until(job, 'finished');
    for (const table of ['job', 'job_item', 'job_blob', 'graphile_worker._private_jobs']) {
      const rows = inspect(
        await t.test.admin(`SELECT ${table === 'job_blob' ? "encode(data, 'escape') AS data" : '*'} FROM ${table}`),
        {
          depth: 9,
          maxStringLength: null,
          maxArrayLength: null,
        },
      );
      expect(rows).not.toMatch(/planted|file 1\.txt|PLANTED|'ann'.*roles/i);
    }
  });

  it('delete the file once its result is there', async () => {
    const job = await submitted(['one']);
    worker = await t.startWorker(shout);
    await until(job, 'finished');
    const rows = await t.test.admin('SELECT attempt FROM job_blob WHERE job_id = $1', [job.id]);
    expect(rows).toEqual([{ attempt: 1 }]);
  });

  it('do not exist for another tenant', async () => {
    const job = await submitted(['one']);
    for (const attempt of [
      t.jobs.get('globex', job.id),
      t.jobs.items('globex', job.id, { limit: 1 }),
      t.jobs.cancel('globex', job.id),
      t.jobs.retry('globex', job.id),
      t.jobs.delete('globex', job.id),
    ]) {
      await expect(attempt).rejects.toMatchObject({ code: 'resource.not_found' });
    }
    await expect(t.jobs.output('globex', job.id, 1)).rejects.toMatchObject({ code: 'resource.not_found' });
    await t.jobs.delete('acme', job.id);
  });

  it('name why a file failed, go on with the others, and do the failed ones again when asked', async () => {
    let broken = true;
    const process: ProcessFile = async (task, work) => {
      if (task.seq === 2 && broken) {
        throw new DomainError('document.unreadable', {
          publicMessage: 'It is cut short.',
          facts: { reason: 'truncated' },
        });
      }
      return shout(task, work);
    };
    const job = await submitted(['one', 'two', 'three']);
    worker = await t.startWorker(process);
    expect(await until(job, 'finished')).toMatchObject({ itemsDone: 2, itemsFailed: 1 });
    const [failed] = await t.jobs.items('acme', job.id, { limit: 10, state: 'failed' });
    expect(failed).toMatchObject({ seq: 2, error: { code: 'document.unreadable', facts: { reason: 'truncated' } } });
    await expect(t.jobs.output('acme', job.id, 2)).rejects.toMatchObject({ code: 'resource.not_found' });
    broken = false;
    await t.jobs.retry('acme', job.id);
    expect(await until(job, 'finished')).toMatchObject({ itemsDone: 3, itemsFailed: 0 });
    expect(await result(job, 2)).toBe('TWO');
    await expect(t.jobs.retry('acme', job.id)).rejects.toMatchObject({ code: 'resource.conflict' });
  });

  it('try a file again when something else was at fault, and never put its text into the queue', async () => {
    let tries = 0;
    const job = await submitted(['planted-secret']);
    worker = await t.startWorker(async (task, work) => {
      tries += 1;
      if (tries === 1) throw new Error(`planted-secret ${task.name}`);
      return shout(task, work);
    });
    await sleep(300);
    const queued = inspect(await t.test.admin('SELECT * FROM graphile_worker._private_jobs'), { depth: 9 });
    expect(queued).not.toMatch(/planted|file 1/);
    await until(job, 'finished');
    expect(await result(job, 1)).toBe('PLANTED-SECRET');
  });

  it('stop when cancelled: what waits is not begun, what runs is given up, what is done stays', async () => {
    const began: number[] = [];
    const job = await submitted(['one', 'two', 'three']);
    worker = await t.startWorker(async (task, work) => {
      began.push(task.seq);
      if (task.seq === 1) return shout(task, work);
      for (let step = 1; !work.signal.aborted; step += 1) {
        work.onProgress(step);
        await sleep(50);
      }
      throw new Error('given up');
    });
    while (!began.includes(2)) await sleep(20);
    expect(await t.jobs.cancel('acme', job.id)).toMatchObject({ state: 'cancelled', itemsDone: 1, itemsCancelled: 2 });
    await worker.stop();
    worker = undefined;
    expect(began).toEqual([1, 2]);
    expect(await result(job, 1)).toBe('ONE');
    const rows = await t.test.admin('SELECT seq, attempt FROM job_blob WHERE job_id = $1 AND attempt > 0', [job.id]);
    expect(rows).toEqual([{ seq: 1, attempt: 1 }]);
  });

  it('give tenants turns: a small job does not wait for all of a large one', async () => {
    const large = await submitted(Array.from({ length: 12 }, (_, at) => `${at}`));
    const small = await submitted(['a', 'b'], 'globex');
    const order: string[] = [];
    worker = await t.startWorker(async (task, work) => {
      order.push(task.tenantId);
      return shout(task, work);
    });
    await until(large, 'finished');
    await until(small, 'finished', 'globex');
    expect(order.indexOf('globex')).toBeLessThan(4);
    expect(order.lastIndexOf('globex')).toBeLessThan(6);
  });

  it('refuse more while too much of the tenant waits', async () => {
    const { jobs } = await (await import('./testing/open-test-jobs.js')).openJobs(t.test.database, t.rootKey, {
      ...JOB_LIMITS,
      openItemsMax: 2,
    });
    const job = await submitted(['a', 'b']);
    const more = { kind: 'deidentify' as const, collectionId: 'default', principal: principalOf('acme'), options: {} };
    await expect(jobs.receive(more)).rejects.toMatchObject({ code: 'request.rate_limited' });
    await t.jobs.delete('acme', job.id);
  });

  it('notice a stored file that was changed, or lost a part', async () => {
    const text = 'y'.repeat(2 * 1024 * 1024);
    for (const damage of [
      'DELETE FROM job_blob WHERE job_id = $1 AND part = 2',
      'UPDATE job_blob SET data = set_byte(data, 100, (get_byte(data, 100) + 1) % 256) WHERE job_id = $1 AND part = 1',
      'UPDATE job_blob SET part = 1 - part WHERE job_id = $1 AND part = 0 AND false',
    ]) {
      const job = await submitted([text]);
      await t.test.admin(damage, [job.id]);
      const whole = damage.endsWith('false');
      const errors: unknown[] = [];
      worker = await t.startWorker(async (task, work) =>
        shout(task, work).catch((error: unknown) => {
          errors.push(error);
          throw new DomainError('document.unreadable', { publicMessage: '-' });
        }),
      );
      await until(job, 'finished');
      await worker.stop();
      worker = undefined;
      expect(errors).toEqual(whole ? [] : [expect.objectContaining({ code: 'vault.integrity' })]);
    }
  });

  it('are deleted when they expire, files and all', async () => {
    const job = await submitted(['one']);
    await t.test.admin("UPDATE job SET expires_at = now() - interval '1 second' WHERE id = $1", [job.id]);
    expect(await t.jobs.sweep('acme')).toBe(1);
    expect(await t.test.admin('SELECT FROM job_blob WHERE job_id = $1', [job.id])).toEqual([]);
    await expect(t.jobs.get('acme', job.id)).rejects.toMatchObject({ code: 'resource.not_found' });
  });
});
