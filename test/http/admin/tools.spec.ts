import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { json, type ScriptedServer, startScriptedServer } from '../../../libs/upstream/src/testing/scripted-server.js';
import { calls, toolResults } from '../../support/model-replies.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

let t: TestGateway;
let server: ScriptedServer;

beforeAll(async () => {
  server = await startScriptedServer(json({ weather: 'fine' }));
  t = await createTestGateway({ toolOrigins: [server.origin] });
});

afterAll(async () => {
  await t.close();
  await server.close();
});

const settings = () => ({
  name: 'weather',
  description: 'The weather.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  executor: {
    kind: 'http',
    method: 'GET',
    url: `${server.origin}/w/{{/city}}`,
    headers: { 'x-key': '{{credential}}' },
  },
});

const admin = (method: string, path: string, body?: unknown, headers = {}) =>
  t.call(path, { as: 'admin', method, body, headers });

describe('tools over the admin API', () => {
  it('are made, called at once with their credential, changed by who read them, and gone', async () => {
    const made = await admin('POST', '/admin/v1/tools', { settings: settings(), credential: 'planted-credential' });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ name: 'weather', source: 'tenant', credential: 'set' });
    expect(made.text).not.toContain('planted-credential');

    await t.upstream.script(calls(['weather', '{"city":"Oslo/../x"}']), { text: 'sunny' });
    const run = await t.call('/v1/agents/run', { body: { model: 'm', input: 'How is it?' } });
    expect(run.json).toMatchObject({ status: 'answered', output: 'sunny', usage: { steps: 2 } });
    expect(server.requests.at(-1)!.url).toBe('/w/Oslo%2F..%2Fx');
    expect(server.requests.at(-1)!.headers['x-key']).toBe('planted-credential');
    expect((await t.upstream.captured()).bodies.join()).not.toContain('planted-credential');

    const changed = { ...settings(), description: 'The weather of a city.' };
    const stale = await admin('PUT', '/admin/v1/tools/weather', { settings: changed }, { 'if-match': '"9"' });
    expect(stale.status).toBe(412);
    const etag = made.headers.get('etag')!;
    const answer = await admin('PUT', '/admin/v1/tools/weather', { settings: changed }, { 'if-match': etag });
    expect(answer.json).toMatchObject({ credential: 'set', settings: { description: 'The weather of a city.' } });
    const next = { credential: 'rotated-credential' };
    const path = '/admin/v1/tools/weather/credential';
    expect((await admin('PUT', path, next)).status).toBe(428);
    expect((await admin('PUT', path, next, { 'if-match': etag })).status).toBe(412);
    const rotated = await admin('PUT', path, next, { 'if-match': answer.headers.get('etag')! });
    expect(rotated.json).toMatchObject({ credential: 'set' });
    expect(rotated.text).not.toContain('rotated-credential');
    await t.upstream.script(calls(['weather', '{"city":"Oslo"}']), { text: 'sunny' });
    await t.call('/v1/agents/run', { body: { model: 'm', input: 'How is it?' } });
    expect(server.requests.at(-1)!.headers['x-key']).toBe('rotated-credential');
    const none = await admin('PUT', path, { credential: null }, { 'if-match': rotated.headers.get('etag')! });
    expect(none.json).toMatchObject({ credential: 'none' });

    const removed = await admin('DELETE', '/admin/v1/tools/weather', undefined, {
      'if-match': none.headers.get('etag')!,
    });
    expect(removed.status).toBe(204);
    expect((await admin('GET', '/admin/v1/tools/weather')).status).toBe(404);
  });

  it.each([
    ['a private address', { executor: { kind: 'http', url: 'http://169.254.169.254/latest' } }],
    ['a host that arguments fill in', { executor: { kind: 'http', url: 'https://{{/host}}/x' } }],
    ['code of the gateway', { executor: { kind: 'code' } }],
    ['a schema that is none', { parameters: { type: 'object', properties: { a: { type: 'no-type' } } } }],
  ])('are refused with %s', async (_, change) => {
    const answer = await admin('POST', '/admin/v1/tools', { settings: { ...settings(), name: 'bad', ...change } });
    expect(answer.status).toBe(400);
  });

  it('come in as ChatGLM3 registers them', async () => {
    const params = [{ name: 'city', description: 'where', type: 'str', required: true }];
    const answer = await admin('POST', '/admin/v1/tools/import', {
      format: 'chatglm3',
      tools: [{ name: 'get_weather', description: 'Weather', params }],
      executor: { kind: 'http', url: `${server.origin}/dispatch/{name}` },
    });
    expect(answer.status).toBe(201);
    expect(answer.json.items[0].settings).toMatchObject({
      name: 'get_weather',
      parameters: { properties: { city: { type: 'string' } }, required: ['city'] },
      executor: { url: `${server.origin}/dispatch/get_weather` },
    });
  });

  it('start no processes', async () => {
    const transport = { kind: 'stdio', command: 'sh' };
    const answer = await admin('POST', '/admin/v1/mcp-servers', { settings: { name: 'x', transport } });
    expect(answer.status).toBe(400);
  });
});

