import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '#lib/config';
import { loadConfig } from '#lib/config';
import { type SeededKeys, seedIdentity } from '#lib/identity';
import { seedPolicies } from '#lib/policy';
import { createGateway, type Gateway } from '../../apps/gateway/src/create-gateway.js';
import { createTestDatabase, type TestDatabase } from '../../libs/database/src/testing/test-database.js';
import { type CaptureUpstream, startCaptureUpstream } from './capture-upstream.js';

export interface TestGateway {
  readonly url: string;
  readonly gateway: Gateway;
  readonly keys: SeededKeys;
  readonly upstream: CaptureUpstream;
  /** The gateway's folder: local root keys, ledgers. */
  readonly home: string;
  readonly testDatabase: TestDatabase;
  /** A request as a role, or without credentials. */
  call(path: string, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly as?: keyof SeededKeys | null;
  readonly method?: string;
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; throws when it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: test code reads answers by hand
  readonly json: any;
}

/** The whole gateway in this process, on a database of its own, in front of a capture upstream in another process. */
export async function createTestGateway(change: Partial<Config> = {}): Promise<TestGateway> {
  const [testDatabase, upstream] = await Promise.all([createTestDatabase(), startCaptureUpstream()]);
  const home = mkdtempSync(join(tmpdir(), 'pvg-test-home-'));
  const keys = (await seedIdentity(testDatabase.database, 'default'))!;
  await seedPolicies(testDatabase.database, 'default');
  const config = loadConfig({
    PVG_HOME: home,
    PVG_PORT: '0',
    PVG_LOG_LEVEL: 'silent',
    PVG_WORKER_CONCURRENCY: '0',
    DATABASE_URL: testDatabase.url,
    PVG_UPSTREAM_BASE_URL: upstream.baseUrl,
    PVG_UPSTREAM_API_KEY: 'upstream-credential',
  });
  const gateway = await createGateway({ ...config, ...change });
  return {
    url: gateway.url,
    gateway,
    keys,
    upstream,
    home,
    testDatabase,
    call: (path, options) => call(gateway.url, keys, path, options),
    close: async () => {
      await gateway.app.close();
      upstream.close();
      await testDatabase.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function call(url: string, keys: SeededKeys, path: string, options: CallOptions = {}): Promise<Answer> {
  const { as = 'user', body, raw, headers } = options;
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(url + path, {
    method: options.method ?? (payload === undefined ? 'GET' : 'POST'),
    headers: {
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...(as && { authorization: `Bearer ${keys[as].reveal()}` }),
      ...headers,
    },
    ...(payload !== undefined && { body: payload as string }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    get json() {
      return JSON.parse(text);
    },
  };
}
