import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConsoleSessions, SESSION_COOKIE, type SeededKeys, seedIdentity } from '#lib/identity';
import { SEED_POLICY, seedPolicies } from '#lib/policy';
import { createTestDatabase, type TestDatabase } from '../../libs/database/src/testing/test-database.js';
import { type CaptureUpstream, chunk, startCaptureUpstream } from '../support/capture-upstream.js';
import { ConsoleBrowser } from '../support/console-browser.js';
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.js';
import { inventPerson } from '../support/invented.js';

let test: TestDatabase;
let keys: SeededKeys;
let home: string;
let upstream: CaptureUpstream;
let here: GatewayProcess;
let there: GatewayProcess;

beforeAll(async () => {
  [test, upstream] = await Promise.all([createTestDatabase(), startCaptureUpstream()]);
  keys = (await seedIdentity(test.database, 'default'))!;
  await seedPolicies(test.database, 'default');
  home = mkdtempSync(join(tmpdir(), 'pvg-changes-'));
  const env = {
    PVG_HOME: home,
    DATABASE_URL: test.url,
    PVG_LOG_LEVEL: 'warn',
    PVG_UPSTREAM_BASE_URL: upstream.baseUrl,
    PVG_UPSTREAM_API_KEY: 'x',
  };
  [here, there] = await Promise.all([startGatewayProcess(env), startGatewayProcess(env)]);
}, 120_000);

afterAll(async () => {
  await Promise.all([here, there].map((gateway) => gateway.stop()));
  upstream.close();
  await test.close();
  rmSync(home, { recursive: true, force: true });
});

interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: test code reads answers by hand
  readonly json: any;
}

