import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inventPerson } from '../../support/invented.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

let t: TestGateway;

beforeAll(async () => {
  t = await createTestGateway();
}, 120_000);

afterAll(() => t.close());

const ask = (path: string, body?: unknown) => t.call(path, { as: 'admin', ...(body !== undefined && { body }) });

async function draftWithoutMasks(): Promise<{ policyId: string; version: number }> {
  const { json } = await ask('/admin/v1/policies/default/versions/1');
  const { document } = json;
  const statements = document.statements.map((one: { sid: string }) =>
    one.sid === 'SupportSeesMasks' ? { ...one, reveal: 'plain' } : one,
  );
  const made = await ask('/admin/v1/policies/default/versions', { document: { ...document, statements } });
  return { policyId: 'default', version: made.json.version };
}

describe('POST /admin/v1/simulate', () => {
  it('explains the decision that is enforced, for a known principal and for one made up', async () => {
    const rest = { action: 'vault:Reveal', resource: { collection: 'default', infoType: 'EMAIL' }, context: {} };
    const made = await ask('/admin/v1/simulate', { principal: { roles: ['support'] }, ...rest });
    expect(made.status).toBe(200);
    expect(made.json).toMatchObject({
      allowed: true,
      level: 'masked',
      decidedBy: ['SupportSeesMasks'],
      complete: true,
    });
    const known = await ask('/admin/v1/simulate', { principal: 'support', ...rest });
    expect(known.json).toMatchObject({ level: 'masked', policyHash: made.json.policyHash });
    const unknown = await ask('/admin/v1/simulate', { principal: 'nobody', ...rest });
    expect([unknown.status, unknown.json.code]).toEqual([404, 'resource.not_found']);
  });

  it('asks a draft without putting it in force', async () => {
    const policy = await draftWithoutMasks();
    const rest = { principal: 'support', action: 'vault:Reveal', resource: { infoType: 'EMAIL' }, context: {} };
    expect((await ask('/admin/v1/simulate', { ...rest, policy })).json.level).toBe('plain');
    expect((await ask('/admin/v1/simulate', rest)).json.level).toBe('masked');
  });

  it('refuses unknown actions and fields, naming the field and never the value', async () => {
    const { EMAIL } = inventPerson();
    const answer = await ask('/admin/v1/simulate', {
      principal: { roles: [] },
      action: EMAIL,
      resource: {},
      context: {},
    });
    expect([answer.status, answer.json.pointer]).toEqual([400, '/action']);
    expect(answer.text).not.toContain(EMAIL);
  });
});

describe('GET /admin/v1/matrix', () => {
  it('shows every role against the types asked for, as the evaluator decides', async () => {
    const { status, json } = await ask('/admin/v1/matrix?types=EMAIL,IBAN');
    expect(status).toBe(200);
    expect(json.types).toEqual(['EMAIL', 'IBAN']);
    const levels = Object.fromEntries(
      json.rows.map((row: { subject: { name: string }; cells: { level: string }[] }) => [
        row.subject.name,
        row.cells.map(({ level }) => level),
      ]),
    );
    expect(levels).toMatchObject({ support: ['masked', 'token'], analyst: ['token', 'token'] });
    const user = json.rows.find((row: { subject: { name: string } }) => row.subject.name === 'user');
    expect(user.cells[0]).toMatchObject({ levelMax: 'plain', conditional: true });
  });

  it('takes a version only with its policy', async () => {
    expect((await ask('/admin/v1/matrix?version=1')).status).toBe(400);
  });
});

describe('POST /admin/v1/replay', () => {
  it('tells what a draft would newly show of what was really asked', async () => {
    const people = Array.from({ length: 3 }, inventPerson);
    const items = people.map(({ EMAIL }) => ({ type: 'EMAIL', value: EMAIL }));
    const stored = await t.call('/v1/vault/tokenize', { body: { items } });
    const tokens = stored.json.items.map((item: { token: string }) => item.token);
    await t.call('/v1/vault/detokenize', { as: 'support', body: { tokens } });
    const { status, json } = await ask('/admin/v1/replay', { policy: await draftWithoutMasks() });
    expect(status).toBe(200);
    expect(json.newlyVisible).toEqual([
      { action: 'vault:Reveal', role: 'support', infoType: 'EMAIL', before: 'masked', after: 'plain', count: 3 },
    ]);
    expect(json.newlyHidden).toEqual([]);
  });
});

describe('the ceiling of a collection', () => {
  it('is what simulator, matrix and replay tell and the seam enforces', async () => {
    const put = (body: unknown) =>
      t.call('/admin/v1/collections/capped', { as: 'admin', method: 'PUT', body, headers: { 'if-none-match': '*' } });
    expect((await put({ types: { EMAIL: { ceiling: 'redacted' } } })).status).toBe(200);
    const resource = { collection: 'capped', infoType: 'EMAIL' };
    const rest = { principal: { roles: ['support'] }, action: 'vault:Reveal', context: {} };
    const asked = await ask('/admin/v1/simulate', { ...rest, resource });
    expect(asked.json).toMatchObject({
      level: 'redacted',
      decidedBy: ['SupportSeesMasks', 'pvg:CollectionCeiling'],
      outcomes: { most: { level: 'redacted' } },
    });
    const phone = await ask('/admin/v1/simulate', { ...rest, resource: { ...resource, infoType: 'PHONE' } });
    expect(phone.json.level).toBe('masked');
    const { json } = await ask('/admin/v1/matrix?collection=capped&roles=support&types=EMAIL');
    expect(json.rows[0].cells[0]).toMatchObject({ level: 'redacted', levelMax: 'redacted', conditional: false });

    const items = [{ type: 'EMAIL', value: inventPerson().EMAIL }];
    const stored = await t.call('/v1/vault/tokenize', { body: { items, collection: 'capped' } });
    const tokens = stored.json.items.map(({ token }: { token: string }) => token);
    const enforced = await t.call('/v1/vault/detokenize', { as: 'support', body: { tokens } });
    expect(enforced.json.items).toEqual([expect.objectContaining({ level: 'redacted' })]);
    const policy = await draftWithoutMasks();
    const replay = await ask('/admin/v1/replay', { policy, last: 1 });
    expect(replay.json).toMatchObject({ decisionCount: 1, unchangedCount: 1, newlyVisible: [] });
  });
});
