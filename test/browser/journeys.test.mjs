// What people come for, from the first start on, on one gateway, in the order in which it happens.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { signInWithPassword, startConsole } from './support/console.mjs';

const PASSWORD = 'correct horse battery staple';
let console_;
let ann;
let ben;
let serviceKey;
let certificate;

before(async () => {
  console_ = await startConsole({ seeded: false });
  ann = await console_.page();
  ben = await console_.page();
});
after(() => console_.close());

const open = (page, path) => page.goto(`${console_.url}/console${path}`);
const dialog = (page) => page.getByRole('dialog');
/** An input by its label; lists that open below one carry the same label. */
const field = (scope, label) => scope.getByLabel(label).and(scope.locator('input, textarea'));
/** Types into the focused field and goes to the next. */
const fillNext = async (page, text) => {
  await page.keyboard.type(text);
  await page.keyboard.press('Tab');
};

it('first run: the setup token makes the first administrator, by keyboard alone', async () => {
  await open(ann, '');
  await ann.getByRole('heading', { name: /first administrator/ }).waitFor();
  await ann.getByLabel('Setup token').focus();
  await ann.keyboard.type(console_.setupToken());
  await ann.keyboard.press('Tab');
  await fillNext(ann, 'ann');
  await fillNext(ann, 'Ann Administrator');
  await ann.keyboard.type(PASSWORD);
  await ann.keyboard.press('Enter');
  await ann.getByRole('navigation', { name: 'Main' }).waitFor();
  await ann.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});

it('a role, a second administrator by invitation, and a service with a key that is shown once', async () => {
  await open(ann, '/principals?tab=roles');
  await ann.getByRole('button', { name: 'New role' }).click();
  await dialog(ann).getByLabel('Id').fill('privacy-officer');
  await dialog(ann).getByLabel('What it is for').fill('Reads single values for cases');
  await ann.keyboard.press('Enter');
  await ann.getByText('privacy-officer').first().waitFor();

  for (const [id, kind, roles] of [
    ['ben', 'user', ['admin']],
    ['support-desk', 'service', ['user']],
  ]) {
    await open(ann, '/principals');
    await ann.getByRole('button', { name: 'New principal' }).click();
    await dialog(ann).getByLabel('Id').fill(id);
    if (kind === 'service') {
      await field(dialog(ann), 'Kind').click();
      await ann.getByRole('option', { name: 'service' }).click();
    }
    for (const role of roles) {
      await field(dialog(ann), 'Roles').fill(role);
      await ann.keyboard.press('Enter');
    }
    await dialog(ann).getByRole('button', { name: 'Save' }).click();
    await dialog(ann).waitFor({ state: 'detached' });
    await ann.getByRole('cell', { name: id }).first().waitFor();
  }

  await ann
    .getByRole('row', { name: /support-desk/ })
    .getByRole('button', { name: 'New key' })
    .click();
  serviceKey = (await dialog(ann).locator('pre').textContent()).trim();
  assert.match(serviceKey, /^pvg_/);
  await ann.keyboard.press('Escape');
  await dialog(ann).waitFor({ state: 'detached' });
  assert.ok(!(await ann.content()).includes(serviceKey));

  await ann.getByRole('row', { name: /ben/ }).getByRole('button', { name: 'Invite' }).click();
  const invitation = (await dialog(ann).locator('pre').textContent()).trim();
  await ann.keyboard.press('Escape');
  await open(ben, '');
  await ben.getByRole('button', { name: 'I have an invitation' }).click();
  await ben.getByLabel('Invitation').fill(invitation);
  await ben.locator('input[autocomplete=new-password]').fill(PASSWORD);
  await ben.keyboard.press('Enter');
  await ben.getByRole('navigation', { name: 'Main' }).waitFor();
});