describe('a run', () => {
  const clientTools = [
    {
      type: 'function',
      function: { name: 'open_door', parameters: { type: 'object', properties: { whose: { type: 'string' } } } },
    },
  ];

  it('hands the client’s calls back, and goes on by its id with what they gave', async () => {
    const values = '{"whose":"{{EMAIL}}"}';
    await t.upstream.script(calls(['get_weather', '{"city":"Oslo"}'], ['open_door', values]), {
      text: 'It is open for {{EMAIL}}.',
    });
    const input = 'Open the door of ana.ruiz@example.org if the sun shines.';
    const first = await t.call('/v1/agents/run', { body: { model: 'm', input, clientTools } });
    expect(first.json).toMatchObject({
      status: 'calls',
      calls: [{ name: 'open_door', arguments: '{"whose":"ana.ruiz@example.org"}' }],
    });
    const results = [{ role: 'tool', tool_call_id: first.json.calls[0].id, content: 'done for ana.ruiz@example.org' }];
    const previousRunId = first.json.id as string;
    const second = await t.call('/v1/agents/run', { body: { model: 'm', input: results, clientTools, previousRunId } });
    expect(second.json).toMatchObject({ status: 'answered', output: 'It is open for ana.ruiz@example.org.' });
    const bodies = (await t.upstream.captured()).bodies.slice(-2);
    expect(bodies.join()).not.toContain('ana.ruiz');
    expect(toolResults(bodies[1]!)).toHaveLength(2);
    const other = await t.call('/v1/agents/run', {
      as: 'support',
      body: { model: 'm', input: 'go on', previousRunId },
    });
    expect(other.status).toBe(404);
  });

  it('streams its trace', async () => {
    await t.upstream.script(calls(['get_weather', '{"city":"Oslo"}']), { text: 'sunny' });
    const answer = await t.call('/v1/agents/run', { body: { model: 'm', input: 'How is it?', stream: true } });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    const events = [...answer.text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name);
    expect(events).toEqual(['started', 'action', 'observation', 'delta', 'completed']);
  });

  it('ends at its limits', async () => {
    await t.upstream.script(calls(['get_weather', '{"city":"Oslo"}']));
    const run = (limits: object) => t.call('/v1/agents/run', { body: { model: 'm', input: 'go', limits } });
    expect((await run({ steps: 3 })).json).toMatchObject({ status: 'steps', usage: { steps: 3 } });
    expect((await run({ tokens: 20 })).json).toMatchObject({ status: 'tokens', usage: { steps: 2 } });
    const cost = { max: 0.00002, inputPerMillion: 1, outputPerMillion: 1 };
    expect((await run({ cost })).json.status).toBe('cost');
  });

  it('streams chat completions too, and a client’s next turn finds what tools gave before its own call', async () => {
    await t.upstream.script(calls(['get_weather', '{"city":"Oslo"}']), calls(['open_door', '{}']), { text: 'open' });
    const tools = [...clientTools, { type: 'pvg', name: 'get_weather' }];
    const messages: unknown[] = [{ role: 'user', content: 'Open if sunny.' }];
    const first = await t.call('/v1/chat/completions', { body: { model: 'm', messages, tools } });
    const [choice] = first.json.choices;
    expect(choice.finish_reason).toBe('tool_calls');
    messages.push(choice.message, { role: 'tool', tool_call_id: choice.message.tool_calls[0].id, content: 'done' });
    const second = await t.call('/v1/chat/completions', { body: { model: 'm', messages, tools, stream: true } });
    expect(second.text).toContain('"content":"open"');
    expect(second.text).toContain('data: [DONE]');
    const last = (await t.upstream.captured()).bodies.at(-1)!;
    expect(toolResults(last)).toEqual(['{"weather":"fine"}', 'done']);
  });
});
