import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { upstreamConfig } from '#lib/config';
import {
  type Handler,
  json,
  type ScriptedServer,
  startScriptedServer,
} from '../../../libs/upstream/src/testing/scripted-server.js';
import { inventPerson } from '../../support/invented.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

let t: TestGateway;
let model: ScriptedServer;

beforeAll(async () => {
  model = await startScriptedServer();
  t = await createTestGateway({
    upstreams: [
      upstreamConfig({ name: 'chat', baseUrl: `${model.origin}/v1` }),
      upstreamConfig({ name: 'messages', api: 'anthropic', baseUrl: model.origin }),
    ],
  });
  for (const answerPii of ['token', 'mask', 'redact'] as const) {
    const put = await t.call(`/admin/v1/collections/${answerPii}`, { as: 'admin', method: 'PUT', body: { answerPii } });
    expect(put.status).toBe(200);
  }
}, 60_000);

afterAll(async () => {
  await t.close();
  await model.close();
});

const NEW = 'bea.invented@example.org';
/** A value of the caller's own comes back restored beside the new one. */
const WRITTEN = `Dear {{EMAIL}}, reach her at ${NEW} any time. Thank you.`;

const filled = (text: string, body: string) =>
  text.replaceAll('{{EMAIL}}', /\[EMAIL_[0-9A-Z]{10}\]/.exec(body)?.[0] ?? '(none)');
const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

const whole =
  (text: string): Handler =>
  (response, body, incoming) =>
    json({
      id: 'c',
      choices: [{ index: 0, message: { role: 'assistant', content: filled(text, body) }, finish_reason: 'stop' }],
    })(response, body, incoming);
/** Streams a text in pieces, written to the socket in bytes cut anywhere. */
const streamed =
  (text: string, size: number, end = `${chunk({}, 'stop')}data: [DONE]\n\n`): Handler =>
  (response, body) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const pieces = filled(text, body).match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
    const raw = Buffer.from(pieces.map((content) => chunk({ content })).join('') + end);
    for (let at = 0; at < raw.length; at += 97) response.write(raw.subarray(at, at + 97));
    response.end();
  };

const ask = (collection: string | null, content: string, more: object = {}) =>
  t.call('/v1/chat/completions', {
    body: { model: 'm', messages: [{ role: 'user', content }], ...more },
    headers: collection === null ? {} : { 'x-pvg-collection': collection },
  });
const contentOf = (text: string) =>
  text
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice(6)).choices?.[0]?.delta?.content ?? '')
    .join('');

const EXPECTED: Readonly<Record<string, RegExp>> = {
  token: /^Dear .+@example\.com, reach her at \[EMAIL_[0-9A-Z]{10}\] any time\. Thank you\.$/,
  mask: /^Dear .+@example\.com, reach her at b\*+@example\.org any time\. Thank you\.$/,
  redact: /^Dear .+@example\.com, reach her at \[REDACTED_EMAIL\] any time\. Thank you\.$/,
};

