import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createGateway, type Gateway } from '../../../apps/gateway/src/create-gateway.js';
import { CONFIG } from '../../../apps/gateway/src/http/tokens.js';
import { addPrincipal } from '../../support/more-principals.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

const PATH = '/admin/v1/collections/default/detection';
/** Planted: a term of a list is somebody's secret. */
const SECRET = 'Heliotrope Quay';
const TEXT = `The yacht ${SECRET} sails on zq-blue.`;

let t: TestGateway;
let other: Gateway;
let analyzer: Server;
let analyzerAnswers: (text: string) => { status?: number; body: string };

beforeAll(async () => {
  analyzer = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { status = 200, body: answer } = analyzerAnswers(JSON.parse(body).text);
      response.writeHead(status).end(answer);
    });
  });
  await new Promise<void>((resolve) => analyzer.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(analyzer.address() as AddressInfo).port}`;
  t = await createTestGateway({ analyzer: { baseUrl, language: 'en', timeoutMs: 2_000, types: {} } });
  other = await createGateway(t.gateway.app.get(CONFIG));
});

afterAll(async () => {
  await other.app.close();
  await t.close();
  analyzer.closeAllConnections();
  analyzer.close();
});

afterEach(async () => {
  if ((await read()).etag !== '0') await put({});
});

const read = async () => (await t.call(PATH, { as: 'admin' })).json;

async function put(settings: object) {
  const { etag } = await read();
  const headers = { 'if-match': `"${etag}"` };
  return t.call(PATH, { as: 'admin', method: 'PUT', body: settings, headers });
}

async function sent(text = TEXT, headers: Record<string, string> = {}): Promise<string> {
  const before = (await t.upstream.captured()).bodies.length;
  const body = { model: 'm', messages: [{ role: 'user', content: text }] };
  const answer = await t.call('/v1/chat/completions', { body, headers });
  expect(answer.status).toBe(200);
  return (await t.upstream.captured()).bodies.slice(before).join('\n');
}

describe('detection settings of a collection', () => {
  it('decide what leaves with the next request: what a deny list or a pattern names does not', async () => {
    expect(await sent()).toContain('zq-blue');
    const deny = [{ text: SECRET, type: 'VESSEL' }];
    expect((await put({ deny, recognizers: [{ name: 'shelf', type: 'SHELF', pattern: 'zq-[a-z]+' }] })).status).toBe(
      200,
    );
    const body = await sent();
    expect(body).not.toContain('zq-blue');
    expect(body).not.toContain('Heliotrope');
    expect(body).toMatch(/\[VESSEL_\w{10}\] sails on \[SHELF_\w{10}\]/);
  });

  it('let pass what an allow list names and what is switched off', async () => {
    expect(await sent('Mail press@example.org')).not.toContain('press@example.org');
    await put({ allow: [{ text: 'press@example.org' }] });
    expect(await sent('Mail press@example.org')).toContain('press@example.org');
    await put({ excludeTypes: ['EMAIL'] });
    expect(await sent('Mail someone@example.org')).toContain('someone@example.org');
  });

  it('hold in another process within a second', async () => {
    const inspect = async () => {
      const response = await fetch(`${other.url}/v1/privacy/inspect`, {
        method: 'POST',
        headers: { authorization: `Bearer ${t.keys.user.reveal()}`, 'content-type': 'application/json' },
        body: JSON.stringify({ texts: ['shelf zq-blue'] }),
      });
      return JSON.stringify(await response.json());
    };
    expect(await inspect()).not.toContain('SHELF');
    await put({ recognizers: [{ name: 'shelf', type: 'SHELF', pattern: 'zq-[a-z]+' }] });
    const changedAt = performance.now();
    while (!(await inspect()).includes('SHELF')) expect(performance.now() - changedAt).toBeLessThan(1_000);
  });

  it('are stored sealed, and audited by counts and names of recognizers alone', async () => {
    const dictionary = [SECRET];
    await put({ deny: [{ text: SECRET }], recognizers: [{ name: 'boats', type: 'VESSEL', dictionary }] });
    const rows = await t.testDatabase.admin<{ sealed: string }>('SELECT sealed FROM detection_profile');
    expect(JSON.stringify(rows)).not.toContain('Heliotrope');
    const events = await t.testDatabase.admin("SELECT * FROM audit_event WHERE action = 'detection.changed'");
    expect(JSON.stringify(events)).toContain('boats');
    expect(JSON.stringify(events)).not.toContain('Heliotrope');
    expect((await read()).settings.deny).toEqual([{ text: SECRET }]);
  });

  it('are changed only by who has read them: 428 without If-Match, 412 with an old one', async () => {
    expect((await t.call(PATH, { as: 'admin', method: 'PUT', body: {} })).status).toBe(428);
    await put({ profile: 'strict' });
    const old = { 'if-match': '"0"' };
    const answer = await t.call(PATH, { as: 'admin', method: 'PUT', body: {}, headers: old });
    expect([answer.status, (await read()).settings]).toEqual([412, { profile: 'strict' }]);
  });

  it('of two who change at once, one wins and the other is told', async () => {
    const { etag } = await read();
    const headers = { 'if-match': `"${etag}"` };
    const answers = await Promise.all(
      [0.4, 0.6, 0.7, 0.8].map((threshold) =>
        t.call(PATH, { as: 'admin', method: 'PUT', body: { threshold }, headers }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  });

  it.each<[string, object, string]>([
    ['a pattern that is not RE2', { recognizers: [{ name: 'a', type: 'A', pattern: '(x)\\1' }] }, '/recognizers/0'],
    [
      'a pattern that matches nothing at all',
      { recognizers: [{ name: 'a', type: 'A', pattern: 'x*' }] },
      '/recognizers/0',
    ],
    ['a recognizer of neither pattern nor dictionary', { recognizers: [{ name: 'a', type: 'A' }] }, '/recognizers/0'],
    ['a threshold above one', { thresholds: { EMAIL: 2 } }, '/thresholds/EMAIL'],
    ['an info type that is none', { types: ['e-mail'] }, '/types/0'],
    ['a setting that is none', { tresholds: {} }, ''],
    ['too many terms', { deny: Array.from({ length: 10_001 }, (_, at) => ({ text: `t${at}` })) }, '/deny'],
  ])('are refused with %s, naming the place, and stay as they were', async (_, settings, pointer) => {
    const before = await read();
    const answer = await put(settings);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(pointer);
    expect(await read()).toEqual(before);
  });

  it('are for who may configure, and exist only for who has the collection', async () => {
    expect((await t.call(PATH, { as: 'support' })).status).toBe(403);
    expect((await t.call('/admin/v1/collections/none/detection', { as: 'admin' })).status).toBe(404);
    const headers = await addPrincipal(t, { id: 'elsewhere', roles: ['admin'], collections: ['other'] });
    const answers = await Promise.all(
      ['default', 'none'].map((id) => t.call(`/admin/v1/collections/${id}/detection`, { as: null, headers })),
    );
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  });

  it('can be tried without being stored', async () => {
    const settings = { deny: [{ text: SECRET, type: 'VESSEL' }] };
    const answer = await t.call(`${PATH}/try`, { as: 'admin', body: { texts: [TEXT], settings } });
    const [{ findings }] = answer.json.results;
    expect(findings).toContainEqual(expect.objectContaining({ type: 'VESSEL', recognizer: 'deny-list', score: 1 }));
    expect(await sent()).not.toContain('VESSEL');
  });

  it('stop a request when they cannot be unsealed', async () => {
    await put({ profile: 'strict' });
    await t.testDatabase.admin("UPDATE detection_profile SET sealed = replace(sealed, '.', '.A')");
    await t.testDatabase.admin("SELECT pg_notify('pvg_detection', 'default')");
    const before = (await t.upstream.captured()).bodies.length;
    const body = { model: 'm', messages: [{ role: 'user', content: TEXT }] };
    let answer = await t.call('/v1/chat/completions', { body });
    for (let tries = 0; answer.status === 200 && tries < 20; tries += 1)
      answer = await t.call('/v1/chat/completions', { body });
    expect(answer.status).toBeGreaterThanOrEqual(500);
    await t.testDatabase.admin('DELETE FROM detection_profile');
    await t.testDatabase.admin("SELECT pg_notify('pvg_detection', 'default')");
    expect((await t.upstream.captured()).bodies.length - before).toBeLessThan(20);
  });
});

describe('detection settings of a request', () => {
  const body = { texts: [TEXT], detection: { deny: [{ text: SECRET, type: 'VESSEL' }] } };

  it('hold for inspect and deidentify, over those of the collection', async () => {
    await put({ recognizers: [{ name: 'shelf', type: 'SHELF', pattern: 'zq-[a-z]+' }] });
    const inspected = await t.call('/v1/privacy/inspect', { body });
    const types = inspected.json.results[0].findings.map(({ type }: { type: string }) => type);
    expect(types).toEqual(expect.arrayContaining(['VESSEL', 'SHELF']));
    const { texts } = (await t.call('/v1/privacy/deidentify', { body })).json;
    expect(texts[0]).toMatch(/\[VESSEL_\w{10}\] sails on \[SHELF_\w{10}\]/);
  });

  it('name the place of what is wrong with them', async () => {
    const detection = { recognizers: [{ name: 'a', type: 'A', pattern: '(' }] };
    const answer = await t.call('/v1/privacy/inspect', { body: { texts: ['x'], detection } });
    expect([answer.status, answer.text.includes('/detection/recognizers/0')]).toEqual([400, true]);
  });

  it('towards a model can only ask for more', async () => {
    const body = { model: 'm', messages: [{ role: 'user', content: 'x' }] };
    const answer = await t.call('/v1/chat/completions', { body, headers: { 'x-pvg-detection': 'off' } });
    expect(answer.status).toBe(400);
    await put({ thresholds: { EMAIL: 0.2 } });
    expect(await sent('Mail someone@example.org', { 'x-pvg-detection': 'strict' })).not.toContain(
      'someone@example.org',
    );
  });
});

describe('the analyzer of the operator', () => {
  it('is asked by collections that want it; what it finds does not leave', async () => {
    analyzerAnswers = (text) => {
      const start = text.indexOf(SECRET);
      const found = [{ entity_type: 'VESSEL', start, end: start + SECRET.length, score: 0.9 }];
      return { body: JSON.stringify(start < 0 ? [] : found) };
    };
    expect(await sent()).toContain('zq-blue');
    await put({ analyzer: true });
    expect(await sent()).toMatch(/\[VESSEL_\w{10}\] sails/);
  });

  it('stops the request when it does not answer', async () => {
    await put({ analyzer: true });
    analyzerAnswers = () => ({ status: 500, body: `{"error":"${SECRET}"}` });
    const before = (await t.upstream.captured()).bodies.length;
    const body = { model: 'm', messages: [{ role: 'user', content: `Again: ${TEXT}` }] };
    const answer = await t.call('/v1/chat/completions', { body });
    expect([answer.status, answer.text.includes('Heliotrope')]).toEqual([503, false]);
    expect((await t.upstream.captured()).bodies.length).toBe(before);
  });
});
