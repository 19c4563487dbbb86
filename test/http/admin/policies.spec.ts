import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addPrincipal } from '../../support/more-principals.js';
import { type Answer, createTestGateway, type TestGateway } from '../../support/test-gateway.js';

let t: TestGateway;
let reviewer: Record<string, string>;

beforeAll(async () => {
  t = await createTestGateway();
  reviewer = await addPrincipal(t, { id: 'reviewer', roles: ['admin'] });
}, 120_000);

afterAll(() => t.close());

const POLICIES = '/admin/v1/policies';
const get = (path: string) => t.call(path, { as: 'admin' });
const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  t.call(path, { as: 'admin', method, headers, ...(body !== undefined && { body }) });
const asReviewer = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  t.call(path, { as: null, method, headers: { ...reviewer, ...headers }, ...(body !== undefined && { body }) });

const documentOf = (sid: string, role = 'support') => ({
  version: '2026-12-01',
  statements: [{ sid, effect: 'allow', principal: { role }, action: ['vault:Join'], resource: '*' }],
});

async function draft(policyId: string, document: unknown): Promise<Answer> {
  const made = await send('POST', `${POLICIES}/${policyId}/versions`, { document });
  expect(made.status).toBe(201);
  return made;
}

async function step(policyId: string, made: Answer, verb: string, by = send, body?: unknown): Promise<Answer> {
  const at = `${POLICIES}/${policyId}/versions/${made.json.version}/${verb}`;
  return by('POST', at, body, { 'if-match': made.headers.get('etag')! });
}

async function actions(): Promise<string[]> {
  const rows = await t.testDatabase.admin<{ action: string }>('SELECT action FROM audit_event ORDER BY sequence');
  return rows.map(({ action }) => action);
}

