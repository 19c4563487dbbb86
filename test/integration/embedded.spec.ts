import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.js';
import { inventPerson } from '../support/invented.js';

let home: string;
let gateway: GatewayProcess;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'pvg-embedded-'));
  // Started by root, Postgres runs as another user and must be able to pass.
  chmodSync(home, 0o711);
});

afterAll(async () => {
  await gateway.stop();
  rmSync(home, { recursive: true, force: true });
});

const start = async () => {
  gateway = await startGatewayProcess({ PVG_HOME: home, PVG_LOG_LEVEL: 'warn' });
};

async function tokenize(value: string): Promise<string> {
  const keys = JSON.parse(readFileSync(join(home, 'dev-keys.json'), 'utf8')) as { user: string };
  const response = await fetch(`${gateway.url}/v1/vault/tokenize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${keys.user}` },
    body: JSON.stringify({ items: [{ type: 'EMAIL', value }] }),
  });
  return ((await response.json()) as { items: [{ token: string }] }).items[0].token;
}

describe('a gateway on its embedded database', () => {
  it('starts with nothing set, and keeps its keys readable by their owner alone', async () => {
    await start();
    for (const file of ['dev-keys.json', 'keys/root.key']) expect(statSync(join(home, file)).mode & 0o777).toBe(0o600);
    expect(await tokenize(inventPerson().EMAIL)).toMatch(/^\[EMAIL_[0-9A-Z]{10}\]$/);
  }, 120_000);

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'loses nothing it acknowledged to %s under load',
    async (signal) => {
      const acknowledged = new Map<string, string>();
      const load = Promise.allSettled(
        Array.from({ length: 4 }, async () => {
          for (;;) {
            const { EMAIL } = inventPerson();
            acknowledged.set(EMAIL, await tokenize(EMAIL));
          }
        }),
      );
      while (acknowledged.size < 30) await new Promise((resolve) => setTimeout(resolve, 20));
      await gateway.stop(signal);
      await load;
      await start();
      for (const [value, token] of acknowledged) expect(await tokenize(value)).toBe(token);
    },
    180_000,
  );

  it('makes new development keys when their file is gone', async () => {
    const before = readFileSync(join(home, 'dev-keys.json'), 'utf8');
    await gateway.stop();
    rmSync(join(home, 'dev-keys.json'));
    await start();
    expect(readFileSync(join(home, 'dev-keys.json'), 'utf8')).not.toBe(before);
    expect(await tokenize(inventPerson().EMAIL)).toMatch(/^\[EMAIL_/);
  }, 120_000);
});
