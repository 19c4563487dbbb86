// Screenshots of the running product for the README and docs/guides/console.md, in light and dark:
//   node scripts/screenshots.mjs [folder]
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { signInWithKey, startConsole } from '../test/browser/support/console.mjs';

const folder = resolve(process.argv[2] ?? 'docs/images/console');
const PAGES = [
  '',
  'playground',
  'matrix',
  'simulator',
  'policies/default',
  'principals',
  'vault',
  'subjects',
  'audit',
  'keys',
];

mkdirSync(folder, { recursive: true });
const running = await startConsole();
try {
  const { user } = running.keys;
  await running.api(user, '/v1/vault/tokenize', {
    items: [
      { type: 'EMAIL', value: 'maria.kowalski@example.com', subject: 'customer-1042' },
      { type: 'PERSON', value: 'Maria Kowalski', subject: 'customer-1042' },
      { type: 'PHONE', value: '+44 20 7946 0958', subject: 'customer-2077' },
    ],
  });
  for (const colorScheme of ['light', 'dark']) {
    const page = await running.page({ colorScheme, viewport: { width: 1360, height: 850 } });
    await page.goto(`${running.url}/console`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.screenshot({ path: `${folder}/sign-in-${colorScheme}.png` });
    await signInWithKey(page, running, running.keys.admin);
    for (const name of PAGES) {
      await page.goto(`${running.url}/console/${name}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      await act(page, name);
      const file = name.split('/')[0] || 'overview';
      await page.screenshot({ path: `${folder}/${file}-${colorScheme}.png`, fullPage: name === 'playground' });
      console.log(`${folder}/${file}-${colorScheme}.png`);
    }
    await page.context().close();
  }
} finally {
  await running.close();
}

/** What a page shows once somebody did something on it. */
async function act(page, name) {
  if (name === 'playground') {
    await page.getByText('Ask the model').click();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('region', { name: 'support' }).waitFor();
  }
  if (name === 'simulator') {
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByText('holds').first().waitFor();
  }
  if (name === 'vault') {
    await page.getByLabel('Exact value').fill('maria.kowalski@example.com');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('See in the audit log').first().waitFor();
  }
}
