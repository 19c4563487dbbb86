// Every page in light and dark: nothing that axe calls serious, no fault, no break of the page's own policy.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { seriousFaults, signInWithKey, startConsole } from './support/console.mjs';

const PAGES = [
  ['', 'Overview'],
  ['/playground', 'Playground'],
  ['/matrix', 'Access matrix'],
  ['/simulator', 'Simulator'],
  ['/policies', 'Policies'],
  ['/policies/default', 'default'],
  ['/principals', 'Principals & keys'],
  ['/principals?tab=roles', 'Principals & keys'],
  ['/principals?tab=keys', 'Principals & keys'],
  ['/vault', 'Vault explorer'],
  ['/subjects', 'Data subjects'],
  ['/audit', 'Audit'],
  ['/keys', 'Keys'],
];

let console_;
before(async () => {
  console_ = await startConsole();
});
after(() => console_.close());

for (const colorScheme of ['light', 'dark']) {
  describe(`in the ${colorScheme}`, () => {
    it('every page is free of serious accessibility faults and of errors', async () => {
      const page = await console_.page({ colorScheme });
      await page.goto(`${console_.url}/console`);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      const found = { 'sign-in': await seriousFaults(page) };
      await signInWithKey(page, console_, console_.keys.admin);
      for (const [path, title] of PAGES) {
        await page.goto(`${console_.url}/console${path}`);
        await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
        if (path === '/playground') {
          await page.getByRole('button', { name: 'Run' }).click();
          await page.getByRole('region', { name: 'support' }).waitFor();
        }
        found[path] = await seriousFaults(page);
      }
      assert.deepEqual(Object.fromEntries(Object.entries(found).filter(([, faults]) => faults.length > 0)), {});
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
  });
}

it('a page names what its reader lacks, and offers nothing that would be refused', async () => {
  const page = await console_.page();
  await signInWithKey(page, console_, console_.keys.user, '/console/audit');
  await page.getByText('You may not see this').waitFor();
  await page.getByText('audit:Read').first().waitFor();
  await page.goto(`${console_.url}/console/policies`);
  const button = page.getByRole('button', { name: 'New policy' });
  assert.equal(await button.getAttribute('aria-disabled'), 'true');
  assert.match(await button.getAttribute('aria-description'), /policy:Write/);
  await page.context().close();
});

it('is usable on a phone, on a tablet, and at 200 %: nothing but tables scrolls sideways', async () => {
  for (const width of [390, 820]) {
    const page = await console_.page({ viewport: { width, height: 800 } });
    await signInWithKey(page, console_, console_.keys.admin).catch(async () => {
      await page.getByRole('button', { name: 'Open navigation' }).waitFor();
    });
    for (const [path, title] of PAGES) {
      await page.goto(`${console_.url}/console${path}`);
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(wider <= 1, `${path} at ${width}: ${wider}px too wide`);
    }
    await page.context().close();
  }
});
