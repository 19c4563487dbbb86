// Ways in beside the password: an OpenID provider with what its claims lead to, and an authenticator app.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { addPerson, seriousFaults, signInWithPassword, startConsole, twoAdministrators } from './support/console.mjs';
import { CLIENT, startOpenIdProvider } from './support/openid-provider.mjs';

const PASSWORD = 'correct horse battery staple';
const START = '/admin/v1/sign-in/oidc/oidc';
let provider;
let console_;
let ann;

before(async () => {
  provider = await startOpenIdProvider();
  const port = String(await freePort());
  const limits = join(mkdtempSync(join(tmpdir(), 'pvg-sign-in-')), 'pvg.yaml');
  writeFileSync(limits, 'rateLimits:\n  login: { countMax: 1000, windowSeconds: 60 }\n');
  console_ = await startConsole({
    seeded: false,
    settings: {
      PVG_CONFIG: limits,
      PVG_PORT: port,
      PVG_PUBLIC_URL: `http://127.0.0.1:${port}`,
      PVG_OIDC_ISSUER: provider.issuer,
      PVG_OIDC_CLIENT_ID: CLIENT.id,
      PVG_OIDC_CLIENT_SECRET: CLIENT.secret,
    },
  });
  provider.serve(`${console_.url}${START}/callback`);
  const { first } = await twoAdministrators(console_);
  await addPerson(console_, first, { id: 'ann', password: PASSWORD, roles: ['admin'] });
  ann = await console_.page();
  await signInWithPassword(ann, console_, 'ann', PASSWORD);
});
after(async () => {
  await console_.close();
  await provider.close();
});

/** The gateway must know its own address before it starts. */
async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

const dialog = (page) => page.getByRole('dialog');
const field = (scope, label) => scope.getByLabel(label).and(scope.locator('input, textarea'));
const sessionCookie = async (page) =>
  (await page.context().cookies()).find(({ name }) => name === '__Host-pvg-session')?.value;

it('a claim of the provider leads to a group, and the group to a role', async () => {
  await ann.goto(`${console_.url}/console/principals?tab=groups`);
  await ann.getByText('No groups yet').waitFor();
  await ann.getByRole('button', { name: 'New group' }).click();
  await dialog(ann).getByLabel('Id').fill('carers');
  await field(dialog(ann), 'Roles').fill('support');
  await ann.keyboard.press('Enter');
  await dialog(ann).getByRole('button', { name: 'Save' }).click();
  await ann.getByRole('cell', { name: 'carers' }).waitFor();
  await ann.getByRole('button', { name: 'New rule' }).click();
  await field(dialog(ann), 'Issuer').fill('oidc');
  await dialog(ann).getByLabel('Value').fill('CareTeam');
  await field(dialog(ann), 'Groups').fill('carers');
  await ann.keyboard.press('Enter');
  await dialog(ann).getByRole('button', { name: 'Save' }).click();
  await ann.getByRole('cell', { name: 'CareTeam' }).waitFor();
  assert.deepEqual(await seriousFaults(ann), []);
});

it('a person signs in at the provider and is who the claims say', async () => {
  const jane = await console_.page();
  await jane.goto(`${console_.url}/console/vault`);
  await jane.getByRole('link', { name: /^Sign in with/ }).click();
  await jane.waitForURL(`${provider.issuer}/login/**`);
  await jane.getByRole('button', { name: 'Continue as jane' }).click();
  await jane.getByRole('heading', { level: 1, name: 'Vault explorer' }).waitFor();
  assert.equal(new URL(jane.url()).pathname, '/console/vault');
  await jane.goto(`${console_.url}/console/account`);
  await jane.getByText('carers', { exact: true }).waitFor();
  await jane.getByText(/Signed in at an identity provider/).waitFor();
  await jane.getByText('support', { exact: true }).first().waitFor();
  assert.deepEqual(jane.faults, []);
  await jane.context().close();
});

it('whatever address is given to come back to, one comes back to the gateway', async () => {
  const jane = await console_.page();
  for (const elsewhere of ['https://evil.example/', '//evil.example/', '/\\evil.example/', 'javascript:alert(1)']) {
    await jane.goto(`${console_.url}${START}?returnTo=${encodeURIComponent(elsewhere)}`);
    const login = jane.getByRole('button', { name: 'Continue as jane' });
    if (jane.url().startsWith(provider.issuer)) await login.click();
    await jane.waitForURL(`${console_.url}/**`);
  }
  await jane.context().close();
});

it('what one browser began at the provider signs nobody in at another', async () => {
  const jane = await console_.page();
  await jane.goto(`${console_.url}${START}`);
  // Followed by hand from the login on, so that the answer is not yet used up.
  const { request } = jane.context();
  let { location } = (await request.post(jane.url(), { maxRedirects: 0 })).headers();
  while (location.startsWith(provider.issuer)) {
    location = (await request.get(location, { maxRedirects: 0 })).headers().location;
  }
  assert.match(location, /\/callback\?.*code=/);
  const victim = await console_.page();
  await victim.goto(location);
  await victim.getByRole('heading', { name: 'Sign in' }).waitFor();
  await victim.getByText(/did not sign you in/).waitFor();
  assert.equal(await sessionCookie(victim), undefined);
  await jane.context().close();
  await victim.context().close();
});

it('an authenticator app is set up, asked for at the next sign-in, and taken away', async () => {
  const before = await sessionCookie(ann);
  await ann.goto(`${console_.url}/console/account`);
  await ann.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await ann.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor();
  assert.deepEqual(await seriousFaults(ann), []);
  const secret = (await ann.locator('main code').textContent()).trim();
  const code = ann.getByLabel('Six digits of your authenticator app');
  await code.fill('000000');
  await ann.getByRole('button', { name: 'Confirm' }).click();
  await ann.getByRole('alert').waitFor();
  await code.fill(totpCode(secret, 0));
  await ann.getByRole('button', { name: 'Confirm' }).click();
  await ann.getByRole('button', { name: 'Set up another app' }).waitFor();
  assert.ok(!(await ann.content()).includes(secret));
  assert.notEqual(await sessionCookie(ann), before);

  await ann.getByRole('button', { name: /Account of/ }).click();
  await ann.getByRole('menuitem', { name: 'Sign out' }).click();
  await ann.getByLabel('Name').fill('ann');
  await ann.locator('input[type=password]').fill(PASSWORD);
  await ann.keyboard.press('Enter');
  // A code counts once, so this is the next one.
  await code.fill(totpCode(secret, 1));
  await ann.keyboard.press('Enter');
  await ann.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
  await ann.getByRole('button', { name: 'Remove' }).click();
  await ann.getByText('not set up').waitFor();
  assert.deepEqual(ann.faults, []);
});

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 6238, `ahead` steps from now. */
function totpCode(secret, ahead) {
  const bits = [...secret].map((char) => BASE32.indexOf(char).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead));
  const mac = createHmac('sha1', key).update(counter).digest();
  const number = mac.readUInt32BE(mac.at(-1) & 0xf) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}
