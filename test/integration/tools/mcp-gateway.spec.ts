import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { mcpServerConfig } from '#lib/config';
import { addStatements, toolSees } from '../../support/policy-statements.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

const EMAIL = 'marta.kowalczyk@example.org';
const modules = resolve(import.meta.dirname, '../../../node_modules/@modelcontextprotocol');
const TOKEN = /^\[EMAIL_[0-9A-Z]{10}\]$/;

let t: TestGateway;
let folder: string;
const clients: Client[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pvg-mcp-'));
  writeFileSync(join(folder, 'note.txt'), `Please write to ${EMAIL} today.`);
  const stdio = (name: string, args: string[], env = {}) => ({
    name,
    transport: {
      kind: 'stdio',
      command: process.execPath,
      args: [join(modules, `server-${name}/dist/index.js`), ...args],
      env,
    },
    policy: { origins: ['*'] },
  });
  const mcpServers = [
    stdio('everything', ['stdio']),
    stdio('filesystem', [folder]),
    stdio('memory', [], { MEMORY_FILE_PATH: join(folder, 'memory.json') }),
  ].map((one) => mcpServerConfig(one as never));
  t = await createTestGateway({ mcpServers });
  await addStatements(t, [
    toolSees('filesystem__write_file', ['EMAIL']),
    toolSees('memory__create_entities', ['EMAIL', 'PERSON']),
    toolSees('everything__echo', ['EMAIL']),
    {
      sid: 'UsersSeePlain',
      effect: 'allow',
      principal: { role: 'user' },
      action: ['vault:Reveal'],
      resource: 'pvg:*:*/EMAIL',
      reveal: 'plain',
    },
  ]);
}, 120_000);

