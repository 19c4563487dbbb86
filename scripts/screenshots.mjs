// Screenshots of the running product for the README and docs/guides/console.md, in light and dark:
//   node scripts/screenshots.mjs [folder]
//   node scripts/screenshots.mjs <folder> --every     every page, on a desktop, on a tablet and at 200 %, to be looked at
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { signInWithKey, startConsole } from '../test/browser/support/console.mjs';
import { furnish } from './screenshots/furnish.mjs';

const [given = 'docs/images/console', flag] = process.argv.slice(2);
const folder = resolve(given);
const every = flag === '--every';

const DESKTOP = { name: '', viewport: { width: 1360, height: 850 } };
const VIEWS = every
  ? [
      DESKTOP,
      { name: '-tablet', viewport: { width: 820, height: 1180 } },
      // What a window of 1360 × 850 has left when the browser shows everything twice as large.
      { name: '-200', viewport: { width: 680, height: 425 }, deviceScaleFactor: 2 },
    ]
  : [DESKTOP];

/** File, path, and what somebody did on the page. The first ones go into the guide. */
const GUIDE = [
  ['overview', ''],
  ['playground', 'playground', run],
  ['matrix', 'matrix'],
  ['simulator', 'simulator?roles=support&infoType=EMAIL', ask],
  ['policies', 'policies/default?version=2', changes],
  ['principals', 'principals'],
  ['vault', 'vault', search],
  ['subjects', 'subjects'],
  ['jobs', 'jobs'],
  ['audit', 'audit', verify],
  ['keys', 'keys'],
];
const MORE = [
  ['overview-month', '?hours=720'],
  ['matrix-cell', 'matrix', cell],
  ['policy-list', 'policies'],
  ['policy-form', 'policies/default?version=2', statement],
  ['policy-json', 'policies/default?version=2', tab('JSON')],
  ['policy-tests', 'policies/default?version=2', tab('Tests')],
  ['roles', 'principals?tab=roles'],
  ['groups', 'principals?tab=groups'],
  ['api-keys', 'principals?tab=keys'],
  ['grants', 'principals?tab=grants'],
  ['person', 'principals', newPerson],
  ['reveal', 'vault', reveal],
  ['erase', 'subjects', erase],
  ['job-items', 'jobs', jobItems],
  ['audit-event', 'audit', event],
  ['rotate', 'keys', rotate],
  ['account', 'account'],
  ['missing', 'no-such-page'],
];

mkdirSync(folder, { recursive: true });
const running = await startConsole();
try {
  await furnish(running);
  for (const { name: size, ...view } of VIEWS) {
    for (const colorScheme of ['light', 'dark']) {
      const page = await running.page({ colorScheme, reducedMotion: 'reduce', ...view });
      const shoot = async (name) => {
        const path = `${folder}/${name}${size}-${colorScheme}.png`;
        await page.screenshot({ path, fullPage: name === 'playground' || size !== '' });
        console.log(path);
      };
      await page.goto(`${running.url}/console`);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await shoot('sign-in');
      await signInWithKey(page, running, running.keys.admin);
      for (const [name, path, act] of every ? [...GUIDE, ...MORE] : GUIDE) {
        await page.goto(`${running.url}/console/${path}`);
        await page.locator('#main').waitFor();
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
        await act?.(page);
        await page.waitForLoadState('networkidle');
        await shoot(name);
      }
      await page.context().close();
    }
  }
} finally {
  await running.close();
}

async function run(page) {
  await page.getByText('Ask the model').click();
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('region', { name: 'support' }).waitFor();
}

async function ask(page) {
  await page.getByRole('button', { name: 'Ask' }).click();
  await page.getByText('holds').first().waitFor();
}

async function search(page) {
  await page.getByLabel('Exact value').fill('maria.kowalski@example.com');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText('See in the audit log').first().waitFor();
}

async function verify(page) {
  await page.getByRole('button', { name: 'Verify chain' }).click();
  await page.getByText(/The chain holds/).waitFor();
}

async function changes(page) {
  await page.getByRole('tab', { name: 'Changes' }).click();
  await page.getByText('OfficersSeeMail').first().waitFor();
}

async function cell(page) {
  await page.getByRole('button', { name: /^user, EMAIL/ }).click();
  await page.getByRole('dialog').waitFor();
}

async function statement(page) {
  await page.getByRole('button', { name: 'Edit OfficersSeeMail' }).click();
  await page.getByRole('dialog').waitFor();
}

function tab(name) {
  return async (page) => {
    await page.getByRole('tab', { name }).click();
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  };
}

async function newPerson(page) {
  await page.getByRole('button', { name: 'New principal' }).click();
  await page.getByRole('dialog').waitFor();
}

async function reveal(page) {
  await search(page);
  await page.getByRole('button', { name: 'Reveal…' }).last().click();
  await page.getByRole('dialog').waitFor();
}

async function erase(page) {
  await page.getByRole('button', { name: 'Erase…' }).first().click();
  await page.getByRole('dialog').waitFor();
}

async function jobItems(page) {
  await page.getByRole('button', { name: 'Show documents' }).first().click();
  await page.getByRole('dialog').getByText('done').first().waitFor();
}

async function event(page) {
  await page
    .getByRole('button', { name: /vault_token\.reveal_decided/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
}

async function rotate(page) {
  await page.getByRole('button', { name: 'Rotate…' }).click();
  await page.getByRole('dialog').waitFor();
}
