// A gateway of its own with its console, as it is on a new database, and a browser in front of it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { chromium } from 'playwright-core';
import { build } from '../../../scripts/build.mjs';
import { buildConsole } from '../../../scripts/console.mjs';
import { GATEWAY, startListening, stop } from '../../../scripts/gateway-process.mjs';

const CHROMIUM = '/usr/bin/chromium';
const STEP_MS = 30_000;

/** `seeded`: with the development keys of the embedded database; otherwise with a setup token. `settings`: of the environment. */
export async function startConsole({ seeded = true, settings = {} } = {}) {
  await Promise.all([build(), buildConsole()]);
  const home = mkdtempSync(join(tmpdir(), 'pvg-browser-'));
  const env = { ...process.env, PVG_HOME: home, PVG_PORT: '0', PVG_LOG_LEVEL: 'warn', PVG_CONFIG: '', ...settings };
  delete env.DATABASE_URL;
  let postgres;
  if (!seeded) {
    const { EmbeddedPostgres } = await import('../../../dist/libs/database/src/index.js');
    postgres = await EmbeddedPostgres.start({ home: join(home, 'database') });
    env.DATABASE_URL = postgres.url.reveal();
  }
  const log = [];
  const write = process.stdout.write.bind(process.stdout);
  // What the gateway logs comes out of this process; the setup token is in it.
  process.stdout.write = (chunk, ...rest) => {
    log.push(String(chunk));
    return String(chunk).startsWith('{"level"') ? true : write(chunk, ...rest);
  };
  const { child, listening } = startListening(GATEWAY, { env, stderr: 'pipe' });
  child.stderr.on('data', (data) => log.push(String(data)));
  const url = await listening;
  process.stdout.write = write;
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  return {
    url,
    home,
    keys: seeded ? JSON.parse(readFileSync(join(home, 'dev-keys.json'), 'utf8')) : {},
    /** Of the database, as its owner; none when the gateway runs one of its own. */
    databaseUrl: env.DATABASE_URL,
    setupToken: () => /"setupToken":"([^"]+)"/.exec(log.join(''))?.[1],
    /** A page of a browser that knows nothing yet. Faults of the console itself end up in `faults`. */
    async page(options = {}) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 860 },
        acceptDownloads: true,
        ...options,
      });
      const page = await context.newPage();
      page.setDefaultTimeout(STEP_MS);
      page.faults = [];
      page.on('pageerror', (error) => page.faults.push(error.message));
      page.on('console', (message) => {
        if (/Content.Security.Policy|Refused to/.test(message.text())) page.faults.push(message.text());
      });
      return page;
    },
    async api(key, path, body, method = body === undefined ? 'GET' : 'POST', headers = {}) {
      const response = await fetch(url + path, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} → ${response.status} ${text}`);
      return text ? JSON.parse(text) : undefined;
    },
    async close() {
      await browser.close();
      await stop(child);
      await postgres?.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export async function signInWithKey(page, { url }, key, path = '/console') {
  await page.goto(url + path);
  await page.getByRole('button', { name: 'Use an API key instead' }).click();
  await page.getByLabel('API key').fill(key);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

export async function signInWithPassword(page, { url }, name, password) {
  await page.goto(`${url}/console`);
  await page.getByLabel('Name').fill(name);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

/** The first administrator, with a key, and a second one, who approves what the first one wrote. */
export async function twoAdministrators(console_) {
  const { key: first } = await console_.api('', '/admin/v1/setup', { token: console_.setupToken(), id: 'root' });
  await console_.api(first, '/admin/v1/principals', {
    id: 'second',
    kind: 'service',
    roles: ['admin'],
    purposes: ['*'],
    collections: ['*'],
  });
  const { key: second } = await console_.api(first, '/admin/v1/api-keys', { principalId: 'second' });
  return { first, second };
}

/** A person who has chosen a password by an invitation. */
export async function addPerson(console_, key, { id, password, ...rest }) {
  const body = { id, kind: 'user', purposes: ['*'], collections: ['*'], ...rest };
  await console_.api(key, '/admin/v1/principals', body);
  const { token } = await console_.api(key, `/admin/v1/principals/${id}/invitation`, {});
  await console_.api('', '/admin/v1/invitation', { token, password });
}

/** What axe calls serious or critical (WCAG 2.1 AA). */
export async function seriousFaults(page) {
  // Playwright's own script injection needs no exception from the page's policy.
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 4)
          .map(({ target, any }) => `${target} ${any[0]?.message ?? ''}`)
          .join(' | ')}`,
    );
}
