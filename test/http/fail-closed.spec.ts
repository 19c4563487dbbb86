import { afterEach, describe, expect, it } from '@jest/globals';
import { Detector } from '#lib/detection';
import { inventPerson, promptOf, spellingsOf } from '../support/invented.js';
import { createTestGateway, type TestGateway } from '../support/test-gateway.js';

let t: TestGateway;

afterEach(() => t.close());

const ROUTES = (text: string) => [
  { path: '/v1/chat/completions', body: { model: 'm', messages: [{ role: 'user', content: text }] } },
  { path: '/v1/privacy/deidentify', body: { texts: [text] } },
];

/** Each route answers 503 with a problem that quotes nothing, and the upstream gets nothing. */
async function expectNothingLeaves(code: string | RegExp, routes = ROUTES): Promise<void> {
  const person = inventPerson();
  const before = (await t.upstream.captured()).bodies.length;
  for (const { path, body } of routes(promptOf(person))) {
    const answer = await t.call(path, { body });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.json.code).toMatch(code);
    for (const value of Object.values(person))
      for (const form of spellingsOf(value)) expect(answer.text).not.toContain(form);
  }
  expect((await t.upstream.captured()).bodies.length).toBe(before);
}

async function expectServes(): Promise<void> {
  const { EMAIL } = inventPerson();
  for (const { path, body } of ROUTES(`Mail ${EMAIL}`)) expect((await t.call(path, { body })).status).toBe(200);
}

describe('when something cannot answer, nothing leaves and nothing is revealed', () => {
  it('detection throws', async () => {
    t = await createTestGateway();
    const detector = t.gateway.app.get(Detector);
    const findAll = detector.findAll;
    detector.findAll = () => {
      throw new Error('a recognizer failed');
    };
    await expectNothingLeaves('detection.failed');
    detector.findAll = findAll;
    await expectServes();
  }, 60_000);

  it('the database is down', async () => {
    t = await createTestGateway();
    await expectServes();
    const name = new URL(t.testDatabase.url).pathname.slice(1);
    // From another database, since this one is about to refuse everybody.
    await t.testDatabase.admin(`ALTER DATABASE ${name} CONNECTION LIMIT 0`);
    await t.testDatabase.admin(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name = 'pvg'`,
      [name],
    );
    await new Promise((resolve) => setTimeout(resolve, 700));
    await expectNothingLeaves(/^(policy|database|vault|audit)\.unavailable$/);
    expect((await t.call('/readyz', { as: null })).status).toBe(503);
    expect((await t.call('/healthz', { as: null })).status).toBe(200);
    await t.testDatabase.admin(`ALTER DATABASE ${name} CONNECTION LIMIT -1`);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await expectServes();
  }, 60_000);

  it('the audit log cannot be written', async () => {
    t = await createTestGateway();
    await expectServes();
    const { EMAIL } = inventPerson();
    const items = [
      { type: 'EMAIL', value: EMAIL },
      { type: 'EMAIL', value: `other-${EMAIL}`, subject: 's-1' },
    ];
    const stored = await t.call('/v1/vault/tokenize', { body: { items } });
    const { token } = stored.json.items[0];
    await t.testDatabase.admin('ALTER TABLE audit_event ADD CONSTRAINT nothing_more CHECK (sequence < 0) NOT VALID');
    await expectNothingLeaves('audit.unavailable', (text) => [
      ...ROUTES(text),
      { path: '/v1/vault/detokenize', body: { tokens: [token] } as never },
      { path: '/v1/privacy/reidentify', body: { texts: [token] } as never },
    ]);
    const masked = () => t.call('/v1/vault/detokenize', { as: 'support', body: { tokens: [token] } });
    expect((await masked()).status).toBe(503);
    const state = () =>
      t.testDatabase.admin(
        `SELECT (SELECT count(*) FROM vault_value WHERE ciphertext IS NOT NULL) AS values,
                (SELECT array_agg(version) FROM tenant_kek) AS keks, (SELECT count(*) FROM key_rotation) AS rotations`,
      );
    const before = await state();
    for (const [path, body] of [
      ['/admin/v1/keys/rotate', { kind: 'kek' }],
      ['/admin/v1/keys/rotate', { kind: 'data' }],
      ['/v1/subjects/s-1/erase', { confirm: 's-1' }],
    ] as const) {
      const refused = await t.call(path, { as: 'admin', body });
      expect([refused.status, refused.json.code]).toEqual([503, 'audit.unavailable']);
    }
    expect(await state()).toEqual(before);
    await t.testDatabase.admin('ALTER TABLE audit_event DROP CONSTRAINT nothing_more');
    expect((await masked()).json.items[0]).toMatchObject({ level: 'masked' });
    expect((await t.call('/v1/subjects/s-1/erase', { as: 'admin', body: { confirm: 's-1' } })).status).toBe(200);
    await expectServes();
  }, 60_000);

  it('the vault fails half way through a request', async () => {
    t = await createTestGateway();
    await t.testDatabase.admin('ALTER TABLE vault_value ADD CONSTRAINT full_up CHECK (false) NOT VALID');
    const person = inventPerson();
    const before = (await t.upstream.captured()).bodies.length;
    const answer = await t.call('/v1/chat/completions', {
      body: { model: 'm', messages: [{ role: 'user', content: promptOf(person) }] },
    });
    expect(answer.status).toBeGreaterThanOrEqual(500);
    for (const value of Object.values(person))
      for (const form of spellingsOf(value)) expect(answer.text).not.toContain(form);
    expect((await t.upstream.captured()).bodies.length).toBe(before);
  }, 60_000);
});
