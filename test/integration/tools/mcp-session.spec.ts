import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { mcpServerConfig } from '#lib/config';
import { type ScriptedMcpServer, startScriptedMcpServer } from '../../support/mcp-server.js';
import { addStatements, toolSees } from '../../support/policy-statements.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

const EMAIL = 'marta.kowalczyk@example.org';
const OTHER = 'tom.berger@example.org';
const URI = `crm://customers/${EMAIL}`;
const TOKEN = /\[EMAIL_[0-9A-Z]{10}\]/;
const ROLES = ['analyst', 'user'] as const;
type Role = (typeof ROLES)[number];

let t: TestGateway;
let server: ScriptedMcpServer;
const clients: Client[] = [];

const text = (value: string) => ({ content: [{ type: 'text', text: value }] });
const ALWAYS = { type: 'object', properties: {} };

beforeAll(async () => {
  server = await startScriptedMcpServer();
  const output = { type: 'object', properties: { email: { type: 'string', format: 'email' } }, required: ['email'] };
  for (const name of ['sample', 'elicit', 'slow', 'fails', 'media']) server.tools.push({ name, inputSchema: ALWAYS });
  server.tools.push({ name: 'record', inputSchema: ALWAYS, outputSchema: output });
  server.resources.push({ uri: URI, name: `File of ${EMAIL}`, text: `She is ${EMAIL}.` });
  server.prompts.set('greet', ({ who = '' }) => `Greet ${who}, and ${OTHER} too.`);
  const desk = mcpServerConfig({
    name: 'desk',
    transport: { kind: 'http', url: server.url },
    policy: { origins: ['*'] },
    tools: { record: { results: { '/internal': { mode: 'drop' } } } },
  } as never);
  t = await createTestGateway({ mcpServers: [desk] });
  await addStatements(t, [
    ...['session', 'resources', 'prompts', 'completions'].map((one) => toolSees(`desk__${one}`, ['EMAIL'])),
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
  await server.close();
});

beforeEach(() => {
  server.asked.length = 0;
});

async function connect(as: Role, capabilities: object = { sampling: {}, elicitation: {} }): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { capabilities });
  const transport = new StreamableHTTPClientTransport(new URL(`${t.url}/mcp/desk`), {
    requestInit: { headers: { authorization: `Bearer ${t.keys[as].reveal()}` } },
  });
  await client.connect(transport as never);
  clients.push(client);
  return client;
}

const call = (client: Client, name: string, values = {}) => client.callTool({ name, arguments: values });
const lastAsked = (method: string) => server.asked.filter((one) => one.method === method).at(-1)?.params;

/** What a caller of the role sees where the server wrote the address. */
function expectSeen(as: Role, seen: unknown): void {
  const written = JSON.stringify(seen);
  if (as === 'user') expect(written).toContain(EMAIL);
  else {
    expect(written).not.toContain(EMAIL);
    expect(written).toMatch(TOKEN);
  }
}

