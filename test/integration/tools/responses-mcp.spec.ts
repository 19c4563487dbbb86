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
    const { bodies } = await t.upstream.captured();
    expect(bodies.join()).not.toContain(EMAIL);
    expect(JSON.parse(bodies.at(-1)!).messages.length).toBeGreaterThanOrEqual(5);
  }, 60_000);

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
