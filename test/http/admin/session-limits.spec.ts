import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConsoleBrowser } from '../../support/console-browser.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

let t: TestGateway;

beforeAll(async () => {
  t = await createTestGateway();
}, 120_000);

afterAll(() => t.close());

describe('sign-in', () => {
  it('is limited by name and by address', async () => {
    const attempt = (name: string) =>
      new ConsoleBrowser(t.url).send('POST', '/admin/v1/session', { name, password: 'wrong horse battery' });
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) statuses.push((await attempt(`name-${i}`)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    await t.testDatabase.admin(`DELETE FROM rate_window WHERE action = 'login'`);
    await t.testDatabase.admin(`INSERT INTO rate_window VALUES ('default', 'ann', 'login:name', now(), 20)`);
    const refused = await attempt('ann');
    expect({ status: refused.status, code: refused.json.code }).toEqual({
      status: 429,
      code: 'request.rate_limited',
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }, 60_000);
});
