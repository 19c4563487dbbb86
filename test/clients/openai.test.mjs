// The newest major of the openai client, unchanged, against the gateway as users start it.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import OpenAI from 'openai';
import { inventPerson } from '../../scripts/demo/invented-person.mjs';
import { GATEWAY, startListening, stop } from '../../scripts/gateway-process.mjs';

const TOOL = {
  type: 'function',
  function: {
    name: 'send_email',
    parameters: { type: 'object', properties: { email: { type: 'string' }, name: { type: 'string' } } },
  },
};

let folder;
let capture;
let url;
let keys;
const children = [];

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pvg-clients-'));
  capture = join(folder, 'received.txt');
  writeFileSync(capture, '');
  const upstream = startListening('scripts/demo/capture-upstream.mjs', { args: [capture] });
  children.push(upstream.child);
  const home = join(folder, 'home');
  const env = { ...process.env, PVG_HOME: home, PVG_PORT: '0', PVG_LOG_LEVEL: 'warn', DATABASE_URL: '' };
  env.PVG_UPSTREAM_BASE_URL = `${await upstream.listening}/v1`;
  const gateway = startListening(GATEWAY, { env });
  children.push(gateway.child);
  url = await gateway.listening;
  keys = JSON.parse(readFileSync(join(home, 'dev-keys.json'), 'utf8'));
});

after(async () => {
  await Promise.all(children.map(stop));
  rmSync(folder, { recursive: true, force: true });
});

const client = (role) => new OpenAI({ baseURL: `${url}/v1`, apiKey: keys[role], maxRetries: 0 });
const prompt = (person) => `I am ${person.PERSON}, mail ${person.EMAIL}, call ${person.PHONE}.`;

test('chat and stream give the user plain values and the upstream none', async () => {
  const person = inventPerson();
  const messages = [{ role: 'user', content: prompt(person) }];
  const answer = await client('user').chat.completions.create({ model: 'demo', messages });
  assert.match(answer.choices[0].message.content, new RegExp(person.PERSON));
  let streamed = '';
  for await (const event of await client('user').chat.completions.create({ model: 'demo', messages, stream: true })) {
    streamed += event.choices[0]?.delta.content ?? '';
  }
  assert.equal(streamed, answer.choices[0].message.content);
  const received = readFileSync(capture, 'utf8');
  for (const value of [person.PERSON, person.EMAIL, person.PHONE]) assert.equal(received.includes(value), false);
});

test('a tool call and a second turn keep the token of a value', async () => {
  const person = inventPerson();
  const messages = [{ role: 'user', content: prompt(person) }];
  const called = await client('user').chat.completions.create({ model: 'demo', messages, tools: [TOOL] });
  const call = called.choices[0].message.tool_calls[0];
  assert.deepEqual(JSON.parse(call.function.arguments), { email: person.EMAIL, name: person.PERSON });
  const done = await client('user').chat.completions.create({
    model: 'demo',
    tools: [TOOL],
    messages: [
      ...messages,
      called.choices[0].message,
      { role: 'tool', tool_call_id: call.id, content: `sent to ${person.EMAIL}` },
    ],
  });
  assert.match(done.choices[0].message.content, new RegExp(person.EMAIL.replaceAll('.', '\\.')));
  const last = readFileSync(capture, 'utf8').trim().split('\n').at(-1);
  assert.equal(new Set(last.match(/\[EMAIL_[0-9A-Z]{10}\]/g)).size, 1);
});

test('support sees masks, the analyst tokens', async () => {
  const person = inventPerson();
  const ask = async (role) =>
    (
      await client(role).chat.completions.create({
        model: 'demo',
        messages: [{ role: 'user', content: prompt(person) }],
      })
    ).choices[0].message.content;
  assert.match(await ask('support'), /@example\.com/);
  assert.match(await ask('analyst'), /\[EMAIL_[0-9A-Z]{10}\]/);
  for (const role of ['support', 'analyst']) assert.equal((await ask(role)).includes(person.EMAIL), false);
});

test('the model list and a refusal read as this client expects', async () => {
  const models = await client('user').models.list();
  assert.equal(models.data[0].id, 'demo');
  const wrong = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'wrong', maxRetries: 0 });
  await assert.rejects(wrong.models.list(), (error) => error.status === 401 && /credentials/i.test(error.message));
});
