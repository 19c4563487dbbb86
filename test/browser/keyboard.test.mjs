// The main path of each journey without a pointer, on one gateway, in the order in which it happens.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, it } from 'node:test';
import { startConsole } from './support/console.mjs';
import { keyboardOf } from './support/keyboard.mjs';

const PASSWORD = 'correct horse battery staple';
let console_;
let ann;
let ben;
/** The keys of ann, and those of ben. */
let a;
let b;
let serviceKey;

before(async () => {
  console_ = await startConsole({ seeded: false });
  ann = await console_.page();
  ben = await console_.page();
  a = await keyboardOf(ann);
  b = await keyboardOf(ben);
});
after(() => console_.close());

const button = (page, name) => page.getByRole('button', { name, exact: true });
const dialog = (page) => page.getByRole('dialog');
const field = (scope, label) => scope.getByLabel(label).and(scope.locator('input, textarea'));
const closed = (page) => dialog(page).waitFor({ state: 'detached' });

it('first run: the setup token makes the first administrator', async () => {
  await ann.goto(`${console_.url}/console`);
  await a.fill(ann.getByLabel('Setup token'), console_.setupToken());
  await a.fill(ann.getByLabel('Your name for signing in'), 'ann');
  await a.fill(ann.locator('input[autocomplete=new-password]'), PASSWORD);
  await a.keys('Enter');
  await ann.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});

it('the first step of the overview is taken', async () => {
  await a.press(ann.getByRole('link', { name: /Make a role and a key/ }));
  await ann.getByRole('tab', { name: 'Roles', selected: true }).waitFor();
});

it('a role and a key, and a second person by invitation', async () => {
  await a.press(button(ann, 'New role'));
  await a.fill(dialog(ann).getByLabel('Id'), 'privacy-officer');
  await a.keys('Enter');
  await closed(ann);
  await ann.getByText('privacy-officer').first().waitFor();
  await a.to(ann.getByRole('tab', { selected: true }), 'Shift+Tab');
  await a.keys('ArrowLeft');
  for (const [id, kind, role] of [
    ['ben', 'user', 'admin'],
    ['support-desk', 'service', 'user'],
  ]) {
    await a.press(button(ann, 'New principal'));
    await a.fill(dialog(ann).getByLabel('Id'), id);
    if (kind === 'service') await a.choose(field(dialog(ann), 'Kind'), 'service');
    await a.tag(field(dialog(ann), 'Roles'), role);
    if (kind === 'user') {
      await a.to(field(dialog(ann), 'Collections'));
      await a.keys('Backspace', '*', 'Enter');
    }
    await a.press(dialog(ann).getByRole('button', { name: 'Save' }));
    await closed(ann);
  }
  await a.press(ann.getByRole('row', { name: /support-desk/ }).getByRole('button', { name: 'New key' }));
  serviceKey = (await dialog(ann).locator('pre').textContent()).trim();
  await a.keys('Escape');
  await closed(ann);
  await a.press(ann.getByRole('row', { name: /ben/ }).getByRole('button', { name: 'Invite' }), 'Shift+Tab');
  const invitation = (await dialog(ann).locator('pre').textContent()).trim();
  await a.keys('Escape');
  await closed(ann);

  await ben.goto(`${console_.url}/console`);
  await b.press(button(ben, 'I have an invitation'));
  await b.fill(ben.getByLabel('Invitation'), invitation);
  await b.fill(ben.locator('input[autocomplete=new-password]'), PASSWORD);
  await b.keys('Enter');
  await ben.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});

it('a policy is written by form, seen as JSON, broken and mended', async () => {
  await a.go('Policies');
  await a.press(ann.getByRole('link', { name: 'default', exact: true }));
  await a.press(button(ann, 'Edit as new draft'));
  await a.press(button(ann, 'Add statement'));
  await a.fill(dialog(ann).getByLabel('Name (sid)'), 'OfficersSeeMail');
  await a.tag(field(dialog(ann), 'Roles'), 'privacy-officer');
  await a.choose(field(dialog(ann), 'Actions'), 'vault:Reveal', 'vault:Reveal');
  await a.choose(field(dialog(ann), 'Reveal level'), 'masked');
  await a.press(dialog(ann).getByRole('button', { name: 'Apply' }));
  await ann.getByText('Not saved yet').waitFor();
  await a.tab('JSON');
  const editor = ann.getByRole('textbox', { name: 'The policy document as JSON' });
  await a.to(editor);
  await a.keys('Control+End');
  await a.type('oops');
  await ann.getByText(/This is not JSON/).waitFor();
  assert.ok(await button(ann, 'Save draft').isDisabled());
  await a.keys('Backspace', 'Backspace', 'Backspace', 'Backspace');
  await ann.getByText(/This is not JSON/).waitFor({ state: 'detached' });
  await a.press(button(ann, 'Save draft'), 'Shift+Tab');
  await ann.getByText('Not saved yet').waitFor({ state: 'detached' });
});

it('the draft is asked in the simulator, and the answer kept as a test', async () => {
  await a.go('Simulator');
  await a.to(field(ann, 'Somebody with the roles'));
  await a.keys('Backspace');
  await a.tag(field(ann, 'Somebody with the roles'), 'privacy-officer');
  await a.choose(field(ann, 'Policies'), /version 2/);
  await a.press(button(ann, 'Ask'));
  await ann.getByText('OfficersSeeMail').first().waitFor();
  await a.press(button(ann, 'Save as policy test'));
  await a.fill(dialog(ann).getByLabel('Name'), 'officers-see-masks');
  await a.keys('Enter');
  await closed(ann);
  await ann.getByText('Saved as a test of default').waitFor();
});

