// What there is much of, and what may be seen for a short time only.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import pg from 'pg';
import { addPerson, signInWithKey, signInWithPassword, startConsole, twoAdministrators } from './support/console.mjs';
import { queryCache } from './support/query-cache.mjs';

const PASSWORD = 'correct horse battery staple';
const ROWS = 100_000;
const RARE = '[EMAIL_RARE000001]';
const VALUE = 'planted.person@example.com';
let console_;
let keys;

before(async () => {
  console_ = await startConsole({ seeded: false });
  keys = await twoAdministrators(console_);
  await plantEvents(console_.databaseUrl);
});
after(() => console_.close());

const dialog = (page) => page.getByRole('dialog');

/** One event a minute from 2026-01-01 on, below those of the installation itself. Not a chain: nobody verifies it here. */
async function plantEvents(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`SELECT set_config('app.tenant', 'default', false)`);
  await client.query(
    `WITH last AS (SELECT max(sequence) AS sequence FROM audit_event)
     INSERT INTO audit_event (tenant_id, sequence, scheme, recorded_at, request_id, action, actor_id, resource_id, detail, hash)
     SELECT 'default', last.sequence + n, 1, timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute',
       'planted-' || n, CASE WHEN n = 50000 THEN 'planted.rare' ELSE 'vault_token.reveal_decided' END, 'caller-' || n % 7,
       CASE WHEN n = 40000 THEN $2 END, $3, decode(repeat('00', 32), 'hex')
     FROM last, generate_series(1, $1::int) AS n`,
    [
      ROWS,
      RARE,
      JSON.stringify({
        actor: { kind: 'service' },
        decision: { allowed: true, decidedBy: ['Planted'], level: 'token', policyHash: 'ab' },
        resource: { kind: 'vault_token', infoType: 'EMAIL', collection: 'default' },
      }),
    ],
  );
  await client.end();
}

it('a hundred thousand audit rows come page by page, and only those in sight exist', async () => {
  const page = await console_.page();
  const asked = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/admin/v1/audit') asked.push(url.searchParams.get('after'));
  });
  await signInWithKey(page, console_, keys.first, '/console/audit');
  await page.getByText('200 rows loaded').waitFor();
  const list = page.getByRole('region', { name: 'Audit' });
  for (const loaded of ['400', '600', '800']) {
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.getByText(`${loaded} rows loaded`).waitFor();
    const rows = await list.getByRole('button').count();
    assert.ok(rows > 5 && rows < 80, `${rows} rows exist`);
  }
  const [first, ...cursors] = asked;
  assert.equal(first, null);
  assert.ok(cursors.length >= 3 && cursors.length <= 5, `${cursors.length} more pages were read`);
  assert.deepEqual(
    cursors.map(Number),
    cursors.map(Number).sort((one, other) => other - one),
  );
  assert.equal(new Set(cursors).size, cursors.length);
  await page.context().close();
});

