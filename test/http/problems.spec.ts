import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inventPerson, spellingsOf } from '../support/invented.js';
import { type Answer, createTestGateway, type TestGateway } from '../support/test-gateway.js';

let t: TestGateway;

beforeAll(async () => {
  t = await createTestGateway();
}, 60_000);

afterAll(() => t.close());

const CHAT = '/v1/chat/completions';
const valid = { model: 'm', messages: [{ role: 'user', content: 'Hello' }] };

function expectProblem(answer: Answer, status: number, code: string): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(answer.json).toMatchObject({ status, code, type: `urn:pvg:problem:${code}` });
  expect(answer.json.requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.headers.get('x-pvg-request-id')).toBe(answer.json.requestId);
}

describe('what cannot be served', () => {
  it.each([
    ['malformed JSON', '{"model":', 400, 'request.malformed'],
    ['an empty body', '', 400, 'request.malformed'],
    [
      'a body nested 10,000 deep',
      `{"model":"m","messages":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
      400,
      'request.too_deep',
    ],
    ['a body without messages', '{"model":"m"}', 400, 'request.invalid'],
    ['a repeated messages field', '{"model":"m","messages":[],"messages":[]}', 400, 'request.invalid'],
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), 400, 'request.malformed'],
  ])('answers %s with a problem', async (_, raw, status, code) => {
    const answer = await t.call(CHAT, { method: 'POST', raw, headers: { 'content-type': 'application/json' } });
    expectProblem(answer, status, code);
  });

  it('answers a 20 MB body with 413', async () => {
    const raw = JSON.stringify({ ...valid, filler: 'x'.repeat(20 * 1024 * 1024) });
    const answer = await t.call(CHAT, { raw }).catch(() => null);
    // The connection may be closed before the client has sent it all.
    if (answer) expectProblem(answer, 413, 'request.too_large');
    expect((await t.call('/healthz', { as: null })).status).toBe(200);
  });

  it.each([
    ['no key', {}, 'identity.missing_credentials'],
    ['a wrong key', { authorization: 'Bearer pvg_00000000_wrong' }, 'identity.invalid_credentials'],
    ['a key that is no key', { authorization: 'Bearer sk-something' }, 'identity.invalid_credentials'],
    ['a foreign scheme', { authorization: 'Basic dXNlcjpwYXNz' }, 'identity.missing_credentials'],
  ])('answers %s with 401', async (_, headers, code) => {
    const answer = await t.call(CHAT, { as: null, body: valid, headers });
    expectProblem(answer, 401, code);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('takes the key where each family of clients puts it', async () => {
    const key = t.keys.user.reveal();
    for (const name of ['x-api-key', 'x-goog-api-key']) {
      expect((await t.call(CHAT, { as: null, body: valid, headers: { [name]: key } })).status).toBe(200);
    }
  });

  it.each([
    ['/v1/messages', { type: 'error', error: { type: 'invalid_request_error', message: expect.any(String) } }],
    ['/v1beta/models/m:generateContent', { error: { code: 400, status: 'INVALID_ARGUMENT' } }],
    ['/v1/models/m:generateContent', { error: { code: 400, status: 'INVALID_ARGUMENT' } }],
    ['/api/chat', { error: expect.stringMatching(/JSON/) }],
    ['/v1/responses', { error: { type: 'invalid_request_error', param: null, code: 'request.malformed' } }],
  ])('answers on %s as its clients read errors, with the problem beside it', async (path, shape) => {
    const answer = await t.call(path, { raw: '{"model":' });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toMatch(/^application\/(problem\+)?json/);
    expect(answer.json).toMatchObject({ ...shape, status: 400, code: 'request.malformed' });
    expect(answer.json.requestId).toBe(answer.headers.get('x-pvg-request-id'));
  });

  it.each(['/v1/unknown', '/v1/chat/completions/extra', '/', '/v1/files'])(
    'answers the unknown route %s with 404',
    async (path) => {
      expectProblem(await t.call(path, { body: valid }), 404, 'route.unknown');
    },
  );

  it('answers another media type with 415', async () => {
    const answer = await t.call(CHAT, { raw: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    expectProblem(answer, 415, 'request.unsupported');
  });

  it('refuses an image it cannot read, and sends nothing', async () => {
    const before = (await t.upstream.captured()).bodies.length;
    const content = [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }];
    const answer = await t.call(CHAT, { body: { ...valid, messages: [{ role: 'user', content }] } });
    expectProblem(answer, 422, 'request.unsupported');
    expect((await t.upstream.captured()).bodies.length).toBe(before);
  });

  it('refuses personal data in a field that may not change, naming field and type but not the value', async () => {
    const { EMAIL } = inventPerson();
    const before = (await t.upstream.captured()).bodies.length;
    const messages = [{ role: 'tool', tool_call_id: EMAIL, content: 'ok' }];
    const answer = await t.call(CHAT, { body: { model: 'm', messages } });
    expectProblem(answer, 422, 'request.pii_in_exempt_field');
    expect(answer.json.pointer).toBe('/messages/0/tool_call_id');
    for (const spelling of spellingsOf(EMAIL)) expect(answer.text).not.toContain(spelling);
    expect((await t.upstream.captured()).bodies.length).toBe(before);
  });

  it('never echoes a wrongly typed value or an unknown field’s name', async () => {
    const { EMAIL } = inventPerson();
    const bodies = [
      { texts: EMAIL },
      { texts: [EMAIL], [EMAIL]: 1 },
      { texts: [{ value: EMAIL }] },
      { texts: ['a'], types: [EMAIL] },
    ];
    for (const body of bodies) {
      const answer = await t.call('/v1/privacy/inspect', { body });
      expectProblem(answer, 400, 'request.invalid');
      for (const spelling of spellingsOf(EMAIL)) expect(answer.text).not.toContain(spelling);
    }
  });

  it('refuses a header that is no id, naming it', async () => {
    const answer = await t.call(CHAT, { body: valid, headers: { 'x-pvg-purpose': '../etc' } });
    expectProblem(answer, 400, 'request.invalid');
    expect(answer.json.detail).toContain('x-pvg-purpose');
  });

  it('answers a collection or purpose that is not granted as one that does not exist: 403', async () => {
    await t.testDatabase.admin('INSERT INTO collection (tenant_id, id, settings) VALUES ($1, $2, $3)', [
      'default',
      'known',
      {},
    ]);
    await t.testDatabase.admin(
      `UPDATE principal SET collections = '{default}', purposes = '{care}' WHERE id = 'support'`,
    );
    const ask = (headers: Record<string, string>) => t.call(CHAT, { as: 'support', body: valid, headers });
    for (let tries = 0; tries < 40 && (await ask({ 'x-pvg-collection': 'known' })).status !== 403; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const known = await ask({ 'x-pvg-collection': 'known' });
    const unknown = await ask({ 'x-pvg-collection': 'unknown' });
    for (const answer of [known, unknown, await ask({ 'x-pvg-purpose': 'marketing' })]) {
      expectProblem(answer, 403, 'policy.denied');
    }
    expect(known.json.detail).toBe(unknown.json.detail);
    expect((await ask({ 'x-pvg-collection': 'default', 'x-pvg-purpose': 'care' })).status).toBe(200);
  });

  it('refuses an action that the role lacks with 403', async () => {
    const answer = await t.call('/v1/privacy/deidentify', { as: 'analyst', body: { texts: ['x'] } });
    expect(answer.status).toBe(200);
    await t.testDatabase.admin(
      `UPDATE policy_version SET document = jsonb_set(document, '{statements}', '[]') WHERE state = 'active'`,
    );
    await t.testDatabase.admin('UPDATE policy_revision SET revision = revision + 1');
    await new Promise((resolve) => setTimeout(resolve, 600));
    expectProblem(
      await t.call('/v1/privacy/deidentify', { as: 'analyst', body: { texts: ['x'] } }),
      403,
      'policy.denied',
    );
    expectProblem(await t.call(CHAT, { body: valid }), 403, 'policy.denied');
  });
});
