import assert from 'node:assert/strict';
import { SCHEMA, same } from './context.mjs';

const TOOLS = [{ name: 'send_email', input_schema: SCHEMA }];

/** @anthropic-ai/sdk. */
export function anthropicScenarios({ default: Anthropic }, t) {
  const client = (key = t.keys.user) => new Anthropic({ baseURL: t.url, apiKey: key, maxRetries: 0 });
  const create = (body, options) => client().messages.create({ model: 'demo', max_tokens: 99, ...body }, options);
  const asked = (person) => [{ role: 'user', content: person.prompt }];

  return {
    'the text is the user’s, streamed and whole': async () => {
      const messages = asked(t.person());
      const { content } = await create({ messages });
      assert.match(content[0].text, /@example\.com/);
      const stream = client().messages.stream({ model: 'demo', max_tokens: 99, messages });
      assert.equal(await stream.finalText(), content[0].text);
      assert.ok((await client().messages.countTokens({ model: 'demo', messages })).input_tokens > 0);
    },
    'a tool call, streamed and whole, and the turn after it': async () => {
      const person = t.person();
      const messages = asked(person);
      const { content } = await create({ messages, tools: TOOLS });
      const use = content.find((one) => one.type === 'tool_use');
      same(use.input, person.contact);
      const streamed = await client()
        .messages.stream({ model: 'demo', max_tokens: 99, messages, tools: TOOLS })
        .finalMessage();
      same(streamed.content.find((one) => one.type === 'tool_use').input, person.contact);
      const result = { type: 'tool_result', tool_use_id: use.id, content: `sent to ${person.EMAIL}` };
      const done = await create({
        tools: TOOLS,
        messages: [...messages, { role: 'assistant', content }, { role: 'user', content: [result] }],
      });
      assert.ok(done.content[0].text.includes(person.EMAIL));
      t.oneToken();
    },
    'JSON by a schema': async () => {
      const person = t.person();
      const output_config = { format: { type: 'json_schema', schema: SCHEMA } };
      const { content } = await create({ messages: asked(person), output_config });
      same(JSON.parse(content[0].text), person.contact);
    },
    'many turns keep the token of a value': async () => {
      const person = t.person();
      const { content } = await create({ messages: asked(person) });
      const next = { role: 'user', content: `Write to ${person.EMAIL} again.` };
      const second = await create({ messages: [...asked(person), { role: 'assistant', content }, next] });
      assert.ok(second.content[0].text.includes(person.EMAIL));
      t.oneToken();
    },
    'going away ends the upstream’s work': () =>
      t.cancels(async () => {
        const stream = await create({ model: 'slow', messages: asked(t.person()), stream: true });
        for await (const _ of stream) stream.controller.abort();
      }),
    'errors are the client’s own classes': async () => {
      const messages = [{ role: 'user', content: 'Hello.' }];
      await assert.rejects(client('wrong').messages.create({ model: 'demo', max_tokens: 9, messages }), (error) => {
        assert.ok(error instanceof Anthropic.AuthenticationError);
        assert.equal(error.error.type, 'error');
        assert.equal(error.error.error.type, 'authentication_error');
        return typeof error.requestID === 'string' && error.error.request_id === error.requestID;
      });
      await assert.rejects(create({ messages: 'none' }), Anthropic.BadRequestError);
      await assert.rejects(
        create({ messages, stream: true }, { headers: { 'x-pvg-collection': 'unknown' } }),
        (error) => error instanceof Anthropic.NotFoundError && error.error.error.type === 'not_found_error',
      );
      await assert.rejects(create({ model: 'down', messages }), Anthropic.InternalServerError);
      await assert.rejects(async () => {
        for await (const _ of await create({ model: 'cut', messages, stream: true }));
      }, Anthropic.APIError);
    },
  };
}
