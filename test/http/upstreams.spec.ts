import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { upstreamConfig } from '#lib/config';
import { json, type ScriptedServer, startScriptedServer } from '../../libs/upstream/src/testing/scripted-server.js';
import { inventPerson } from '../support/invented.js';
import { createTestGateway, type TestGateway } from '../support/test-gateway.js';

let t: TestGateway;
let inside: ScriptedServer;
let outside: ScriptedServer;

const said = (content: string) =>
  json({ id: 'c', choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] });

beforeAll(async () => {
  [inside, outside] = [await startScriptedServer(said('ok')), await startScriptedServer(said('ok'))];
  const quick = { retries: { countMax: 0 } };
  t = await createTestGateway({
    upstreams: [
      upstreamConfig({ name: 'outside', baseUrl: `${outside.origin}/v1` }),
      upstreamConfig({ name: 'inside', baseUrl: `${inside.origin}/v1`, models: ['house'], trust: 'private', ...quick }),
      upstreamConfig({ name: 'spare', baseUrl: `${outside.origin}/v1`, models: ['house'], priority: 200 }),
      upstreamConfig({
        name: 'drops',
        baseUrl: `${outside.origin}/v1`,
        models: ['blind'],
        media: 'drop',
        preamble: 'Keep tokens.',
      }),
      upstreamConfig({ name: 'mute', baseUrl: `${outside.origin}/v1`, models: ['mute'], preamble: false }),
      upstreamConfig({
        name: 'narrow',
        baseUrl: `${inside.origin}/v1`,
        models: ['narrow'],
        concurrency: { callsMax: 1, queueMax: 0 },
        ...quick,
      }),
      upstreamConfig({ name: 'slow', baseUrl: `${inside.origin}/v1`, models: ['slow'], firstByteTimeoutMs: 80 }),
    ],
  });
}, 60_000);

afterAll(async () => {
  await t.close();
  await Promise.all([inside.close(), outside.close()]);
});

const ask = (model: string, content: unknown, more: object = {}) =>
  t.call('/v1/chat/completions', { body: { model, messages: [{ role: 'user', content }], ...more } });

/** Makes a policy active beside the seed: a draft of one administrator, approved and activated by another. */
async function activate(statements: object[]): Promise<void> {
  const document = { version: '2026-12-01', statements };
  await t.testDatabase.database.withTenant('default', async (client) => {
    const { rows } = await client.query<{ document: { statements: { sid: string }[] } }>(
      `SELECT document FROM policy_version WHERE tenant_id = 'default' AND state = 'active'`,
    );
    const seed = rows[0]!.document;
    const kept = seed.statements.filter(({ sid }) => sid !== 'NoValuesToModels');
    await client.query(`UPDATE policy_version SET document = $1 WHERE tenant_id = 'default' AND state = 'active'`, [
      JSON.stringify({ ...seed, ...{ statements: [...kept, ...document.statements] } }),
    ]);
    await client.query(`SELECT pg_notify('pvg_policy', 'default')`);
  });
}

describe('a private upstream', () => {
  it('reads tokens like any other while no policy says more', async () => {
    const person = inventPerson();
    expect((await ask('house', `Mail ${person.EMAIL}`)).status).toBe(200);
    expect(inside.bodies.at(-1)).toMatch(/Mail \[EMAIL_\w{10}\]/);
    expect(inside.bodies.at(-1)).not.toContain(person.EMAIL);
  });
});

describe('media', () => {
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
  const parts = (text: string) => [{ type: 'text', text }, image];

  it('is refused by default, before anything is sent', async () => {
    const before = outside.bodies.length;
    const refused = await ask('m', parts('See'));
    expect([refused.status, refused.json.code]).toEqual([422, 'request.unsupported']);
    expect(outside.bodies.length).toBe(before);
  });

  it('is dropped where the upstream says so: what is left says that something was', async () => {
    const { EMAIL } = inventPerson();
    expect((await ask('blind', parts(`Mail ${EMAIL}`))).status).toBe(200);
    const [preamble, message] = JSON.parse(outside.bodies.at(-1)!).messages;
    expect(preamble).toEqual({ role: 'system', content: 'Keep tokens.' });
    expect(message.content).toEqual([
      { type: 'text', text: expect.stringMatching(/^Mail \[EMAIL_\w{10}\]$/) },
      { type: 'text', text: '[image removed]' },
    ]);
  });
});

