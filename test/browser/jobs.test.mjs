// Documents in numbers, from the files that are chosen to the result that is downloaded.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, it } from 'node:test';
import { seriousFaults, signInWithKey, startConsole } from './support/console.mjs';

let console_;
before(async () => {
  console_ = await startConsole();
});
after(() => console_.close());

it('a job is started from files, followed to its end, and its result holds tokens alone', async () => {
  const page = await console_.page();
  await signInWithKey(page, console_, console_.keys.admin, '/console/jobs');
  await page.getByText('No jobs yet').waitFor();
  await page.locator('input[type=file]').setInputFiles({
    name: 'letter.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Please write to paula.planted@example.com today.'),
  });
  await page.getByRole('button', { name: 'Start job' }).click();
  await page.getByText('finished').waitFor();
  await page.getByText('1 of 1 documents').waitFor();
  assert.deepEqual(await seriousFaults(page), []);
  await page.getByRole('button', { name: 'Show documents' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('link', { name: 'Download result' }).click(),
  ]);
  const result = readFileSync(await file.path(), 'utf8');
  assert.match(result, /^Please write to \[EMAIL_[0-9A-Z]{10}\] today\.$/);
  assert.deepEqual(page.faults, []);
});
