import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CLIENTS, clientTypes, usedPaths } from '../../../scripts/console-client.mjs';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

let t: TestGateway;

beforeAll(async () => {
  t = await createTestGateway();
}, 120_000);

afterAll(() => t.close());

describe.each(CLIENTS)('the generated types of the $name', (client) => {
  it('are what the gateway describes today; `npm run console:client` writes them anew', async () => {
    const description = (await t.call('/openapi.json', { as: null })).json;
    expect(usedPaths(client).length).toBeGreaterThan(15);
    expect(await clientTypes(description, client)).toBe(readFileSync(client.file, 'utf8'));
  }, 60_000);

  it('are refused when the gateway lacks a path that is used', async () => {
    const description = (await t.call('/openapi.json', { as: null })).json;
    const path = usedPaths(client).at(-1)!;
    delete description.paths[path];
    await expect(clientTypes(description, client)).rejects.toThrow(path);
  });
});