describe('the preamble', () => {
  it('can be turned off for an upstream', async () => {
    await ask('mute', `Mail ${inventPerson().EMAIL}`);
    expect(JSON.parse(outside.bodies.at(-1)!).messages).toHaveLength(1);
  });
});

describe('what an upstream cannot take', () => {
  it('waits for its turn or is refused, and is told so', async () => {
    const held: (() => void)[] = [];
    inside.script((response) => held.push(() => response.end(JSON.stringify({ choices: [] }))));
    const first = ask('narrow', 'One');
    while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const second = await ask('narrow', 'Two');
    expect([second.status, second.json.code]).toEqual([503, 'upstream.busy']);
    held[0]!();
    expect((await first).status).toBe(200);
  });

  it('a late first byte is a 504', async () => {
    inside.script(() => undefined);
    const answer = await ask('slow', 'Hello');
    expect([answer.status, answer.json.code]).toEqual([504, 'upstream.timeout']);
  });

  it('a caller who goes away frees its place', async () => {
    let closed = false;
    inside.script((response) => {
      response.on('close', () => {
        closed = true;
      });
    });
    const abort = new AbortController();
    const call = fetch(`${t.url}/v1/chat/completions`, {
      method: 'POST',
      signal: abort.signal,
      headers: { authorization: `Bearer ${t.keys.user.reveal()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'narrow', messages: [{ role: 'user', content: 'Hi' }] }),
    }).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 300));
    abort.abort();
    await call;
    for (let tries = 0; tries < 100 && !closed; tries += 1) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(closed).toBe(true);
    inside.script(said('free'));
    expect((await ask('narrow', 'Hello')).json.choices[0].message.content).toBe('free');
  });
});

describe('a private upstream that a policy trusts', () => {
  beforeAll(() =>
    activate([
      {
        sid: 'HouseModelReadsMail',
        effect: 'allow',
        principal: { kind: 'model', id: 'upstream:inside' },
        action: ['vault:Reveal'],
        resource: 'pvg:*:*/EMAIL',
        reveal: 'plain',
      },
    ]),
  );

  it('reads what the policy lets it, on record; everything else stays a token, and so it does for the fallback', async () => {
    const person = inventPerson();
    const prompt = `I am ${person.PERSON}, mail ${person.EMAIL}, pay ${person.IBAN}.`;
    inside.script(said('ok'));
    expect((await ask('house', prompt)).status).toBe(200);
    const body = inside.bodies.at(-1)!;
    expect(body).toContain(person.EMAIL);
    expect(body).not.toContain(person.PERSON);
    expect(body).not.toContain(person.IBAN);
    const { items } = (await t.call('/admin/v1/audit?limit=200', { as: 'admin' })).json;
    const decided = items.find((one: { actor: { id: string } }) => one.actor.id === 'upstream:inside');
    expect(decided).toMatchObject({ action: 'vault_token.reveal_decided', actor: { kind: 'model' } });

    inside.script(json({ error: { message: 'down' } }, 500));
    expect((await ask('house', prompt)).status).toBe(200);
    expect(inside.bodies.at(-1)).toContain(person.EMAIL);
    expect(outside.bodies.at(-1)).not.toContain(person.EMAIL);
    expect(outside.bodies.at(-1)).toMatch(/mail \[EMAIL_\w{10}\]/);
  });

  it('what it wrote in plain does not go to a public one with the next turn', async () => {
    const person = inventPerson();
    inside.script((response, body, incoming) => {
      const token = /\[PERSON_\w{10}\]/.exec(body)?.[0];
      said(`${token} has the address ${person.EMAIL}.`)(response, body, incoming);
    });
    const first = { role: 'user', content: `I am ${person.PERSON}, mail ${person.EMAIL}.` };
    const answer = (await t.call('/v1/chat/completions', { body: { model: 'house', messages: [first] } })).json;
    const { message } = answer.choices[0];
    expect(message.content).toBe(`${person.PERSON} has the address ${person.EMAIL}.`);
    outside.script(said('ok'));
    await t.call('/v1/chat/completions', {
      body: { model: 'm', messages: [first, message, { role: 'user', content: 'Thanks' }] },
    });
    expect(outside.bodies.at(-1)).not.toContain(person.EMAIL);
  });
});