it('a policy is written by form, seen as JSON, broken and mended', async () => {
  await open(ann, '/policies/default');
  await ann.getByRole('button', { name: 'Edit as new draft' }).click();
  await ann.getByRole('button', { name: 'Add statement' }).click();
  const form = dialog(ann);
  await form.getByLabel('Name (sid)').fill('OfficersSeeMail');
  await field(form, 'Roles').fill('privacy-officer');
  await ann.keyboard.press('Enter');
  await field(form, 'Actions').fill('vault:Reveal');
  await ann.getByRole('option', { name: 'vault:Reveal', exact: true }).click();
  await ann.keyboard.press('Tab');
  await field(form, 'Reveal level').click();
  await ann.getByRole('option', { name: 'masked' }).click();
  await form.getByRole('button', { name: 'Apply' }).click();
  await ann.getByText('Not saved yet').waitFor();
  await ann.getByText('OfficersSeeMail').first().waitFor();

  await ann.getByRole('tab', { name: 'JSON' }).click();
  const editor = ann.getByRole('textbox', { name: 'The policy document as JSON' });
  await editor.waitFor();
  assert.ok((await editor.textContent()).includes('UsersWork'));
  await editor.click();
  await ann.keyboard.press('Control+End');
  await ann.keyboard.type('oops');
  await ann.getByText(/This is not JSON/).waitFor();
  assert.ok(await ann.getByRole('button', { name: 'Save draft' }).isDisabled());
  for (let times = 0; times < 4; times += 1) await ann.keyboard.press('Backspace');
  await ann.getByText(/This is not JSON/).waitFor({ state: 'detached' });
  await ann.getByRole('button', { name: 'Save draft' }).click();
  await ann.getByText('Not saved yet').waitFor({ state: 'detached' });
  await ann.getByRole('tab', { name: 'Changes' }).click();
  await ann.getByText('OfficersSeeMail').first().waitFor();
});

it('two tabs that edit one draft end in a three-way comparison, and nothing is lost', async () => {
  const other = await ann.context().newPage();
  await open(ann, '/policies/default?version=2');
  await other.goto(`${console_.url}/console/policies/default?version=2`);
  for (const [page, text] of [
    [other, 'By the other tab'],
    [ann, 'By this tab'],
  ]) {
    await page.getByRole('button', { name: 'Edit OfficersSeeMail' }).click();
    await dialog(page).getByLabel('What it is for').fill(text);
    await dialog(page).getByRole('button', { name: 'Apply' }).click();
  }
  await other.getByRole('button', { name: 'Save draft' }).click();
  await other.getByText('Not saved yet').waitFor({ state: 'detached' });
  await ann.getByRole('button', { name: 'Save draft' }).click();
  await ann.getByRole('heading', { name: 'Somebody changed this draft meanwhile' }).waitFor();
  for (const side of ['As you read it', 'Yours', 'Theirs'])
    await ann.getByText(side, { exact: true }).first().waitFor();
  await ann.getByText('By the other tab').first().waitFor();
  await ann.getByRole('button', { name: 'Save the merged draft' }).click();
  await ann.getByRole('heading', { name: 'Somebody changed this draft meanwhile' }).waitFor({ state: 'detached' });
  await ann.getByText('By this tab').first().waitFor();
  await other.close();
});

it('the simulator says which statement of the draft decides', async () => {
  await open(ann, '/simulator?roles=privacy-officer&infoType=EMAIL');
  await ann.getByRole('button', { name: 'Ask' }).click();
  await ann.getByText('No statement gives more.').waitFor();
  await field(ann, 'Policies').click();
  await ann.getByRole('option', { name: /version 2/ }).click();
  await ann.getByRole('button', { name: 'Ask' }).click();
  await ann.getByText('holds').waitFor();
  await ann.getByText('OfficersSeeMail').first().waitFor();
});

it('nobody approves what he wrote; a second person approves, and the version comes into force', async () => {
  await open(ann, '/policies/default?version=2');
  await ann.getByRole('button', { name: 'Ask for approval' }).click();
  await ann.getByText('You wrote in this version').first().waitFor();
  assert.ok(await ann.getByRole('button', { name: 'Approve' }).isDisabled());
  await open(ben, '/policies/default?version=2');
  await ben.getByRole('button', { name: 'Approve' }).click();
  await ben.getByRole('button', { name: 'Put in force' }).click();
  await ben.getByRole('button', { name: 'Edit as new draft' }).waitFor();
  await open(ann, '/matrix');
  await ann.getByRole('button', { name: 'privacy-officer, EMAIL: masked' }).waitFor();
});