async function call(
  gateway: GatewayProcess,
  path: string,
  given: { key?: string; method?: string; body?: unknown; etag?: string } = {},
): Promise<Answered> {
  const { key = keys.admin.reveal(), body, etag } = given;
  const response = await fetch(gateway.url + path, {
    method: given.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(etag !== undefined && { 'if-match': `"${etag}"` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? undefined : JSON.parse(text) };
}

/** Milliseconds until something holds; more than three seconds count as never. */
async function until(holds: () => Promise<boolean>): Promise<number> {
  const from = performance.now();
  while (performance.now() - from < 3_000) {
    if (await holds()) return performance.now() - from;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  return Number.POSITIVE_INFINITY;
}

/** Puts another level for what support sees in force, at one of the two. */
async function supportSees(gateway: GatewayProcess, reveal: string): Promise<string> {
  const statements = SEED_POLICY.statements.map((one) => (one.sid === 'SupportSeesMasks' ? { ...one, reveal } : one));
  const at = '/admin/v1/policies/default/versions';
  const made = await call(gateway, at, { body: { document: { ...SEED_POLICY, statements } } });
  const version = `${at}/${made.json.version}`;
  const submitted = await call(gateway, `${version}/submit`, { method: 'POST', etag: made.json.etag });
  const active = await call(gateway, `${version}/activate`, { method: 'POST', etag: submitted.json.etag });
  expect(active.status).toBe(200);
  return made.json.version;
}

async function levelAt(gateway: GatewayProcess, token: string): Promise<string> {
  const { json } = await call(gateway, '/v1/vault/detokenize', {
    key: keys.support.reveal(),
    body: { tokens: [token] },
  });
  return json.items[0].level;
}

describe('two gateway processes', () => {
  it('both refuse a key within a second of its revocation at one of them', async () => {
    const { json } = await call(here, '/admin/v1/api-keys', { body: { principalId: 'support' } });
    const ask = async (gateway: GatewayProcess) =>
      (await call(gateway, '/v1/vault/detokenize', { key: json.key, body: { tokens: ['[EMAIL_0000000000]'] } })).status;
    const status = () => ask(there);
    expect(await status()).toBe(200);
    await call(here, `/admin/v1/api-keys/${json.prefix}`, { method: 'DELETE' });
    expect(await ask(here)).toBe(401);
    expect(await until(async () => (await status()) === 401)).toBeLessThan(1_000);
  });

  it('both decide by a policy within a second of its activation at one of them', async () => {
    const { EMAIL } = inventPerson();
    const body = { items: [{ type: 'EMAIL', value: EMAIL }] };
    const stored = await call(here, '/v1/vault/tokenize', { key: keys.user.reveal(), body });
    const { token } = stored.json.items[0];
    expect(await levelAt(there, token)).toBe('masked');
    await supportSees(here, 'token');
    expect(await levelAt(here, token)).toBe('token');
    expect(await until(async () => (await levelAt(there, token)) === 'token')).toBeLessThan(1_000);
    await supportSees(there, 'masked');
    expect(await until(async () => (await levelAt(here, token)) === 'masked')).toBeLessThan(1_000);
  });

  it('both end a session that was ended at one of them', async () => {
    await test.admin(
      `INSERT INTO principal (tenant_id, id, kind, roles, purposes, collections)
       VALUES ('default', 'ann', 'user', '{admin}', '{*}', '{*}')`,
    );
    const lists = { roles: [], groups: [], purposes: [], collections: [], attributes: {} };
    const session = await new ConsoleSessions(test.database).open({
      principal: { tenantId: 'default', id: 'ann', kind: 'user', ...lists },
      method: 'password',
    });
    const browsers = [here, there].map(({ url }) => {
      const browser = new ConsoleBrowser(url);
      browser.cookies.set(SESSION_COOKIE, session.cookie.reveal());
      browser.csrfToken = session.csrfToken.reveal();
      return browser;
    });
    for (const browser of browsers) expect((await browser.get('/admin/v1/policies')).status).toBe(200);
    await browsers[0]!.send('DELETE', '/admin/v1/session');
    expect((await browsers[1]!.get('/admin/v1/policies')).status).toBe(401);
    // A second administrator would have to approve what comes next.
    await test.admin(`UPDATE principal SET state = 'disabled' WHERE id = 'ann'`);
  });

  it('let a stream end by the policy it began with, which its audit row names, and the next begin by the new one', async () => {
    const [one, two] = [inventPerson(), inventPerson()];
    await upstream.script(
      {
        events: [
          chunk({ role: 'assistant', content: 'First {{EMAIL:0}}, ' }),
          chunk({ content: 'then {{EMAIL}}.' }, 'stop'),
        ],
        gapMs: 1_500,
      },
      { text: 'Again {{EMAIL:0}}.' },
    );
    const hashBefore = (
      await call(there, '/admin/v1/simulate', {
        body: { principal: 'support', action: 'vault:Reveal', resource: { infoType: 'EMAIL' }, context: {} },
      })
    ).json.policyHash;
    const messages = [{ role: 'user', content: `Compare ${one.EMAIL} and ${two.EMAIL}` }];
    const ask = (stream: boolean) =>
      fetch(`${there.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${keys.support.reveal()}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'm', stream, messages }),
      });
    const response = await ask(true);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let streamed = (await reader.read()).value ?? '';
    await supportSees(here, 'redacted');
    for (let next = await reader.read(); !next.done; next = await reader.read()) streamed += next.value;
    const text = [...streamed.matchAll(/"content":"([^"]*)"/g)].map(([, part]) => part).join('');
    expect(text).toMatch(/^First [^[\]@]*@[^[\]]*, then [^[\]@]*@[^[\]]*\.$/);
    expect(text).not.toContain(one.EMAIL);
    expect(await until(async () => /\[REDACTED_EMAIL\]/.test(await (await ask(false)).text()))).toBeLessThan(1_000);
    const requestId = response.headers.get('x-pvg-request-id');
    const rows = await call(here, `/admin/v1/audit?requestId=${requestId}&limit=100`);
    const hashes = rows.json.items.flatMap((event: { decision?: { policyHash: string } }) =>
      event.decision ? [event.decision.policyHash] : [],
    );
    expect(hashes.length).toBeGreaterThan(0);
    expect([...new Set(hashes)]).toEqual([hashBefore]);
  });
});
