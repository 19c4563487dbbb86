import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AuditLog } from '#lib/audit';
import { toolConfig } from '#lib/config';
import { type ScriptedServer, startScriptedServer } from '../../../libs/upstream/src/testing/scripted-server.js';
import { calls, toolResults } from '../../support/model-replies.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

const EMAIL = 'marta.kowalczyk@example.org';
let t: TestGateway;
let server: ScriptedServer;

beforeAll(async () => {
  server = await startScriptedServer();
  const tool = (name: string, more: object = {}) =>
    toolConfig({
      name,
      parameters: { type: 'object', properties: { n: { type: 'integer' } }, additionalProperties: false },
      executor: { kind: 'http', method: 'GET', url: `${server.origin}/x`, ...(more as { executor?: object }).executor },
      timeoutMs: 500,
      ...Object.fromEntries(Object.entries(more).filter(([key]) => key !== 'executor')),
    });
  const tools = [
    tool('plain'),
    tool('large', { timeoutMs: 20_000 }),
    tool('pointed', { executor: { result: '/data/0' } }),
    tool('again', { idempotent: true }),
    toolConfig({ name: 'private', executor: { kind: 'code' } }),
  ];
  t = await createTestGateway({ tools });
});

afterAll(async () => {
  await t.close();
  await server.close();
});

async function resultOf(name: string, values = '{}'): Promise<string> {
  await t.upstream.script(calls([name, values]), { text: 'ok' });
  const answer = await t.call('/v1/chat/completions', {
    body: { model: 'm', messages: [{ role: 'user', content: 'go' }], tools: [{ type: 'pvg', name: '*' }] },
  });
  expect(answer.status).toBe(200);
  expect(answer.json.choices[0].message.content).toBe('ok');
  return toolResults((await t.upstream.captured()).bodies.at(-1)!).at(-1)!;
}

describe('a tool that misbehaves is bounded and told to the model as an error', () => {
  it('hangs', async () => {
    server.script(() => undefined);
    expect(await resultOf('plain')).toMatch(/^Error: It did not answer/);
  });

  it('dies', async () => {
    server.script((response) => response.destroy());
    expect(await resultOf('plain')).toBe('Error: It cannot be reached.');
  });

  it('dies once, and is called again where that changes nothing', async () => {
    server.script(
      (response) => response.destroy(),
      (response) => response.end('there'),
    );
    expect(await resultOf('again')).toBe('there');
  });

  it('answers with 50 MB: a part is passed on, with a notice, and no half of a value', async () => {
    const line = `write to ${EMAIL} today\n`;
    server.script((response) => {
      response.on('error', () => undefined);
      for (let at = 0; at < 50; at += 1) response.write(line.repeat(Math.ceil(1_000_000 / line.length)));
      response.end();
    });
    const text = await resultOf('large');
    expect(text).toMatch(/\[The rest of the result was cut off\.\]$/);
    expect(text.length).toBeLessThan(21_000);
    expect(text).not.toMatch(/marta/i);
  }, 60_000);

  it('answers in another shape than was said', async () => {
    server.script((response) => response.setHeader('content-type', 'application/json').end('{"data":[]}'));
    expect(await resultOf('pointed')).toBe('Error: Its answer lacks the part that is the result.');
    server.script((response) => response.end('no json'));
    expect(await resultOf('pointed')).toBe('Error: Its answer is not the JSON that was expected.');
  });

  it('answers with bytes that are no text', async () => {
    server.script((response) => response.end(Buffer.from([0xff, 0xd8, 0x00, 0x01])));
    expect(await resultOf('plain')).toBe('Error: It answered with something that is no text.');
  });

  it('answers with an error that holds a value', async () => {
    server.script((response) => response.writeHead(500).end(`no ${EMAIL}`));
    expect(await resultOf('plain')).toMatch(/^no \[EMAIL_[0-9A-Z]{10}\]$/);
  });

  it('is given what its schema does not take', async () => {
    expect(await resultOf('plain', '{"n":"seven"}')).toBe(
      'Error: The arguments are not what the tool takes: /n: type.',
    );
    expect(await resultOf('plain', '{"other":1}')).toContain('additionalProperties');
    expect(await resultOf('plain', 'not json')).toContain('not JSON');
  });

  it('does not exist, or nobody provides it', async () => {
    expect(await resultOf('nothing')).toBe('Error: There is no such tool.');
    expect(await resultOf('private')).toBe('Error: No code is there for it.');
  });
});

describe('each step', () => {
  it('is counted by tool and outcome, with its time, and by nothing that it was about', async () => {
    server.script((response) => response.end(`it is ${EMAIL}`));
    await resultOf('plain');
    const { text } = await t.call('/metrics', { as: null });
    const sampleOf = (name: string, ...labels: string[]) => {
      const line = text.split('\n').find((one) => one.startsWith(name) && labels.every((label) => one.includes(label)));
      return Number(line?.slice(line.lastIndexOf(' ')) ?? 0);
    };
    const calls = (outcome: string) => sampleOf('pvg_tool_calls_total', 'tool="plain"', `outcome="${outcome}"`);
    expect(calls('failed')).toBeGreaterThanOrEqual(5);
    expect(calls('ok')).toBeGreaterThanOrEqual(1);
    expect(sampleOf('pvg_tool_seconds_count', 'tool="plain"')).toBe(calls('ok') + calls('failed'));
    expect(sampleOf('pvg_tool_seconds_sum', 'tool="plain"')).toBeGreaterThan(0.5);
    expect(text).not.toContain('marta');
    expect(text).not.toMatch(/[A-Z]_[0-9A-HJKMNP-TV-Z]{10}\b/);
  });

  it('is in the audit log, whatever came of it', async () => {
    const { events } = await t.gateway.app.get(AuditLog).read('default', { limit: 1_000 });
    const of = (action: string) => events.filter((one) => one.action === action && one.resource.id === 'plain');
    const [called, answered, failed] = ['tool.called', 'tool.answered', 'tool.failed'].map(of);
    expect(called!.length).toBeGreaterThan(5);
    const { text } = await t.call('/metrics', { as: null });
    const ended = Number(/^pvg_tool_seconds_count\{tool="plain"\} (\d+)$/m.exec(text)![1]);
    expect(answered!.length + failed!.length).toBe(ended);
    for (const { facts } of [...answered!, ...failed!])
      expect(facts).toMatchObject({ step: 1, durationMs: expect.any(Number) });
    const reasons = new Set(failed!.map(({ facts }) => facts?.because));
    for (const reason of ['timeout', 'unreachable', 'arguments']) expect(reasons).toContain(reason);
    expect(JSON.stringify(events)).not.toContain('marta');
  });
});

describe('what a caller may not call', () => {
  it('reads as what does not exist', async () => {
    const ask = (name: string, as: 'user' | 'admin') =>
      t.call('/v1/chat/completions', {
        as,
        body: { model: 'm', messages: [{ role: 'user', content: 'go' }], tools: [{ type: 'pvg', name }] },
      });
    const [unknown, forbidden] = await Promise.all([ask('nothing', 'user'), ask('plain', 'admin')]);
    expect(unknown.status).toBe(403);
    expect(forbidden.status).toBe(403);
    expect(forbidden.json.detail).toBe(unknown.json.detail);
  });
});
