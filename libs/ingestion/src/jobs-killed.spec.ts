import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { runSource, type SourceProcess } from '../../database/src/testing/source-process.js';
import { contentOf, openTestJobs, principalOf, shout, textOf } from './testing/open-test-jobs.js';

const WORKER = join(import.meta.dirname, 'testing/worker-process.ts');
const FILES = Number(process.env.PVG_TEST_JOB_FILES ?? 40);
const KILLS = Number(process.env.PVG_TEST_JOB_KILLS ?? 3);

it(`finishes every file once, whole, though workers are killed in the middle of files`, async () => {
  const t = await openTestJobs();
  const start = async (delayMs: number): Promise<SourceProcess> => {
    const started = runSource(WORKER, [t.test.url, t.rootKey.reveal(), String(delayMs)]);
    await started.nextLine();
    return started;
  };
  try {
    const job = await t.jobs.receive({
      kind: 'deidentify',
      collectionId: 'default',
      principal: principalOf('acme'),
      options: {},
    });
    for (let at = 1; at <= FILES; at += 1) await t.jobs.addFile(job, `${at}.txt`, contentOf(`file ${at} `.repeat(at)));
    const { id } = await t.jobs.submit(job);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const victim = await start(60_000);
      await victim.nextLine();
      await sleep(Math.random() * 200);
      victim.child.kill('SIGKILL');
      await victim.exited;
    }
    const survivor = await t.startWorker(shout, 2);
    const deadline = performance.now() + 60_000;
    while ((await t.jobs.get('acme', id)).state !== 'finished' && performance.now() < deadline) await sleep(50);
    await survivor.stop();
    expect(await t.jobs.get('acme', id)).toMatchObject({ state: 'finished', itemsDone: FILES, itemsFailed: 0 });
    for (const { seq } of await t.jobs.items('acme', id, { limit: FILES })) {
      const { content } = await t.jobs.output('acme', id, seq);
      expect(await textOf(content)).toBe(`FILE ${seq} `.repeat(seq));
    }
    const left = await t.test.admin<{ n: number }>(
      'SELECT count(*)::int AS n FROM (SELECT DISTINCT seq, attempt FROM job_blob) b',
    );
    expect(left).toEqual([{ n: FILES }]);
  } finally {
    await t.close();
  }
}, 120_000);