it('a second person approves, and the version comes into force', async () => {
  await a.go('Policies');
  await a.press(ann.getByRole('link', { name: /Version 2/ }));
  await a.press(button(ann, 'Ask for approval'));
  await ann.getByText('You wrote in this version').first().waitFor();
  await b.go('Policies');
  await b.press(ben.getByRole('link', { name: /Version 2/ }));
  await b.press(button(ben, 'Approve'));
  await b.press(button(ben, 'Put in force'));
  await button(ben, 'Edit as new draft').waitFor();
  await a.go('Access matrix');
  const cell = button(ann, 'privacy-officer, EMAIL: masked');
  await cell.waitFor();
});

it('the playground shows one answer as three roles read it', async () => {
  await a.go('Playground');
  await ann.getByText('privacy-officer', { exact: true }).first().waitFor();
  await a.to(field(ann, 'Read the answer as'));
  for (const role of ['user', 'support', 'privacy-officer']) {
    await a.type(role);
    await a.keys('Enter');
  }
  await a.to(ann.getByLabel('Text that somebody writes'), 'Shift+Tab');
  await a.keys('ControlOrMeta+A');
  await a.type('Please mail zoe.quint@example.com today.');
  await a.to(ann.getByRole('radio', { name: 'Dry run' }));
  await a.keys('ArrowRight');
  await a.press(button(ann, 'Run'));
  const column = (role) => ann.getByRole('region', { name: role, exact: true });
  await column('user').getByRole('button', { name: 'zoe.quint@example.com' }).waitFor();
  await column('privacy-officer').getByText('OfficersSeeMail').waitFor();
  await a.press(column('support').getByRole('button').first());
});

it('a value is found, revealed with a reason, and seen in the audit log', async () => {
  const { items } = await console_.api(serviceKey, '/v1/vault/tokenize', {
    items: [{ type: 'EMAIL', value: 'lea.brand@example.com', subject: 'customer-7' }],
  });
  const [{ token }] = items;
  await a.go('Vault explorer');
  await a.fill(ann.getByLabel('Exact value'), 'lea.brand@example.com');
  await a.keys('Enter');
  const row = ann.getByRole('row', { name: new RegExp(token.slice(1, -1)) });
  await a.press(row.getByRole('button', { name: 'Reveal' }));
  await a.fill(dialog(ann).getByLabel('Reason'), 'Case 4711');
  await a.keys('Enter');
  await dialog(ann).getByText('Hidden in').waitFor();
  await a.press(dialog(ann).getByRole('link', { name: 'See in the audit log' }));
  await a.press(ann.getByRole('button', { name: /vault_token\.reveal_decided/ }));
  await dialog(ann).getByText('Case 4711').waitFor();
  await a.keys('Escape');
  await closed(ann);
});

it('a data subject is erased by the second of two people, and the certificate verifies', async () => {
  await a.go('Data subjects');
  await a.press(ann.getByRole('row', { name: /customer-7/ }).getByRole('button', { name: 'Request erasure' }));
  await ann.getByText('erasure asked for by ann').waitFor();
  await b.go('Data subjects');
  await b.press(ben.getByRole('row', { name: /customer-7/ }).getByRole('button', { name: 'Erase…' }));
  await b.fill(dialog(ben).getByLabel('Id of the subject'), 'customer-7');
  await b.keys('Enter');
  await dialog(ben).getByText('The signature holds').waitFor();
  const [file] = await Promise.all([
    ben.waitForEvent('download'),
    b.press(dialog(ben).getByRole('button', { name: 'Download certificate' })),
  ]);
  assert.equal(JSON.parse(readFileSync(await file.path(), 'utf8')).statement.subjectId, 'customer-7');
  await b.keys('Escape');
  await closed(ben);
});

it('a key is rotated while one watches', async () => {
  await a.go('Keys');
  await a.press(button(ann, 'Rotate…'));
  await a.press(dialog(ann).getByRole('button', { name: 'Start rotation' }));
  await closed(ann);
  await ann.getByRole('progressbar').first().waitFor();
  await ann.getByText('done', { exact: true }).first().waitFor();
});

it('a job is started from a file, and its result downloaded', async () => {
  await a.go('Jobs');
  const [chooser] = await Promise.all([
    ann.waitForEvent('filechooser'),
    a.press(ann.getByRole('button', { name: /Documents/ })),
  ]);
  await chooser.setFiles({
    name: 'letter.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Please write to paula.planted@example.com today.'),
  });
  await a.press(button(ann, 'Start job'));
  await ann.getByText('finished').waitFor();
  await a.press(button(ann, 'Show documents'));
  const [file] = await Promise.all([
    ann.waitForEvent('download'),
    a.press(dialog(ann).getByRole('link', { name: 'Download result' })),
  ]);
  assert.match(readFileSync(await file.path(), 'utf8'), /^Please write to \[EMAIL_[0-9A-Z]{10}\] today\.$/);
});

it('no pointer was used for any of it, and nothing threw', () => {
  assert.deepEqual([a.pointerEvents(), b.pointerEvents()], [0, 0]);
  assert.deepEqual([...ann.faults, ...ben.faults], []);
});
