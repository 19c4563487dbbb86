// Run by jobs-killed.spec.ts: a worker that is slow enough to be killed in the middle of a file.
import { setTimeout as sleep } from 'node:timers/promises';
import { Secret } from '#lib/kernel';
import { joinTestJobs, shout } from './open-test-jobs.js';

const [url = '', rootKey = '', delayMs = '0'] = process.argv.slice(2);
const { startWorker } = await joinTestJobs(url, new Secret(rootKey));
await startWorker(async (task, work) => {
  await work.output.write(Buffer.from('HALF A FILE '));
  process.stdout.write(`${JSON.stringify({ began: task.seq })}\n`);
  await sleep(Number(delayMs));
  return shout(task, work);
}, 2);
process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
