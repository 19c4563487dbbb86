import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SeededKeys, seedIdentity } from '#lib/identity';
import { seedPolicies } from '#lib/policy';
import { createTestDatabase, type TestDatabase } from '../../libs/database/src/testing/test-database.js';
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.js';

const CLIENTS = 32;
const VALUES = 1_000;
const BATCH = 100;

let testDatabase: TestDatabase;
let keys: SeededKeys;
let home: string;
let gateways: GatewayProcess[];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  keys = (await seedIdentity(testDatabase.database, 'default'))!;
  await seedPolicies(testDatabase.database, 'default');
  home = mkdtempSync(join(tmpdir(), 'pvg-replicas-'));
  const env = { PVG_HOME: home, DATABASE_URL: testDatabase.url, PVG_LOG_LEVEL: 'warn' };
  // At once: both migrate, make the root key and the tenant's keys at the same time.
  gateways = await Promise.all([startGatewayProcess(env), startGatewayProcess(env)]);
}, 90_000);

afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  await testDatabase.close();
  rmSync(home, { recursive: true, force: true });
});

async function tokenize(gateway: GatewayProcess, values: readonly string[]): Promise<string[]> {
  const response = await fetch(`${gateway.url}/v1/vault/tokenize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${keys.user.reveal()}` },
    body: JSON.stringify({ items: values.map((value) => ({ type: 'EMAIL', value })) }),
  });
  expect(response.status).toBe(200);
  const { items } = (await response.json()) as { items: { token?: string }[] };
  return items.map(({ token }) => token ?? 'no token');
}

function shuffled<T>(list: readonly T[]): T[] {
  const copy = [...list];
  for (let at = copy.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [copy[at], copy[other]] = [copy[other]!, copy[at]!];
  }
  return copy;
}

describe('two gateways on one database', () => {
  it('give 32 clients that tokenize the same 1,000 values in their own order 1,000 tokens, without error', async () => {
    const run = randomInt(1e9);
    const values = Array.from({ length: VALUES }, (_, index) => `person.${index}.${run}@example.com`);
    const seen = new Map<string, Set<string>>(values.map((value) => [value, new Set<string>()]));
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const order = shuffled(values);
        for (let at = 0; at < order.length; at += BATCH / 2) {
          // Batches overlap by half.
          const batch = order.slice(at, at + BATCH);
          const tokens = await tokenize(gateways[client % 2]!, batch);
          batch.forEach((value, index) => {
            seen.get(value)!.add(tokens[index]!);
          });
        }
      }),
    );
    expect([...seen.values()].every((tokens) => tokens.size === 1)).toBe(true);
    expect(new Set([...seen.values()].flatMap((tokens) => [...tokens])).size).toBe(VALUES);
    const [{ count }] = (await testDatabase.admin<{ count: string }>('SELECT count(*) FROM vault_value')) as [
      { count: string },
    ];
    expect(Number(count)).toBe(VALUES);
    for (const gateway of gateways) expect(gateway.output()).not.toContain('"level":50');
  }, 120_000);

  it('lose nothing they acknowledged when one is killed under load', async () => {
    const acknowledged = new Map<string, string>();
    const victim = gateways[1]!;
    const load = Promise.allSettled(
      Array.from({ length: 8 }, async (_, client) => {
        for (let round = 0; round < 1_000; round += 1) {
          const value = `kill.${client}.${round}.${randomInt(1e9)}@example.com`;
          const [token] = await tokenize(victim, [value]);
          acknowledged.set(value, token!);
        }
      }),
    );
    while (acknowledged.size < 50) await new Promise((resolve) => setTimeout(resolve, 20));
    await victim.stop('SIGKILL');
    await load;
    expect(acknowledged.size).toBeGreaterThanOrEqual(50);
    const values = [...acknowledged.keys()];
    for (let at = 0; at < values.length; at += BATCH) {
      const batch = values.slice(at, at + BATCH);
      expect(await tokenize(gateways[0]!, batch)).toEqual(batch.map((value) => acknowledged.get(value)));
    }
  }, 120_000);
});