afterAll(async () => {
  await Promise.all(clients.map((client) => client.close().catch(() => undefined)));
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

async function connect(server: string, as: 'user' | 'analyst' = 'analyst'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${t.url}/mcp/${server}`), {
    requestInit: { headers: { authorization: `Bearer ${t.keys[as].reveal()}` } },
  });
  await client.connect(transport as never);
  clients.push(client);
  return client;
}

const textOf = (result: unknown): string => (result as { content: { text: string }[] }).content[0]!.text;

describe('the official servers behind the gateway, with the official client', () => {
  it('filesystem: lists, reads in tokens or in plain by role, and writes what the tool may see', async () => {
    const [analyst, user] = await Promise.all([connect('filesystem'), connect('filesystem', 'user')]);
    const { tools } = await analyst.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['read_text_file', 'write_file']));
    const path = join(folder, 'note.txt');
    const seen = await analyst.callTool({ name: 'read_text_file', arguments: { path } });
    const token = /\[EMAIL_[0-9A-Z]{10}\]/.exec(textOf(seen))?.[0];
    expect(token).toMatch(TOKEN);
    expect(JSON.stringify(seen)).not.toContain(EMAIL);
    const { structuredContent } = seen as { structuredContent?: { content?: string } };
    if (structuredContent) expect(structuredContent.content).toBe(textOf(seen));
    const plain = await user.callTool({ name: 'read_text_file', arguments: { path } });
    expect(textOf(plain)).toContain(EMAIL);
    const out = join(folder, 'out.txt');
    await user.callTool({ name: 'write_file', arguments: { path: out, content: `to ${EMAIL}` } });
    expect(textOf(await user.callTool({ name: 'read_text_file', arguments: { path: out } }))).toBe(`to ${EMAIL}`);
  }, 60_000);

  it('filesystem: an error of the tool is a result, in words without a value', async () => {
    const client = await connect('filesystem');
    const failed = await client.callTool({ name: 'read_text_file', arguments: { path: '/etc/passwd' } });
    expect(failed.isError).toBe(true);
    await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toThrow('no such tool');
  }, 60_000);

  it('memory: keeps what it was given in the form it may see', async () => {
    const client = await connect('memory', 'user');
    const entities = [{ name: 'customer', entityType: 'contact', observations: [`mail ${EMAIL}`] }];
    await client.callTool({ name: 'create_entities', arguments: { entities } });
    const graph = await client.callTool({ name: 'read_graph', arguments: {} });
    expect(JSON.stringify(graph)).toContain(EMAIL);
    const other = await (await connect('memory')).callTool({ name: 'read_graph', arguments: {} });
    expect(JSON.stringify(other)).not.toContain(EMAIL);
    const { structuredContent } = other as { structuredContent?: unknown };
    if (structuredContent) expect(JSON.parse(textOf(other))).toEqual(structuredContent);
  }, 60_000);

  it('everything: tools, prompts, resources and progress', async () => {
    const client = await connect('everything', 'user');
    const { tools } = await client.listTools();
    expect(textOf(await client.callTool({ name: 'echo', arguments: { message: `hi ${EMAIL}` } }))).toContain(EMAIL);
    const { prompts } = await client.listPrompts();
    expect(prompts.length).toBeGreaterThan(0);
    const prompt = await client.getPrompt({
      name: prompts.find((one) => !one.arguments?.some(({ required }) => required))!.name,
    });
    expect(prompt.messages.length).toBeGreaterThan(0);
    const { resources } = await client.listResources();
    expect(resources.length).toBeGreaterThan(0);
    const read = await client.readResource({ uri: resources[0]!.uri });
    expect(read.contents.length).toBeGreaterThan(0);
    const long = tools.find(({ name }) => /long-?running/i.test(name))!;
    const progress: number[] = [];
    await client.callTool({ name: long.name, arguments: { duration: 1, steps: 3 } }, undefined, {
      onprogress: (one) => progress.push(one.progress),
    });
    expect(progress.length).toBeGreaterThan(0);
  }, 60_000);

  it('everything: a cancelled call ends, and the session goes on', async () => {
    const client = await connect('everything', 'user');
    const { tools } = await client.listTools();
    const long = tools.find(({ name }) => /long-?running/i.test(name))!;
    const abort = new AbortController();
    const call = client.callTool({ name: long.name, arguments: { duration: 30, steps: 3 } }, undefined, {
      signal: abort.signal,
    });
    setTimeout(() => abort.abort('enough'), 300);
    await expect(call).rejects.toThrow();
    expect(textOf(await client.callTool({ name: 'echo', arguments: { message: 'still here' } }))).toContain(
      'still here',
    );
  }, 60_000);
});

describe('sessions', () => {
  it('belong to who opened them', async () => {
    const client = await connect('everything', 'user');
    const id = (client.transport as StreamableHTTPClientTransport).sessionId!;
    const other = await t.call('/mcp/everything', {
      as: 'analyst',
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      headers: { 'mcp-session-id': id, accept: 'application/json, text/event-stream' },
    });
    expect(other.status).toBe(404);
  });

  it('need a server that is there and a key that may call tools', async () => {
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} };
    expect((await t.call('/mcp/nothing', { body: initialize })).status).toBe(404);
    expect((await t.call('/mcp/everything', { as: 'admin', body: initialize })).status).toBe(403);
    expect((await t.call('/mcp/everything', { as: null, body: initialize })).status).toBe(401);
  });
});

describe('tools of MCP servers in a run', () => {
  it('are called under the server’s name, and a changed one waits for approval', async () => {
    const list = await t.call('/v1/agents/run', { body: { model: 'm', input: 'hi', tools: ['everything__echo'] } });
    expect(list.status).toBe(200);
    await t.testDatabase.admin(`UPDATE mcp_tool_approval SET approved_hash = 'another' WHERE tool = 'echo'`);
    const client = await connect('everything', 'user');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('echo');
    await expect(client.callTool({ name: 'echo', arguments: { message: 'x' } })).rejects.toThrow('no such tool');
  }, 60_000);
});