it('the playground shows one answer as three roles read it, and keeps none of it', async () => {
  await open(ann, '/playground');
  const roles = field(ann, 'Read the answer as');
  // The roles that exist are offered once they were read.
  await ann.getByText('privacy-officer', { exact: true }).first().waitFor();
  for (const role of ['user', 'support', 'privacy-officer']) {
    await roles.fill(role);
    await ann.keyboard.press('Enter');
  }
  await ann.getByLabel('Text that somebody writes').fill('Please mail zoe.quint@example.com today.');
  await ann.getByText('Ask the model').click();
  await ann.getByRole('button', { name: 'Run' }).click();
  const column = (role) => ann.getByRole('region', { name: role, exact: true });
  await column('user').getByRole('button', { name: 'zoe.quint@example.com' }).waitFor();
  await column('privacy-officer').getByRole('button', { name: /\*/ }).waitFor();
  await column('privacy-officer').getByText('OfficersSeeMail').waitFor();
  const payload = await ann.getByRole('region', { name: 'What leaves' }).textContent();
  assert.match(payload, /\[EMAIL_[0-9A-Z]{10}\]/);
  assert.ok(!payload.includes('zoe.quint'));
  const kept = await ann.evaluate(
    () => JSON.stringify({ ...localStorage, ...sessionStorage }) + location.href + document.title,
  );
  assert.ok(!kept.includes('zoe'));
});

it('a value is found by its text, revealed with a reason for 60 seconds, and the audit log knows', async () => {
  const { items } = await console_.api(serviceKey, '/v1/vault/tokenize', {
    items: [{ type: 'EMAIL', value: 'lea.brand@example.com', subject: 'customer-7' }],
  });
  const [{ token }] = items;
  await open(ann, '/vault');
  await ann.getByLabel('Exact value').fill('lea.brand@example.com');
  await ann.keyboard.press('Enter');
  await ann.getByText(token).first().waitFor();
  assert.ok(!ann.url().includes('lea.brand'));
  await ann
    .getByRole('row', { name: new RegExp(token.slice(1, -1)) })
    .getByRole('button', { name: 'Reveal' })
    .click();
  await dialog(ann).getByLabel('Reason').fill('Case 4711');
  await ann.keyboard.press('Enter');
  await dialog(ann).getByText('Hidden in').waitFor();
  await dialog(ann).getByRole('link', { name: 'See in the audit log' }).click();
  await ann
    .getByRole('button', { name: /vault_token\.reveal_decided/ })
    .first()
    .click();
  await dialog(ann).getByText('Case 4711').waitFor();
});

it('a data subject is erased only by its typed id, and the certificate verifies in the browser', async () => {
  await open(ann, '/subjects');
  await ann
    .getByRole('row', { name: /customer-7/ })
    .getByRole('button', { name: 'Erase…' })
    .click();
  const submit = dialog(ann).getByRole('button', { name: 'Erase for good' });
  assert.ok(await submit.isDisabled());
  await dialog(ann).getByLabel('Id of the subject').fill('customer-7');
  await submit.click();
  await dialog(ann).getByText('The signature holds').waitFor();
  const [file] = await Promise.all([
    ann.waitForEvent('download'),
    dialog(ann).getByRole('button', { name: 'Download certificate' }).click(),
  ]);
  certificate = file.suggestedFilename();
  assert.equal(certificate, 'erasure-certificate.json');
  await ann.keyboard.press('Escape');
  await ann
    .getByRole('row', { name: /customer-7/ })
    .getByText('erased')
    .waitFor();
});

it('a key is rotated while one watches', async () => {
  await open(ann, '/keys');
  await ann.getByRole('button', { name: 'Rotate…' }).click();
  await dialog(ann).getByRole('button', { name: 'Start rotation' }).click();
  await dialog(ann).waitFor({ state: 'detached' });
  await ann.getByRole('progressbar').first().waitFor();
  await ann.getByText('done', { exact: true }).first().waitFor();
});

it('signing out forgets: going back shows the sign-in page and nothing that was read', async () => {
  await open(ann, '/audit');
  await ann.getByRole('button', { name: /Account of/ }).click();
  await ann.getByRole('menuitem', { name: 'Sign out' }).click();
  await ann.getByRole('heading', { name: 'Sign in' }).waitFor();
  await ann.goBack();
  await ann.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.ok(!(await ann.content()).includes('vault_token'));
  await signInWithPassword(ann, console_, 'ann', PASSWORD);
});

it('no journey broke the page’s own policy or threw', () => {
  assert.deepEqual(ann.faults, []);
  assert.deepEqual(ben.faults, []);
});