describe('policies', () => {
  it('lists each policy with its active version, and its versions without documents', async () => {
    const { status, json } = await get(POLICIES);
    expect(status).toBe(200);
    expect(json.items).toEqual([expect.objectContaining({ id: 'default', open: [] })]);
    expect(json.items[0].active).toMatchObject({ version: 1, state: 'active' });
    const versions = await get(`${POLICIES}/default/versions`);
    expect(versions.json.items[0]).not.toHaveProperty('document');
    const one = await get(`${POLICIES}/default/versions/1`);
    expect(one.json.document.statements.length).toBeGreaterThan(3);
    expect(one.headers.get('etag')).toBe(`"${one.json.etag}"`);
  });

  it('saves a draft only with If-Match, and only over what was read', async () => {
    const made = await draft('saving', documentOf('One'));
    const at = `${POLICIES}/saving/versions/1`;
    const change = { document: documentOf('Two') };
    expect((await send('PUT', at, change)).status).toBe(428);
    const saved = await send('PUT', at, change, { 'if-match': made.headers.get('etag')! });
    expect(saved.status).toBe(200);
    expect(saved.json.document.statements[0].sid).toBe('Two');
    const late = await send('PUT', at, change, { 'if-match': made.headers.get('etag')! });
    expect([late.status, late.json.code]).toEqual([412, 'precondition.failed']);
    expect((await send('PUT', at, change, { 'if-match': '*' })).status).toBe(400);
    expect((await get(at)).json.document.statements[0].sid).toBe('Two');
  });

  it('names place, fault and remedy of a document that it refuses, and stores nothing', async () => {
    const document = {
      version: '2026-12-01',
      statements: [{ ...documentOf('X').statements[0], action: ['vault:Jion'] }],
    };
    const refused = await send('POST', `${POLICIES}/faulty/versions`, { document });
    expect([refused.status, refused.json.code]).toEqual([422, 'policy.invalid']);
    expect(refused.json.pointer).toBe('/statements/0/action/0');
    expect((await get(`${POLICIES}/faulty/versions/1`)).status).toBe(404);
    const linted = await send('POST', `${POLICIES}/lint`, { document });
    expect(linted.json).toMatchObject({ valid: false, issues: [{ pointer: '/statements/0/action/0' }] });
    const doubtful = await send('POST', `${POLICIES}/lint`, {
      document: {
        version: '2026-12-01',
        statements: [
          { sid: 'All', effect: 'allow', principal: '*', action: ['vault:Reveal'], resource: '*', reveal: 'plain' },
        ],
      },
    });
    expect(doubtful.json.valid).toBe(true);
    expect(doubtful.json.findings.map(({ code }: { code: string }) => code)).toContain('reveal.everyone_sees_plain');
  });

  it('lets nobody approve his own version, nor activate one that another could approve', async () => {
    const made = await draft('reviewed', documentOf('Reviewed'));
    expect((await step('reviewed', made, 'activate')).json.code).toBe('policy.conflict');
    const submitted = await step('reviewed', made, 'submit');
    expect(submitted.json.state).toBe('review');
    const own = await step('reviewed', submitted, 'approve', send, {});
    expect([own.status, own.json.code]).toEqual([403, 'policy.denied']);
    const approved = await step('reviewed', submitted, 'approve', asReviewer, { note: 'Fine' });
    expect(approved.json).toMatchObject({ state: 'approved', reviewer: 'reviewer', reviewNote: 'Fine' });
    const active = await step('reviewed', approved, 'activate');
    expect(active.json.state).toBe('active');
    expect(await actions()).toEqual(
      expect.arrayContaining(['policy_draft.created', 'policy_version.submitted', 'policy_version.approved']),
    );
  });

  it('bites at once here: the next request is decided by the new policy, and by the old one after a rollback', async () => {
    const read = () => t.call('/admin/v1/policies', { as: 'analyst' });
    expect((await read()).status).toBe(403);
    const activate = async (action: string) => {
      const document = documentOf('AnalystsRead', 'analyst');
      const made = await draft('live', {
        ...document,
        statements: [{ ...document.statements[0], action: [action] }],
      });
      const submitted = await step('live', made, 'submit');
      const approved = await step('live', submitted, 'approve', asReviewer, {});
      return step('live', approved, 'activate');
    };
    expect((await activate('system:Read')).status).toBe(200);
    expect((await read()).status).toBe(403);
    const second = await activate('policy:Read');
    expect(second.status).toBe(200);
    expect((await read()).status).toBe(200);
    expect((await send('POST', `${POLICIES}/live/rollback`)).status).toBe(428);
    const back = await send('POST', `${POLICIES}/live/rollback`, undefined, {
      'if-match': second.headers.get('etag')!,
    });
    expect(back.json).toMatchObject({ version: 1, state: 'active' });
    expect((await read()).status).toBe(403);
    const diff = await get(`${POLICIES}/live/diff?from=1&to=2`);
    expect(diff.json.changed).toEqual([expect.objectContaining({ sid: 'AnalystsRead', fields: ['action'] })]);
    expect(await actions()).toContain('policy_version.rolled_back');
  });

  it('activates no version that fails a stored test', async () => {
    const made = await draft('tested', documentOf('Tested'));
    const test = {
      request: { principal: { roles: ['support'] }, action: 'vault:Join', resource: { collection: 'default' } },
      expected: { allowed: false },
    };
    expect((await send('PUT', `${POLICIES}/tested/tests/joins`, test)).status).toBe(204);
    expect((await get(`${POLICIES}/tested/tests`)).json.items).toHaveLength(1);
    const run = await send('POST', `${POLICIES}/tested/versions/1/tests`);
    expect(run.json).toMatchObject({ passed: false, results: [{ name: 'joins', actual: { allowed: true } }] });
    const approved = await step('tested', await step('tested', made, 'submit'), 'approve', asReviewer, {});
    const refused = await step('tested', approved, 'activate');
    expect([refused.status, refused.json.facts.failedTests]).toEqual([409, ['joins']]);
    expect((await send('DELETE', `${POLICIES}/tested/tests/joins`)).status).toBe(204);
    expect((await step('tested', approved, 'activate')).status).toBe(200);
  });

  it('refuses who may only read', async () => {
    const body = { document: documentOf('Nobody') };
    for (const as of ['user', 'support', 'analyst'] as const) {
      expect((await t.call(`${POLICIES}/default/versions`, { as, body })).status).toBe(403);
    }
    expect((await t.call(`${POLICIES}/default/versions`, { as: null, body })).status).toBe(401);
  });

  it('acknowledges no change that the audit log cannot record', async () => {
    await t.testDatabase.admin('ALTER TABLE audit_event ADD CONSTRAINT nothing_more CHECK (sequence < 0) NOT VALID');
    const refused = await send('POST', `${POLICIES}/unrecorded/versions`, { document: documentOf('Unrecorded') });
    await t.testDatabase.admin('ALTER TABLE audit_event DROP CONSTRAINT nothing_more');
    expect([refused.status, refused.json.code]).toEqual([503, 'audit.unavailable']);
  });
});
