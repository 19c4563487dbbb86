import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { upstreamConfig } from '#lib/config';
import { json, type ScriptedServer, startScriptedServer } from '../../../libs/upstream/src/testing/scripted-server.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

let t: TestGateway;
let model: ScriptedServer;
let other: ScriptedServer;
let operators: ScriptedServer;
let fallen: ScriptedServer;

const KEY = 'sesame-upstream-key';
const completion = (content: string) => ({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
});
const models = json({ object: 'list', data: [{ id: 'own', object: 'model' }] });

beforeAll(async () => {
  [model, other, operators, fallen] = (await Promise.all([1, 2, 3, 4].map(() => startScriptedServer()))) as [
    ScriptedServer,
    ScriptedServer,
    ScriptedServer,
    ScriptedServer,
  ];
  operators.script(json(completion('from the operator')));
  const house = { baseUrl: `${operators.origin}/v1`, apiKey: KEY };
  const upstreams = [
    upstreamConfig({ name: 'house', ...house }),
    upstreamConfig({ name: 'spare', models: ['pair'], ...house }),
    upstreamConfig({
      name: 'fallen',
      baseUrl: `${fallen.origin}/v1`,
      models: ['pair'],
      priority: 1,
      circuit: { failureCount: 2 },
    }),
  ];
  t = await createTestGateway({ upstreams, upstreamOrigins: [model.origin, other.origin] });
}, 60_000);

afterAll(async () => {
  await t.close();
  await Promise.all([model, other, operators, fallen].map((server) => server.close()));
});

const create = (settings: object, credential?: string) =>
  t.call('/admin/v1/upstreams', { as: 'admin', body: { settings, ...(credential && { credential }) } });
const at = (server: ScriptedServer, name: string, change: object = {}) => ({
  name,
  baseUrl: `${server.origin}/v1`,
  models: [name],
  retries: { backoffMs: 1 },
  ...change,
});
const ask = (name: string) =>
  t.call('/v1/chat/completions', { body: { model: name, messages: [{ role: 'user', content: 'Hello' }] } });

