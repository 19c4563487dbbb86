import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CLIENT_FILE, clientTypes, usedPaths } from '../../../scripts/console-client.mjs';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

let t: TestGateway;

beforeAll(async () => {
  t = await createTestGateway();
}, 120_000);

afterAll(() => t.close());

describe('the console’s client', () => {
  it('is what the gateway describes today; `npm run console:client` writes it anew', async () => {
    const description = (await t.call('/openapi.json', { as: null })).json;
    expect(usedPaths().length).toBeGreaterThan(30);
    expect(await clientTypes(description)).toBe(readFileSync(CLIENT_FILE, 'utf8'));
  }, 60_000);

  it('is refused when the gateway lacks a path that the console uses', async () => {
    const description = (await t.call('/openapi.json', { as: null })).json;
    delete description.paths['/admin/v1/matrix'];
    await expect(clientTypes(description)).rejects.toThrow('/admin/v1/matrix');
  });
});