it('the log is searched by action, person, thing, request and time, and the address keeps the search', async () => {
  // An hour east of Greenwich: what is typed is the reader's own time.
  const page = await console_.page({ timezoneId: 'Europe/Berlin', locale: 'en-GB' });
  await signInWithKey(page, console_, keys.first, '/console/audit');
  const label = (name) => page.getByLabel(name).and(page.locator('input'));
  for (const [name, text, count] of [
    ['Action', 'planted.rare', '1'],
    ['What (id or token)', RARE, '1'],
    ['Request', 'planted-777', '1'],
  ]) {
    await label(name).fill(text);
    await page.getByText(`${count} rows loaded`).waitFor();
    await page.getByRole('button', { name: 'Reset filters' }).click();
    await page.getByText('200 rows loaded').waitFor();
  }
  await label('From').fill('2026-01-10T00:00');
  await label('Until').fill('2026-01-10T01:00');
  await page.getByText('60 rows loaded').waitFor();
  await page.getByText('10 Jan 2026, 00:59:00').waitFor();
  await label('Who (id)').fill('caller-3');
  await page.getByText(/^(8|9) rows loaded$/).waitFor();
  const { searchParams } = new URL(page.url());
  assert.equal(searchParams.get('from'), '2026-01-10T00:00');
  await page.reload();
  await page.getByText(/^(8|9) rows loaded$/).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

it('a plain value is shown for a minute, is never in the cache, and what was read is forgotten a minute later', async () => {
  const token = await plainForOfficers();
  const page = await console_.page();
  await page.clock.install();
  await signInWithPassword(page, console_, 'olga', PASSWORD);
  await page.goto(`${console_.url}/console/vault`);
  await page.getByLabel('Reveal a token you have').fill(token);
  await page.keyboard.press('Enter');
  await dialog(page).getByLabel('Reason').fill('Case 4711 · für Zoë');
  await page.keyboard.press('Enter');
  await dialog(page).getByText(VALUE).waitFor();
  assert.ok(!(await queryCache(page)).includes(VALUE));
  await page.clock.fastForward(58_000);
  assert.ok(await dialog(page).getByText(VALUE).isVisible());
  await page.clock.fastForward(3_000);
  await dialog(page).getByText('Hidden again after 60 seconds.').waitFor();
  assert.ok(!(await page.content()).includes(VALUE));
  assert.ok(!(await queryCache(page)).includes(VALUE));
  const kept = await page.evaluate(
    () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]) + location.href + document.title,
  );
  assert.ok(!kept.includes(VALUE) && !kept.includes('4711'));
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await page
    .getByRole('button', { name: /vault_token\.reveal_decided/ })
    .first()
    .waitFor();
  assert.ok((await queryCache(page)).includes('vault_token.reveal_decided'));
  await page.getByRole('link', { name: 'Simulator', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Simulator' }).waitFor();
  await page.clock.fastForward(61_000);
  assert.ok(!(await queryCache(page)).includes('vault_token.reveal_decided'));
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

/** A policy under which officers see plain values with a reason, in force by two people, and a value for them to see. */
async function plainForOfficers() {
  const { first, second } = keys;
  const allow = { effect: 'allow', principal: { role: 'officer' }, resource: '*' };
  const statements = [
    { ...allow, sid: 'OfficersWork', action: ['vault:Search', 'audit:Read', 'policy:Read'] },
    {
      ...allow,
      sid: 'OfficersSee',
      action: ['vault:Reveal'],
      reveal: 'plain',
      condition: { Exists: { 'ctx.reason': true } },
    },
  ];
  const path = '/admin/v1/policies/officers/versions';
  let { version, etag } = await console_.api(first, path, { document: { version: '2026-12-01', statements } });
  for (const [step, key] of [
    ['submit', first],
    ['approve', second],
    ['activate', second],
  ]) {
    const headers = { 'if-match': `"${etag}"` };
    ({ etag } = await console_.api(key, `${path}/${version}/${step}`, {}, 'POST', headers));
  }
  await addPerson(console_, second, { id: 'olga', password: PASSWORD, roles: ['officer'] });
  const { items } = await console_.api(first, '/v1/vault/tokenize', { items: [{ type: 'EMAIL', value: VALUE }] });
  return items[0].token;
}

it('an erasure is left to a second person, and a certificate that was tampered with does not pass', async () => {
  await console_.api(keys.first, '/v1/vault/tokenize', {
    items: [{ type: 'EMAIL', value: 'to.be.erased@example.com', subject: 'customer-9' }],
  });
  const row = (page) => page.getByRole('row', { name: /customer-9/ });
  const [one, other] = [await console_.page(), await console_.page()];
  await signInWithKey(one, console_, keys.first, '/console/subjects');
  await row(one).getByRole('button', { name: 'Request erasure' }).click();
  await row(one).getByText('erasure asked for by root').waitFor();
  assert.ok(await row(one).getByRole('button', { name: 'Erase…' }).isDisabled());
  // Whoever asks the gateway directly is refused too.
  const own = console_.api(keys.first, '/v1/subjects/customer-9/erase', { confirm: 'customer-9' });
  await assert.rejects(own, /403/);

  await signInWithKey(other, console_, keys.second, '/console/subjects');
  await other.route('**/v1/subjects/customer-9/erase', async (route) => {
    const response = await route.fetch();
    const certificate = await response.json();
    certificate.statement.valuesErased += 1;
    await route.fulfill({ response, json: certificate });
  });
  await row(other).getByRole('button', { name: 'Erase…' }).click();
  await dialog(other).getByLabel('Id of the subject').fill('customer-9');
  await dialog(other).getByRole('button', { name: 'Erase for good' }).click();
  await dialog(other).getByText('The signature does not hold').waitFor();
  await other.keyboard.press('Escape');
  await dialog(other).waitFor({ state: 'detached' });

  // Asked again, the gateway gives the same certificate: untouched, it passes.
  await other.unroute('**/v1/subjects/customer-9/erase');
  await row(other).getByRole('button', { name: 'Certificate of erasure' }).click();
  await dialog(other).getByText('The signature holds').waitFor();
  assert.deepEqual([...one.faults, ...other.faults], []);
});