describe('personal data that the model writes by itself', () => {
  it('passes when the collection says nothing', async () => {
    const { EMAIL } = inventPerson();
    model.script(whole(WRITTEN), streamed(WRITTEN, 5));
    const text = `Dear ${EMAIL}, reach her at ${NEW} any time. Thank you.`;
    expect((await ask(null, `Mail ${EMAIL}`)).json.choices[0].message.content).toBe(text);
    expect(contentOf((await ask(null, `Mail ${EMAIL}`, { stream: true })).text)).toBe(text);
  });

  it.each(Object.keys(EXPECTED))('is replaced as the collection says, and only it: %s', async (collection) => {
    const { EMAIL } = inventPerson();
    model.script(whole(WRITTEN));
    const answer = await ask(collection, `Mail ${EMAIL}`);
    expect(answer.json.choices[0].message.content).toMatch(EXPECTED[collection]!);
    expect(answer.json.choices[0].message.content).toContain(`Dear ${EMAIL},`);
    expect([answer.headers.get('x-pvg-restored'), answer.headers.get('x-pvg-unresolved')]).toEqual(['1', '0']);
  });

  it.each([1, 2, 3, 7, 20, 500])(
    'is the same in a stream of pieces of %i, and no event shows a part of it',
    async (size) => {
      const { EMAIL } = inventPerson();
      for (const collection of Object.keys(EXPECTED)) {
        model.script(streamed(WRITTEN, size));
        const { text } = await ask(collection, `Mail ${EMAIL}`, { stream: true });
        expect(contentOf(text)).toMatch(EXPECTED[collection]!);
        expect(text).not.toMatch(/invented|bea\.|@example\.org"/);
        expect(text).toContain(': pvg restored=1 unresolved=0');
      }
    },
  );

  it('is replaced in tool arguments, which stay JSON, and in reasoning', async () => {
    const args = JSON.stringify({ to: NEW, note: `call "her" at ${NEW}`, n: 1.5 });
    const call = { id: 'c', type: 'function', function: { name: 'send', arguments: args } };
    const message = { role: 'assistant', content: null, reasoning_content: `Maybe ${NEW}?`, tool_calls: [call] };
    model.script(json({ choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }));
    const answer = (await ask('token', 'Hello')).json.choices[0].message;
    const parsed = JSON.parse(answer.tool_calls[0].function.arguments);
    expect(parsed).toEqual({ to: expect.stringMatching(/^\[EMAIL_/), note: `call "her" at ${parsed.to}`, n: 1.5 });
    expect(answer.reasoning_content).toBe(`Maybe ${parsed.to}?`);
    const deltas = [...args].map((one) => chunk({ tool_calls: [{ index: 0, function: { arguments: one } }] })).join('');
    model.script((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(
        `${chunk({ tool_calls: [{ index: 0, ...call, function: { name: 'send', arguments: '' } }] })}${deltas}${chunk({}, 'tool_calls')}data: [DONE]\n\n`,
      );
    });
    const { text } = await ask('token', 'Hello', { stream: true });
    const streamedArgs = text
      .split('\n\n')
      .filter((event) => event.startsWith('data: {'))
      .map((event) => JSON.parse(event.slice(6)).choices[0]?.delta?.tool_calls?.[0]?.function?.arguments ?? '')
      .join('');
    expect(JSON.parse(streamedArgs)).toEqual(parsed);
  });

  it('is replaced in what an upstream says is wrong', async () => {
    model.script(json({ error: { message: `No account for ${NEW} here.` } }, 400));
    const answer = await ask('redact', 'Hello');
    expect([answer.status, answer.json.error.message]).toEqual([400, 'No account for [REDACTED_EMAIL] here.']);
  });

  it('is a value of the vault afterwards, comes back as its token, and stays one in the next turn', async () => {
    model.script(whole(`Reach her at ${NEW} any time.`));
    const first = (await ask('token', 'Invent a contact')).json.choices[0].message;
    const token = /\[EMAIL_[0-9A-Z]{10}\]/.exec(first.content)![0];
    model.script(whole('Fine.'));
    await t.call('/v1/chat/completions', {
      headers: { 'x-pvg-collection': 'token' },
      body: {
        model: 'm',
        messages: [{ role: 'user', content: 'Invent a contact' }, first, { role: 'user', content: 'Write to her' }],
      },
    });
    expect(model.bodies.at(-1)).toContain(token);
    expect(model.bodies.at(-1)).not.toContain(NEW);
    const { items } = (await t.call('/admin/v1/audit?limit=200', { as: 'admin' })).json;
    const row = items.find((one: { facts?: { surface?: string } }) => one.facts?.surface === 'chat.completions.answer');
    expect(row).toMatchObject({ action: 'values.tokenized', facts: { count: 1, types: ['EMAIL'] } });
  });

  it('is replaced on the other surfaces: Anthropic’s stream', async () => {
    const event = (type: string, rest: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
    model.script((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const deltas = [...`Reach her at ${NEW} any time.`].map((text) =>
        event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
      );
      response.end(
        event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
          deltas.join('') +
          event('content_block_stop', { index: 0 }) +
          event('message_stop', {}),
      );
    });
    const body = { model: 'm', max_tokens: 9, stream: true, messages: [{ role: 'user', content: 'Hello' }] };
    const { text } = await t.call('/v1/messages', { body, headers: { 'x-pvg-collection': 'redact' } });
    const said = [...text.matchAll(/"text":"((?:[^"\\]|\\.)*)"/g)].map(([, one]) => one).join('');
    expect(said).toBe('Reach her at [REDACTED_EMAIL] any time.');
  });

  it('is not shown by a stream that is cut', async () => {
    model.script(streamed(`All is well here. Reach her at ${NEW}`, 4, ''));
    const { text } = await ask('token', 'Hello', { stream: true });
    expect(contentOf(text.split('data: {"error"')[0]!)).toMatch(/^All is well here\. /);
    expect(text).toContain('"error"');
    expect(text).not.toMatch(/invented|bea\./);
  });
});
