import assert from 'node:assert/strict';
import { SCHEMA, same } from './context.mjs';

const TOOL = { type: 'function', function: { name: 'send_email', parameters: SCHEMA } };

/** The openai client. */
export function openaiScenarios({ default: OpenAI }, t) {
  const client = (role = 'user') => new OpenAI({ baseURL: `${t.url}/v1`, apiKey: t.keys[role], maxRetries: 0 });
  const asked = (person) => [{ role: 'user', content: person.prompt }];
  const chat = (body, options) => client().chat.completions.create({ model: 'demo', ...body }, options);

  return {
    'chat: the text is the user’s, streamed and whole': async () => {
      const person = t.person();
      const answer = await chat({ messages: asked(person) });
      assert.match(answer.choices[0].message.content, new RegExp(person.PERSON));
      let streamed = '';
      for await (const event of await chat({ messages: asked(person), stream: true }))
        streamed += event.choices[0]?.delta.content ?? '';
      assert.equal(streamed, answer.choices[0].message.content);
    },
    'chat: support sees masks, the analyst tokens': async () => {
      const person = t.person();
      const ask = async (role) =>
        (await client(role).chat.completions.create({ model: 'demo', messages: asked(person) })).choices[0].message
          .content;
      assert.match(await ask('support'), /@example\.com/);
      assert.match(await ask('analyst'), /\[EMAIL_[0-9A-Z]{10}\]/);
      for (const role of ['support', 'analyst']) assert.equal((await ask(role)).includes(person.EMAIL), false);
    },
    'chat: a tool call, streamed and whole, and the turn after it': async () => {
      const person = t.person();
      const messages = asked(person);
      const { message } = (await chat({ messages, tools: [TOOL] })).choices[0];
      same(JSON.parse(message.tool_calls[0].function.arguments), person.contact);
      const streamed = await client()
        .chat.completions.stream({ model: 'demo', messages, tools: [TOOL] })
        .finalChatCompletion();
      same(JSON.parse(streamed.choices[0].message.tool_calls[0].function.arguments), person.contact);
      const result = { role: 'tool', tool_call_id: message.tool_calls[0].id, content: `sent to ${person.EMAIL}` };
      const done = await chat({ tools: [TOOL], messages: [...messages, message, result] });
      assert.ok(done.choices[0].message.content.includes(person.EMAIL));
      t.oneToken();
    },
    'chat: JSON by a schema': async () => {
      const person = t.person();
      const response_format = { type: 'json_schema', json_schema: { name: 'contact', strict: true, schema: SCHEMA } };
      const answer = await chat({ messages: asked(person), response_format });
      same(JSON.parse(answer.choices[0].message.content), person.contact);
    },
    'chat: many turns keep the token of a value': async () => {
      const person = t.person();
      const first = (await chat({ messages: asked(person) })).choices[0].message;
      const next = { role: 'user', content: `Write to ${person.EMAIL} again.` };
      const second = await chat({ messages: [...asked(person), first, next] });
      assert.ok(second.choices[0].message.content.includes(person.EMAIL));
      t.oneToken();
    },
    'chat: going away ends the upstream’s work': () =>
      t.cancels(async () => {
        const stream = await chat({ model: 'slow', messages: asked(t.person()), stream: true });
        for await (const _ of stream) stream.controller.abort();
      }),
    'responses: text, stream, tool call, JSON by a schema, and a turn that goes on from a stored one': async () => {
      const person = t.person();
      const create = (body) => client().responses.create({ model: 'demo', input: person.prompt, ...body });
      const answer = await create({});
      assert.ok(answer.output_text.includes(person.EMAIL));
      let streamed = '';
      for await (const event of await create({ stream: true }))
        if (event.type === 'response.output_text.delta') streamed += event.delta;
      assert.equal(streamed, answer.output_text);
      const called = await create({ tools: [{ type: 'function', name: 'send', strict: true, parameters: SCHEMA }] });
      const call = called.output.find((item) => item.type === 'function_call');
      same(JSON.parse(call.arguments), person.contact);
      const format = { type: 'json_schema', name: 'contact', strict: true, schema: SCHEMA };
      same(JSON.parse((await create({ text: { format } })).output_text), person.contact);
      const next = await create({ input: `Again to ${person.EMAIL}.`, previous_response_id: answer.id });
      assert.ok(next.output_text.includes(person.EMAIL));
    },
    'completions, embeddings and models': async () => {
      const person = t.person();
      const { choices } = await client().completions.create({ model: 'demo', prompt: person.prompt });
      assert.ok(choices[0].text.includes(person.EMAIL));
      const { data } = await client().embeddings.create({ model: 'demo', input: [person.prompt, 'Hello.'] });
      assert.equal(data.length, 2);
      assert.equal((await client().models.list()).data[0].id, 'demo');
    },
    'errors are the client’s own classes': async () => {
      const messages = [{ role: 'user', content: 'Hello.' }];
      const wrong = new OpenAI({ baseURL: `${t.url}/v1`, apiKey: 'wrong', maxRetries: 0 });
      await assert.rejects(wrong.chat.completions.create({ model: 'demo', messages }), (error) => {
        assert.ok(error instanceof OpenAI.AuthenticationError);
        assert.equal(error.code, 'identity.invalid_credentials');
        assert.equal(error.type, 'authentication_error');
        return typeof error.requestID === 'string' && /credentials|key/i.test(error.message);
      });
      await assert.rejects(chat({ messages: 'none' }), OpenAI.BadRequestError);
      await assert.rejects(
        chat({ messages: [{ role: 'tool', tool_call_id: t.person().EMAIL, content: 'x' }] }),
        (error) => error instanceof OpenAI.UnprocessableEntityError && error.param === '/messages/0/tool_call_id',
      );
      await assert.rejects(chat({ messages }, { headers: { 'x-pvg-collection': 'unknown' } }), OpenAI.NotFoundError);
      await assert.rejects(chat({ model: 'down', messages }), OpenAI.InternalServerError);
      await assert.rejects(async () => {
        for await (const _ of await chat({ model: 'cut', messages, stream: true }));
      }, OpenAI.APIError);
    },
  };
}
