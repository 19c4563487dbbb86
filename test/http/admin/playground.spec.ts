import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

const NAME = 'quentin.planted@example.com';
const TEXT = `Please write to ${NAME} about it.`;

let t: TestGateway;

beforeAll(async () => {
  // Without an upstream of its own: the demo stand-in repeats what it was sent.
  t = await createTestGateway({ upstreams: [] });
}, 120_000);

afterAll(() => t.close());

const run = (body: object, as: 'admin' | 'support' = 'admin') =>
  t.call('/admin/v1/playground', { as, body: { text: TEXT, roles: ['user', 'support', 'analyst'], ...body } });

interface Segment {
  readonly text: string;
  readonly value?: { readonly token: string; readonly level: string; readonly decidedBy: string[] };
}
const viewOf = (json: { views: { role: string; segments: Segment[] }[] }, role: string) =>
  json.views.find((view) => view.role === role)!.segments;

describe('POST /admin/v1/playground', () => {
  it('tells what was found and why, and the exact body that leaves, which holds no value', async () => {
    const { status, json, headers } = await run({});
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    const [finding] = json.findings;
    expect(TEXT.slice(finding.start, finding.end)).toBe(NAME);
    expect(finding).toMatchObject({ type: 'EMAIL', recognizer: 'email', token: finding.leavesAs });
    expect(json.sent).toBe(false);
    expect(JSON.parse(json.payload).model).toBe('demo');
    expect(json.payload).toContain(finding.token);
    expect(json.payload).not.toContain('planted');
    expect(json.answer).toBe(TEXT.replace(NAME, finding.token));
  });

  it.each([false, true])('gives each role its own reading, each value with its statement (sent: %s)', async (send) => {
    const { json } = await run({ send });
    const firstOf = (role: string) => viewOf(json, role).find(({ value }) => value)!;
    expect(firstOf('user')).toMatchObject({
      text: NAME,
      value: { level: 'plain', decidedBy: ['UsersSeeTheirOwnInput'] },
    });
    expect(firstOf('support')).toMatchObject({ value: { level: 'masked', decidedBy: ['SupportSeesMasks'] } });
    expect(firstOf('support').text).not.toContain('quentin');
    expect(firstOf('analyst')).toMatchObject({ text: json.findings[0].token, value: { level: 'token' } });
    expect(json.sent).toBe(send);
  });

  it('shows a reader who did not write the text only what the policies give anywhere', async () => {
    const { json } = await run({ suppliedByReader: false });
    expect(viewOf(json, 'user').find(({ value }) => value)!.value!.level).toBe('token');
  });

  it('never shows a value that is not in the text: a token of somebody else stays one for every role', async () => {
    const made = await t.call('/v1/vault/tokenize', {
      as: 'user',
      body: { items: [{ type: 'EMAIL', value: 'somebody.else@example.com' }] },
    });
    const [{ token }] = made.json.items;
    const { text } = await run({ text: `What of ${token}?`, roles: ['user', 'support'] });
    expect(text).toContain(token);
    expect(text).not.toContain('somebody');
    expect(text).not.toContain('s***');
  });

  it('asks the version that is named instead of the policies in force', async () => {
    const draft = await t.call('/admin/v1/policies/playground/versions', {
      as: 'admin',
      body: {
        document: {
          version: '2026-12-01',
          statements: [
            {
              sid: 'AnalystsMasked',
              effect: 'allow',
              principal: { role: 'analyst' },
              action: ['vault:Reveal'],
              resource: '*',
              reveal: 'masked',
            },
          ],
        },
      },
    });
    const { version } = draft.json;
    const { json } = await run({ policy: { policyId: 'playground', version } });
    expect(viewOf(json, 'analyst').find(({ value }) => value)!.value).toMatchObject({
      level: 'masked',
      decidedBy: ['AnalystsMasked'],
    });
  });

  it('is refused to whoever may not read policies, though he may call models', async () => {
    const { status, json } = await run({}, 'support');
    expect(status).toBe(403);
    expect(json).toMatchObject({ code: 'policy.denied', facts: { action: 'policy:Read' } });
  });

  it('is on record, without the value', async () => {
    const { text } = await t.call('/admin/v1/audit?limit=200', { as: 'admin' });
    expect(text).toContain('playground');
    expect(text).not.toContain('planted');
  });
});
