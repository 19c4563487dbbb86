import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { mcpServerConfig } from '#lib/config';
import { calls } from '../../support/model-replies.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

const EMAIL = 'marta.kowalczyk@example.org';
const server = resolve(
  import.meta.dirname,
  '../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);
let t: TestGateway;

beforeAll(async () => {
  const transport = { kind: 'stdio' as const, command: process.execPath, args: [server, 'stdio'] };
  t = await createTestGateway({ mcpServers: [mcpServerConfig({ name: 'everything', transport })] });
}, 60_000);

afterAll(() => t.close());

const tools = [
  { type: 'mcp' as const, server_label: 'everything', allowed_tools: ['echo'], require_approval: 'never' as const },
];

describe('MCP servers of the gateway behind the Responses API', () => {
  it('are called here, shown as calls, and a later response goes on from there', async () => {
    const client = new OpenAI({ baseURL: `${t.url}/v1`, apiKey: t.keys.user.reveal() });
    await t.upstream.script(
      calls(['everything__echo', '{"message":"to {{EMAIL}}"}']),
      { text: 'Said to {{EMAIL}}.' },
      { text: 'Again {{EMAIL}}.' },
    );
    const first = (await client.responses.create({
      model: 'm',
      input: `Say hello to ${EMAIL}`,
      tools,
    } as never)) as OpenAI.Responses.Response;
    expect(first.output.map(({ type }) => type)).toEqual(['mcp_list_tools', 'mcp_call', 'message']);
    const call = first.output[1] as OpenAI.Responses.ResponseItem.McpCall;
    expect(call).toMatchObject({ server_label: 'everything', name: 'echo', error: null });
    expect(call.output).toContain('Echo');
    expect(first.output_text).toBe(`Said to ${EMAIL}.`);
    const second = (await client.responses.create({
      model: 'm',
      input: 'And again',
      previous_response_id: first.id,
      tools,
    } as never)) as OpenAI.Responses.Response;
    expect(second.output_text).toBe(`Again ${EMAIL}.`);
    expect(await client.responses.retrieve(second.id)).toMatchObject({
      id: second.id,
      status: 'completed',
      previous_response_id: first.id,
      output: second.output,
    });
    expect((await client.responses.retrieve(first.id)).output).toEqual(first.output);
    const { bodies } = await t.upstream.captured();
    expect(bodies.join()).not.toContain(EMAIL);
    expect(JSON.parse(bodies.at(-1)!).messages.length).toBeGreaterThanOrEqual(5);
  }, 60_000);

  it('are kept for who asked, as he may see them; for others they do not exist', async () => {
    await t.upstream.script({ text: 'Hello {{EMAIL}}.' });
    const made = await t.call('/v1/responses', { body: { model: 'm', input: `I am ${EMAIL}`, tools } });
    const path = `/v1/responses/${made.json.id}`;
    expect((await t.call(path)).json.output.at(-1).content[0].text).toBe(`Hello ${EMAIL}.`);
    const unknown = `/v1/responses/resp_run_${'0'.repeat(32)}`;
    const answers = await Promise.all(
      [path, unknown].flatMap((one) => ['GET', 'DELETE'].map((method) => t.call(one, { as: 'analyst', method }))),
    );
    for (const { status, json } of answers) {
      expect(status).toBe(404);
      expect(json.detail).toBe(answers[0]!.json.detail);
    }
    const { rows } = await t.testDatabase.database.withTenant('default', (client) =>
      client.query<{ kept: string }>('SELECT string_agg(sealed, $1) AS kept FROM agent_run', [' ']),
    );
    expect(rows[0]!.kept).not.toContain('Hello');
    const removed = await t.call(path, { method: 'DELETE' });
    expect(removed.json).toEqual({ id: made.json.id, object: 'response', deleted: true });
    const gone = await Promise.all([t.call(path), t.call(path, { method: 'DELETE' })]);
    for (const { status, json } of gone) {
      expect(status).toBe(404);
      expect(json.detail).toBe(answers[0]!.json.detail);
    }
    const on = { model: 'm', input: 'go on', tools, previous_response_id: made.json.id };
    expect((await t.call('/v1/responses', { body: on })).status).toBe(404);
  });

  it('are not kept when the caller says so', async () => {
    await t.upstream.script({ text: 'Hello.' });
    const made = await t.call('/v1/responses', { body: { model: 'm', input: 'Hi', tools, store: false } });
    expect(made.status).toBe(200);
    expect((await t.call(`/v1/responses/${made.json.id}`)).status).toBe(404);
  });

  it('stream events that agree', async () => {
    await t.upstream.script({ text: 'Hello {{EMAIL}}.' });
    const answer = await t.call('/v1/responses', { body: { model: 'm', input: `I am ${EMAIL}`, tools, stream: true } });
    const events = [...answer.text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!));
    const delta = events
      .filter(({ type }) => type === 'response.output_text.delta')
      .map((one) => one.delta)
      .join('');
    expect(delta).toBe(`Hello ${EMAIL}.`);
    const { response } = events.at(-1);
    expect(events.at(-1).type).toBe('response.completed');
    expect(response.output.at(-1).content[0].text).toBe(delta);
  });

  it('are refused when they are none of the gateway’s', async () => {
    const other = [{ type: 'mcp', server_label: 'elsewhere', server_url: 'https://evil.test/mcp' }];
    const answer = await t.call('/v1/responses', { body: { model: 'm', input: 'x', tools: other } });
    expect(answer.status).toBe(403);
  });
});
