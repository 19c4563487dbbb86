import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { tool as langchainTool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { Ollama } from 'ollama';
import OpenAI from 'openai';
import { z } from 'zod';
import { inventPerson } from '../support/invented.js';
import { createTestGateway, type TestGateway } from '../support/test-gateway.js';

// Real clients, unchanged but for base URL and key, in front of the demo stand-in.
let t: TestGateway;
let key: string;

beforeAll(async () => {
  t = await createTestGateway({ upstreams: [] });
  key = t.keys.user.reveal();
}, 60_000);

afterAll(() => t.close());

const ask = (person: { PERSON: string; EMAIL: string }) => `I am ${person.PERSON}, please mail ${person.EMAIL}.`;
const properties = { email: { type: 'string' as const }, name: { type: 'string' as const } };
const schema = { type: 'object' as const, properties };

describe('openai', () => {
  it('responses: text, stream and tool calls', async () => {
    const client = new OpenAI({ baseURL: `${t.url}/v1`, apiKey: key, maxRetries: 0 });
    const person = inventPerson();
    const answer = await client.responses.create({ model: 'demo', input: ask(person) });
    expect(answer.output_text).toContain(person.EMAIL);
    let streamed = '';
    let completed = '';
    for await (const event of await client.responses.create({ model: 'demo', input: ask(person), stream: true })) {
      if (event.type === 'response.output_text.delta') streamed += event.delta;
      if (event.type === 'response.completed') completed = event.response.output_text ?? '';
    }
    expect(streamed).toBe(answer.output_text);
    expect(completed === '' || completed === streamed).toBe(true);
    const called = await client.responses.create({
      model: 'demo',
      input: ask(person),
      tools: [{ type: 'function', name: 'send', strict: false, parameters: schema }],
    });
    const call = called.output.find((item) => item.type === 'function_call');
    expect(JSON.parse(call!.arguments)).toEqual({ email: person.EMAIL, name: person.PERSON });
  });
});

describe('@anthropic-ai/sdk', () => {
  const client = () => new Anthropic({ baseURL: t.url, apiKey: key, maxRetries: 0 });

  it('text, stream, tools and a second turn', async () => {
    const person = inventPerson();
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: ask(person) }];
    const answer = await client().messages.create({ model: 'demo', max_tokens: 99, messages });
    const [block] = answer.content;
    expect(block?.type === 'text' && block.text).toContain(person.PERSON);
    const stream = client().messages.stream({ model: 'demo', max_tokens: 99, messages });
    expect(await stream.finalText()).toBe(block?.type === 'text' ? block.text : '');

    const tools: Anthropic.Tool[] = [{ name: 'send', input_schema: schema }];
    const called = await client().messages.create({ model: 'demo', max_tokens: 99, messages, tools });
    const use = called.content.find((one) => one.type === 'tool_use')!;
    expect(use.input).toEqual({ email: person.EMAIL, name: person.PERSON });
    const done = await client().messages.create({
      model: 'demo',
      max_tokens: 99,
      tools,
      messages: [
        ...messages,
        { role: 'assistant', content: called.content },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: use.id, content: `sent to ${person.EMAIL}` }] },
      ],
    });
    expect(done.content[0]?.type === 'text' && done.content[0].text).toContain(person.EMAIL);
  });
});

describe('@google/genai', () => {
  it('text, stream and function calls', async () => {
    const client = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: t.url } });
    const person = inventPerson();
    const answer = await client.models.generateContent({ model: 'demo', contents: ask(person) });
    expect(answer.text).toContain(person.EMAIL);
    let streamed = '';
    for await (const chunk of await client.models.generateContentStream({ model: 'demo', contents: ask(person) })) {
      streamed += chunk.text ?? '';
    }
    expect(streamed).toBe(answer.text);
    const called = await client.models.generateContent({
      model: 'demo',
      contents: ask(person),
      config: { tools: [{ functionDeclarations: [{ name: 'send', parametersJsonSchema: schema }] }] },
    });
    expect(called.functionCalls?.[0]?.args).toEqual({ email: person.EMAIL, name: person.PERSON });
  });
});

describe('ollama', () => {
  it('chat, generate, stream, tools and tags', async () => {
    const client = new Ollama({ host: t.url, headers: { authorization: `Bearer ${key}` } });
    const person = inventPerson();
    const messages = [{ role: 'user', content: ask(person) }];
    const answer = await client.chat({ model: 'demo', messages });
    expect(answer.message.content).toContain(person.EMAIL);
    let streamed = '';
    for await (const part of await client.chat({ model: 'demo', messages, stream: true }))
      streamed += part.message.content;
    expect(streamed).toBe(answer.message.content);
    expect((await client.generate({ model: 'demo', prompt: ask(person) })).response).toContain(person.PERSON);
    const tools = [{ type: 'function', function: { name: 'send', description: 'Sends.', parameters: schema } }];
    const called = await client.chat({ model: 'demo', messages, tools });
    expect(called.message.tool_calls?.[0]?.function.arguments).toEqual({ email: person.EMAIL, name: person.PERSON });
    expect((await client.list()).models[0]?.name).toBe('demo');
  });
});

describe('ai with @ai-sdk/openai-compatible', () => {
  it('text, stream, and a tool that runs between two steps', async () => {
    const person = inventPerson();
    const script = join(import.meta.dirname, '../support/ai-client-process.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [script, t.url, key, ask(person)]);
    const got = JSON.parse(stdout) as { text: string; streamed: string; received: unknown[]; stepped: string };
    expect(got.text).toContain(person.EMAIL);
    expect(got.streamed).toBe(got.text);
    expect(got.received).toEqual([{ email: person.EMAIL, name: person.PERSON }]);
    expect(got.stepped).toContain(person.EMAIL);
  });
});

describe('@langchain/openai', () => {
  it('text, stream, tools and many turns', async () => {
    const model = new ChatOpenAI({
      model: 'demo',
      apiKey: key,
      maxRetries: 0,
      configuration: { baseURL: `${t.url}/v1` },
    });
    const person = inventPerson();
    const answer = await model.invoke(ask(person));
    expect(answer.text).toContain(person.EMAIL);
    let streamed = '';
    for await (const chunk of await model.stream(ask(person))) streamed += chunk.text;
    expect(streamed).toBe(answer.text);
    const send = langchainTool(async ({ email }) => email ?? '', {
      name: 'send',
      description: 'Sends.',
      schema: z.object({ email: z.string().optional(), name: z.string().optional() }),
    });
    const called = await model.bindTools([send]).invoke(ask(person));
    expect(called.tool_calls?.[0]?.args).toEqual({ email: person.EMAIL, name: person.PERSON });
    const turns = [
      new HumanMessage(ask(person)),
      new AIMessage(answer.text),
      new HumanMessage(`Again to ${person.EMAIL}`),
    ];
    expect((await model.invoke(turns)).text).toContain(person.EMAIL);
  });
});