describe.each(ROLES)('a session of a %s', (as) => {
  it('asks the agent for a message: what it reads and what the server gets is as each may see it', async () => {
    const client = await connect(as);
    let asked: unknown;
    client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => {
      asked = params;
      const mail = JSON.stringify(params).match(as === 'user' ? EMAIL : TOKEN)![0];
      return { model: 'm', role: 'assistant', content: { type: 'text', text: `I wrote to ${mail} and ${OTHER}.` } };
    });
    let given = '';
    server.run.set('sample', async (_, session) => {
      const message = { role: 'user' as const, content: { type: 'text' as const, text: `Write to ${EMAIL}` } };
      const answer = await session.createMessage({
        systemPrompt: `Desk of ${EMAIL}`,
        messages: [message],
        maxTokens: 9,
      });
      given = JSON.stringify(answer.content);
      return text('done');
    });
    expect(await call(client, 'sample')).toMatchObject(text('done'));
    expect(asked).toMatchObject({ maxTokens: 9, messages: [{ role: 'user', content: { type: 'text' } }] });
    expectSeen(as, asked);
    expectSeen(as, (asked as { systemPrompt: string }).systemPrompt);
    expectSeen(as, given);
    expect(given.includes(OTHER)).toBe(as === 'user');
  }, 60_000);

  it('asks the person: questions and answers cross in the same way', async () => {
    const client = await connect(as);
    let asked: unknown;
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked = params;
      return { action: 'accept', content: { mail: EMAIL, count: 3, sure: true } };
    });
    let given: unknown;
    server.run.set('elicit', async (_, session) => {
      const properties = { mail: { type: 'string', description: `As ${EMAIL}` }, count: { type: 'integer' } };
      given = await session.elicitInput({
        message: `Is it ${EMAIL}?`,
        requestedSchema: { type: 'object', properties: { ...properties, sure: { type: 'boolean' } } } as never,
      });
      return text('done');
    });
    await call(client, 'elicit');
    expectSeen(as, asked);
    expect(asked).toMatchObject({ requestedSchema: { properties: { count: { type: 'integer' } } } });
    expect(given).toMatchObject({ action: 'accept', content: { count: 3, sure: true } });
    expectSeen(as, given);
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'decline' }));
    await call(client, 'elicit');
    expect(given).toEqual({ action: 'decline' });
  }, 60_000);

  it('reads, lists and subscribes to resources by what it was shown, and hears of changes in the same words', async () => {
    const client = await connect(as);
    const updated: string[] = [];
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void updated.push(params.uri));
    const { resources } = await client.listResources();
    expectSeen(as, resources);
    const { uri } = resources[0]!;
    await client.subscribeResource({ uri });
    expectSeen(as, lastAsked('resources/subscribe'));
    await Promise.all([...server.sessions].map((one) => one.sendResourceUpdated({ uri: URI })));
    await until(() => updated.length > 0);
    expect(updated[0]).toBe(uri);
    await client.unsubscribeResource({ uri });
    expectSeen(as, lastAsked('resources/unsubscribe'));
    const read = await client.readResource({ uri });
    expectSeen(as, lastAsked('resources/read'));
    if (as === 'user') expect(read.contents).toEqual([{ uri: URI, mimeType: 'text/plain', text: `She is ${EMAIL}.` }]);
  }, 60_000);

  it('has prompts and completions filled in with what it may say', async () => {
    const client = await connect(as);
    const prompt = await client.getPrompt({ name: 'greet', arguments: { who: EMAIL } });
    expectSeen(as, lastAsked('prompts/get'));
    expectSeen(as, prompt.messages);
    expect(JSON.stringify(prompt).includes(OTHER)).toBe(as === 'user');
    const completed = await client.complete({
      ref: { type: 'ref/prompt', name: 'greet' },
      argument: { name: 'who', value: EMAIL },
      context: { arguments: { other: EMAIL } },
    });
    const asked = lastAsked('completion/complete') as { argument: object; context: object };
    expectSeen(as, asked.argument);
    expectSeen(as, asked.context);
    expectSeen(as, completed.completion.values);
  }, 60_000);

  it('gets structured results that agree with their text, and that its client takes', async () => {
    const client = await connect(as);
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'record')!.outputSchema).toMatchObject({ required: ['email'] });
    const record = { email: EMAIL, count: 2 };
    const withMore = { ...record, internal: { note: 'dropped' } };
    server.run.set('record', () => ({ ...text(JSON.stringify(withMore)), structuredContent: withMore }));
    const result = (await call(client, 'record')) as { structuredContent: object; content: { text: string }[] };
    expectSeen(as, result.structuredContent);
    expect(result.structuredContent).toEqual({ email: expect.any(String), count: 2 });
    expect(result.structuredContent).toEqual(JSON.parse(result.content[0]!.text));
  }, 60_000);

  it('logs in words that it may see', async () => {
    const client = await connect(as);
    const logged: unknown[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void logged.push(params.data));
    await client.setLoggingLevel('debug');
    expect(lastAsked('logging/setLevel')).toEqual({ level: 'debug' });
    const data = { note: `seen ${EMAIL}`, count: 1 };
    await Promise.all([...server.sessions].map((one) => one.sendLoggingMessage({ level: 'info', data })));
    await until(() => logged.length > 0);
    expect(logged[0]).toMatchObject({ count: 1 });
    expectSeen(as, logged[0]);
  }, 60_000);
});

