// What a page must stand: other sites, and names that are an attack or a nuisance.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, it } from 'node:test';
import { signInWithKey, startConsole } from './support/console.mjs';

let console_;
let page;
before(async () => {
  console_ = await startConsole();
  page = await console_.page();
  await signInWithKey(page, console_, console_.keys.admin);
});
after(() => console_.close());

it('shows hostile names as text, in their own direction, without breaking the layout', async () => {
  const names = [
    '<script>window.hit=1</script>',
    '<img src=x onerror="window.hit=1">',
    '\u202Etxt.exe',
    '=cmd|calc',
    'x'.repeat(190),
  ];
  for (const [index, name] of names.entries()) {
    await console_.api(console_.keys.admin, '/admin/v1/principals', {
      id: `hostile-${index}`,
      kind: 'service',
      displayName: name,
    });
  }
  await page.goto(`${console_.url}/console/principals`);
  await page.getByText('<script>window.hit=1</script>').waitFor();
  await page.getByText('<img src=x').waitFor();
  assert.equal(await page.evaluate(() => window.hit), undefined);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wider <= 1);
  await page.getByText('=cmd|calc').waitFor();
});

it('a text of 10,000 characters is followed without harm', async () => {
  await page.goto(`${console_.url}/console/playground`);
  await page.getByLabel('Text that somebody writes').fill(`<b>${'word '.repeat(1_990)}</b> a@example.com`);
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('region', { name: 'support' }).waitFor();
  assert.equal(await page.locator('main b', { hasText: 'word word' }).count(), 0);
});

it('a policy of 500 statements opens, filters and edits at once', async () => {
  const statements = Array.from({ length: 500 }, (_, index) => ({
    sid: `Statement${index}`,
    effect: 'allow',
    principal: { role: `role-${index}` },
    action: ['vault:Reveal'],
    resource: '*',
    reveal: 'masked',
  }));
  await console_.api(console_.keys.admin, '/admin/v1/policies/large/versions', {
    document: { version: '2026-12-01', statements },
  });
  await page.goto(`${console_.url}/console/policies/large`);
  await page.getByText('Statement0', { exact: true }).waitFor();
  const began = Date.now();
  await page.getByPlaceholder('Find a statement').fill('Statement499');
  await page.getByText('Statement499', { exact: true }).waitFor();
  assert.ok(Date.now() - began < 3_000);
  assert.equal(await page.getByText('Statement1', { exact: true }).count(), 0);
});

it('another site can neither act in the session nor frame the console', async () => {
  const evil = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<iframe src="${console_.url}/console"></iframe>
      <form id="f" method="post" action="${console_.url}/admin/v1/keys/rotate"><input name="kind" value="kek"></form>`);
  });
  await new Promise((done) => evil.listen(0, '127.0.0.1', done));
  const attacker = await page.context().newPage();
  await attacker.goto(`http://127.0.0.1:${evil.address().port}/`);
  // Chromium shows its own error page in a frame that may not be shown.
  const frame = () => attacker.frames().find((one) => one !== attacker.mainFrame());
  for (let wait = 0; wait < 50 && !frame()?.url().startsWith('chrome-error:'); wait += 1)
    await attacker.waitForTimeout(100);
  assert.match(frame().url(), /^chrome-error:/);
  const status = await attacker.evaluate(
    (url) =>
      fetch(`${url}/admin/v1/keys/rotate`, {
        method: 'POST',
        mode: 'no-cors',
        credentials: 'include',
        body: '{}',
      }).then(
        ({ type }) => type,
        () => 'failed',
      ),
    console_.url,
  );
  assert.ok(['opaque', 'failed'].includes(status));
  await attacker.locator('#f').evaluate((form) => form.submit());
  await attacker.waitForURL('**/admin/v1/keys/rotate');
  const { rotations } = await console_.api(console_.keys.admin, '/admin/v1/keys');
  assert.deepEqual(rotations, []);
  // Closed with its context: a page that shows an error frame may take for ever to close by itself.
  void attacker.close();
  evil.close();
});

it('within the page a change without the session’s own token is refused', async () => {
  const answer = await page.evaluate(async () => {
    const response = await fetch('/admin/v1/keys/rotate', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    return { status: response.status, code: (await response.json()).code };
  });
  assert.deepEqual(answer, { status: 403, code: 'identity.csrf' });
});

it('signing in gives a new session, never one that was there before, and no address leads elsewhere', async () => {
  const context = page.context();
  const cookieOf = async () => (await context.cookies()).find(({ name }) => name === '__Host-pvg-session');
  const before = await cookieOf();
  assert.ok(before.httpOnly && before.secure);
  await page.goto(`${console_.url}/console`);
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await context.addCookies([{ ...before, value: 'chosen-by-somebody-else' }]);
  await signInWithKey(page, console_, console_.keys.admin, '/console?returnTo=https://evil.example');
  const later = await cookieOf();
  assert.notEqual(later.value, before.value);
  assert.notEqual(later.value, 'chosen-by-somebody-else');
  assert.equal(new URL(page.url()).origin, console_.url);
});

it('nothing of all this broke the page’s own policy or threw', () => {
  assert.deepEqual(page.faults, []);
});
