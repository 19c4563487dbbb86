import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

const BUILD = resolve(import.meta.dirname, '../../../scripts/console.mjs');
const BUILT = resolve(import.meta.dirname, '../../../apps/console/dist/index.html');

let t: TestGateway;

beforeAll(async () => {
  // In a process of its own: the bundler does not take the objects of a test's realm for its own.
  if (!existsSync(BUILT)) execFileSync(process.execPath, [BUILD], { stdio: 'inherit' });
  t = await createTestGateway();
}, 120_000);

afterAll(() => t.close());

const get = (path: string, headers: Record<string, string> = {}) => t.call(path, { as: null, headers });
const scriptOf = (page: string) => /src="(\/console\/assets\/[^"]+\.js)"/.exec(page)![1]!;

describe('GET /console', () => {
  it('is a page that is kept nowhere, framed nowhere, and runs nothing but our own scripts', async () => {
    const { status, headers } = await get('/console');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it('has a nonce of its own each time, on every script and style, as the policy says', async () => {
    const [first, second] = [await get('/console'), await get('/console')];
    const nonceOf = ({ headers }: typeof first) =>
      /'nonce-([\w-]{24})'/.exec(headers.get('content-security-policy')!)![1]!;
    expect(nonceOf(first)).not.toBe(nonceOf(second));
    const tags = first.text.match(/<(?:script|style|link rel="stylesheet")[^>]*>/g)!;
    expect(tags.length).toBeGreaterThan(2);
    for (const tag of tags) expect(tag).toContain(`nonce="${nonceOf(first)}"`);
    expect(first.text).not.toContain('__CSP_NONCE__');
    expect(first.text).not.toMatch(/ on\w+=|style="/);
  });

  it('never leaves its folder', async () => {
    for (const path of [
      '/console/%2e%2e/%2e%2e/package.json',
      '/console/..%2f..%2fpackage.json',
      '/console//etc/passwd',
    ]) {
      const { text } = await get(path);
      expect(text).not.toMatch(/"dependencies"|root:/);
    }
  });

  it.each(['/console/', '/console/matrix', '/console/policies/default/3'])(
    'answers %s with the same page',
    async (path) => {
      const { status, text } = await get(path);
      expect(status).toBe(200);
      expect(text).toContain('<div id="root"></div>');
    },
  );

  it('serves files named by their content for ever, zipped for who takes it', async () => {
    const path = scriptOf((await get('/console')).text);
    const { status, headers } = await get(path, { 'accept-encoding': 'gzip' });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-encoding')).toBe('gzip');
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const again = await get(path, { 'if-none-match': headers.get('etag')! });
    expect(again.status).toBe(304);
  });

  it('asks about files that keep their name each time', async () => {
    const { status, headers } = await get('/console/scheme.js');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  it('knows no file that was not built', async () => {
    const missing = await get('/console/assets/none.js');
    expect(missing.status).toBe(404);
    expect(missing.json.code).toBe('route.unknown');
  });
});