describe('/admin/v1/upstreams', () => {
  it('sets up an upstream that serves at once, with a credential that nothing ever shows', async () => {
    model.script(json(completion('from its own')));
    const made = await create(at(model, 'own'), KEY);
    expect([made.status, made.json]).toEqual([
      201,
      expect.objectContaining({ name: 'own', source: 'tenant', credential: 'set' }),
    ]);
    expect((await ask('own')).json.choices[0].message.content).toBe('from its own');
    expect(model.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect((await ask('another')).json.choices[0].message.content).toBe('from the operator');
    const answers = await Promise.all([
      t.call('/admin/v1/upstreams', { as: 'admin' }),
      t.call('/admin/v1/upstreams/own', { as: 'admin' }),
      t.call('/admin/v1/upstreams/house', { as: 'admin' }),
      t.call('/admin/v1/audit?limit=200', { as: 'admin' }),
    ]);
    for (const answer of [made, ...answers]) expect(answer.text).not.toContain('sesame');
    expect(answers[0]!.json.items.map(({ name, source }: { name: string; source: string }) => [name, source])).toEqual([
      ['fallen', 'configuration'],
      ['house', 'configuration'],
      ['own', 'tenant'],
      ['spare', 'configuration'],
    ]);
    expect(answers[1]!.json.health).toMatchObject({ state: 'up', callsInFlight: 0 });
  });

  it('changes only what was read, and takes the credential away from one that moves', async () => {
    const made = await create(at(model, 'moving'), KEY);
    const change = (settings: object, etag?: string) =>
      t.call('/admin/v1/upstreams/moving', {
        as: 'admin',
        method: 'PUT',
        body: { settings },
        ...(etag && { headers: { 'if-match': `"${etag}"` } }),
      });
    expect((await change(at(model, 'moving'))).status).toBe(428);
    expect((await change(at(model, 'moving'), '0')).status).toBe(412);
    expect((await change(at(model, 'renamed'), made.json.etag)).json.pointer).toBe('/settings/name');
    const moved = await change(at(other, 'moving'), made.json.etag);
    expect([moved.status, moved.json.credential, moved.headers.get('etag')]).toEqual([
      200,
      'none',
      `"${moved.json.etag}"`,
    ]);
    other.script(json(completion('elsewhere')));
    expect((await ask('moving')).json.choices[0].message.content).toBe('elsewhere');
    expect(other.requests.at(-1)?.headers.authorization).toBeUndefined();
  });

  it('rotates and removes the credential', async () => {
    await create(at(model, 'rotating'), KEY);
    model.script(json(completion('x')));
    const rotate = (credential: string | null) =>
      t.call('/admin/v1/upstreams/rotating/credential', { as: 'admin', method: 'PUT', body: { credential } });
    expect((await rotate('next-key')).json.credential).toBe('set');
    await ask('rotating');
    expect(model.requests.at(-1)?.headers.authorization).toBe('Bearer next-key');
    expect((await rotate(null)).json.credential).toBe('none');
    await ask('rotating');
    expect(model.requests.at(-1)?.headers.authorization).toBeUndefined();
    const refused = await rotate('two words\r\nx-evil: 1');
    expect([refused.status, refused.text.includes('evil')]).toEqual([400, false]);
  });

  it('tests a connection and tells nothing of what was answered', async () => {
    await create(at(model, 'tested'));
    const test = () => t.call('/admin/v1/upstreams/tested/test', { as: 'admin', method: 'POST' });
    model.script(models);
    expect((await test()).json).toMatchObject({ ok: true, status: 200, code: null });
    expect(model.requests.at(-1)).toMatchObject({ method: 'GET', url: '/v1/models' });
    model.script(json({ secret: 'inner-network' }, 403));
    const refused = await test();
    expect(refused.json).toMatchObject({ ok: false, status: 403 });
    expect(refused.text).not.toContain('inner');
    model.script((response) => response.destroy());
    expect((await test()).json).toMatchObject({ ok: false, status: null, code: 'upstream.unavailable' });
  });

  it('deletes: the model is then nobody’s', async () => {
    const { etag } = (await create(at(model, 'leaving'))).json;
    model.script(json(completion('still here')));
    expect((await ask('leaving')).text).toContain('still here');
    const gone = await t.call('/admin/v1/upstreams/leaving', {
      as: 'admin',
      method: 'DELETE',
      headers: { 'if-match': `"${etag}"` },
    });
    expect(gone.status).toBe(204);
    expect((await ask('leaving')).text).toContain('from the operator');
    expect((await t.call('/admin/v1/upstreams/leaving', { as: 'admin' })).status).toBe(404);
  });

  it.each([
    'http://models.example/v1',
    'http://127.0.0.1:1/v1',
    'https://10.0.0.1/v1',
    'https://169.254.169.254/latest',
    'https://[::1]/v1',
  ])('does not let a tenant reach %s through the gateway', async (baseUrl) => {
    const refused = await create({ name: 'inside', baseUrl });
    expect([refused.status, refused.json.pointer]).toEqual([400, '/settings/baseUrl']);
  });

  it('does not let a tenant reach where only the operator’s upstreams go', async () => {
    const refused = await create({ name: 'house-too', baseUrl: `${operators.origin}/v1` });
    expect(refused.status).toBe(400);
  });

  it('leaves the operator’s alone', async () => {
    expect((await create(at(model, 'house'))).status).toBe(409);
    const changed = await t.call('/admin/v1/upstreams/house/credential', {
      as: 'admin',
      method: 'PUT',
      body: { credential: 'x' },
    });
    expect(changed.status).toBe(409);
  });

  it('names no setting’s value in what it refuses', async () => {
    const refused = await create({ name: 'sesame bad name', baseUrl: 'https://user:sesame@x.example' });
    expect([refused.status, refused.text.includes('sesame')]).toEqual([400, false]);
    expect((await create({ name: 'text', baseUrl: 'https://x.example', api: 'completions' })).status).toBe(400);
  });

  it('is for administrators', async () => {
    for (const as of ['user', 'support', 'analyst'] as const) {
      expect((await t.call('/admin/v1/upstreams', { as })).status).toBe(403);
      expect((await t.call('/admin/v1/upstreams', { as, body: { settings: at(model, 'mine') } })).status).toBe(403);
    }
  });

  it('records each change, without the credential', async () => {
    const { json: page } = await t.call('/admin/v1/audit?limit=200', { as: 'admin' });
    const actions = page.items.map(({ action }: { action: string }) => action);
    for (const action of ['created', 'changed', 'credential_set', 'tested', 'deleted']) {
      expect(actions).toContain(`upstream.${action}`);
    }
  });
});

describe('calls through upstreams of the configuration', () => {
  it('fall back in order with the same tokens and leave one that fails alone; /readyz counts it', async () => {
    fallen.script(json({ error: { message: 'boom' } }, 500));
    const say = (index: number) =>
      t.call('/v1/chat/completions', {
        body: { model: 'pair', messages: [{ role: 'user', content: `Mail ana.fallback@example.com, ${index}` }] },
      });
    for (const index of [1, 2, 3]) {
      const answer = await say(index);
      expect([answer.status, answer.json.choices[0].message.content]).toEqual([200, 'from the operator']);
    }
    expect(fallen.bodies).toHaveLength(2);
    expect(fallen.bodies[1]).toBe(operators.bodies.at(-2));
    expect([...fallen.bodies, ...operators.bodies].join()).not.toContain('ana.fallback@example.com');
    expect((await t.call('/readyz', { as: null })).json).toEqual({
      status: 'ok',
      upstreams: { configured: 3, down: 1 },
    });
    expect((await t.call('/admin/v1/upstreams/fallen', { as: 'admin' })).json.health).toMatchObject({
      state: 'down',
      lastFailure: 'status 500',
    });
  });

  it('tell the caller when to come back, and echo no prompt that an upstream throws back', async () => {
    operators.script((response, body) => {
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '3600' });
      response.end(JSON.stringify({ error: { message: `too many: ${body}` } }));
    });
    const body = { model: 'other', messages: [{ role: 'user', content: 'Mail ana.echo@example.com' }] };
    const answer = await t.call('/v1/chat/completions', { as: 'analyst', body });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '3600']);
    expect(answer.text).not.toContain('ana.echo@example.com');
    operators.script(json(completion('from the operator')));
  });
});