describe('a session', () => {
  it('hears that lists changed, and sees the tool that is new at once', async () => {
    const client = await connect('analyst');
    const heard: string[] = [];
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => void heard.push('tools'));
    client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void heard.push('resources'));
    await client.listTools();
    server.tools.push({ name: 'late', inputSchema: ALWAYS });
    await Promise.all(
      [...server.sessions].flatMap((one) => [one.sendToolListChanged(), one.sendResourceListChanged()]),
    );
    await until(() => heard.length >= 2);
    expect(heard.toSorted()).toEqual(['resources', 'tools']);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('late');
  }, 60_000);

  it('passes progress on, and cancels at the server what is cancelled here', async () => {
    const client = await connect('user');
    let isCancelled = false;
    server.run.set('slow', async (_, __, extra) => {
      const progressToken = extra._meta!.progressToken!;
      for (const progress of [1, 2, 3]) {
        await extra.sendNotification({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 3 },
        });
      }
      await new Promise<void>((resolve) => extra.signal.addEventListener('abort', () => resolve(), { once: true }));
      isCancelled = true;
      return text('too late');
    });
    const abort = new AbortController();
    const heard: unknown[] = [];
    const slow = client.callTool({ name: 'slow', arguments: {} }, undefined, {
      signal: abort.signal,
      onprogress: (one) => heard.push(one) === 3 && abort.abort('enough'),
    });
    await expect(slow).rejects.toThrow();
    expect(heard).toEqual([1, 2, 3].map((progress) => ({ progress, total: 3 })));
    await until(() => isCancelled);
    server.run.set('slow', () => text('quick'));
    expect(await call(client, 'slow')).toMatchObject(text('quick'));
  }, 60_000);

  it('tells the agent of errors in words of its own, and the server too', async () => {
    const client = await connect('user');
    const failing = () => {
      throw new Error(`no ${EMAIL} here`);
    };
    server.run.set('fails', failing);
    const failed = await call(client, 'fails');
    expect(failed).toEqual({ ...text('Error: It failed.'), isError: true });
    server.prompts.set('fails', failing);
    const error = await client.getPrompt({ name: 'fails' }).catch((one: Error) => one.message);
    expect(error).toContain('It failed.');
    expect(error).not.toContain(EMAIL);

    client.setRequestHandler(CreateMessageRequestSchema, () => {
      throw new Error(`I will not write to ${EMAIL}`);
    });
    let said = '';
    server.run.set('sample', async (_, session) => {
      const message = { role: 'user' as const, content: { type: 'text' as const, text: 'Write' } };
      said = await session.createMessage({ messages: [message], maxTokens: 9 }).then(
        () => 'an answer',
        (one: Error) => one.message,
      );
      return text('done');
    });
    await call(client, 'sample');
    expect(said).toContain('The client did not answer.');
    expect(said).not.toContain(EMAIL);
  }, 60_000);

  it('tells the server of no more than the agent can do', async () => {
    const before = new Set(server.sessions);
    await connect('analyst', {});
    const [own] = [...server.sessions].filter((one) => !before.has(one));
    expect(own!.getClientCapabilities()).toEqual({});
    await expect(
      own!.elicitInput({ message: 'x', requestedSchema: { type: 'object', properties: {} } }),
    ).rejects.toThrow('does not support');
  }, 60_000);

  it('takes pictures, sounds and files out of results', async () => {
    const client = await connect('user');
    const blob = Buffer.from(EMAIL).toString('base64');
    server.run.set('media', () => ({
      content: [
        { type: 'image', data: blob, mimeType: 'image/png' },
        { type: 'audio', data: blob, mimeType: 'audio/wav' },
        { type: 'resource', resource: { uri: 'file:///a', blob } },
      ],
    }));
    const result = await call(client, 'media');
    expect(JSON.stringify(result)).not.toContain(blob.slice(0, 12));
    expect(JSON.stringify(result)).toContain('[image removed]');
  }, 60_000);

  it('is bounded by how much a server says', async () => {
    const client = await connect('user');
    server.run.set('media', () => text('word '.repeat(10_000_000)));
    const result = (await call(client, 'media')) as { isError: boolean; content: { text: string }[] };
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result).length).toBeLessThan(1_000);
    server.run.set('media', () => text('word '.repeat(300_000)));
    expect(await call(client, 'media')).toEqual({ ...text('Error: It answered with too much.'), isError: true });
    server.run.set('media', () => text('short'));
    expect(await call(client, 'media')).toMatchObject(text('short'));
  }, 60_000);
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}
