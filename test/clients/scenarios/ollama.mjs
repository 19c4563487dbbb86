import assert from 'node:assert/strict';
import { SCHEMA, same } from './context.mjs';

const tools = [{ type: 'function', function: { name: 'send_email', description: 'Sends.', parameters: SCHEMA } }];

/** ollama. */
export function ollamaScenarios({ Ollama }, t) {
  const client = (key = t.keys.user, more = {}) =>
    new Ollama({ host: t.url, headers: { authorization: `Bearer ${key}`, ...more } });
  const chat = (body) => client().chat({ model: 'demo', ...body });
  const asked = (person) => [{ role: 'user', content: person.prompt }];

  return {
    'the text is the user’s, streamed and whole, in chat and generate': async () => {
      const person = t.person();
      const { message } = await chat({ messages: asked(person) });
      assert.ok(message.content.includes(person.EMAIL));
      let streamed = '';
      for await (const part of await chat({ messages: asked(person), stream: true })) streamed += part.message.content;
      assert.equal(streamed, message.content);
      const generated = await client().generate({ model: 'demo', prompt: person.prompt });
      assert.ok(generated.response.includes(person.PERSON));
      let written = '';
      for await (const part of await client().generate({ model: 'demo', prompt: person.prompt, stream: true }))
        written += part.response;
      assert.equal(written, generated.response);
      assert.equal((await client().list()).models[0].name, 'demo');
    },
    'a tool call, streamed and whole, and the turn after it': async () => {
      const person = t.person();
      const { message } = await chat({ messages: asked(person), tools });
      same(message.tool_calls[0].function.arguments, person.contact);
      const streamed = [];
      for await (const part of await chat({ messages: asked(person), tools, stream: true }))
        streamed.push(...(part.message.tool_calls ?? []));
      same(streamed[0].function.arguments, person.contact);
      const result = { role: 'tool', tool_name: 'send_email', content: `sent to ${person.EMAIL}` };
      const done = await chat({ messages: [...asked(person), message, result], tools });
      assert.ok(done.message.content.includes(person.EMAIL));
      t.oneToken();
    },
    'JSON by a schema': async () => {
      const person = t.person();
      const { message } = await chat({ messages: asked(person), format: SCHEMA });
      same(JSON.parse(message.content), person.contact);
    },
    'many turns keep the token of a value': async () => {
      const person = t.person();
      const { message } = await chat({ messages: asked(person) });
      const next = { role: 'user', content: `Write to ${person.EMAIL} again.` };
      const second = await chat({ messages: [...asked(person), message, next] });
      assert.ok(second.message.content.includes(person.EMAIL));
      t.oneToken();
    },
    'going away ends the upstream’s work': () =>
      t.cancels(async () => {
        const stream = await chat({ model: 'slow', messages: asked(t.person()), stream: true });
        for await (const _ of stream) stream.abort();
      }),
    'errors are the client’s own class': async () => {
      const messages = [{ role: 'user', content: 'Hello.' }];
      const is = (status, text) => (error) => {
        assert.equal(error.name, 'ResponseError');
        assert.equal(error.status_code, status);
        return text.test(error.message);
      };
      const wrong = client('wrong').chat({ model: 'demo', messages });
      await assert.rejects(wrong, is(401, /^(?=.*(credentials|key))[^{}]+$/i));
      const foreign = client(t.keys.user, { 'x-pvg-collection': 'unknown' }).chat({ model: 'demo', messages });
      await assert.rejects(foreign, is(404, /^[^{}]+$/));
      await assert.rejects(chat({ messages: 'none' }), is(400, /messages/));
      await assert.rejects(chat({ model: 'down', messages }), is(502, /upstream/i));
      await assert.rejects(async () => {
        for await (const _ of await chat({ model: 'cut', messages, stream: true }));
      }, /upstream/i);
    },
  };
}
