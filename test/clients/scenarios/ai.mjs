import assert from 'node:assert/strict';
import { SCHEMA, same } from './context.mjs';

/** The Vercel AI SDK with its OpenAI-compatible provider. */
export function aiScenarios({ ai, createOpenAICompatible }, t) {
  const { APICallError, generateText, jsonSchema, Output, stepCountIs, streamText, tool } = ai;
  const model = (id = 'demo', apiKey = t.keys.user, headers = {}) =>
    createOpenAICompatible({ name: 'pvg', baseURL: `${t.url}/v1`, apiKey, headers, supportsStructuredOutputs: true })(
      id,
    );
  const once = { maxRetries: 0 };

  return {
    'the text is the user’s, streamed and whole': async () => {
      const { prompt, EMAIL } = t.person();
      const { text } = await generateText({ model: model(), prompt, ...once });
      assert.ok(text.includes(EMAIL));
      let streamed = '';
      for await (const delta of streamText({ model: model(), prompt, ...once }).textStream) streamed += delta;
      assert.equal(streamed, text);
    },
    'a tool runs between two steps, streamed and whole': async () => {
      const person = t.person();
      const received = [];
      const send_email = tool({
        description: 'Sends.',
        inputSchema: jsonSchema(SCHEMA),
        execute: async (input) => {
          received.push(input);
          return { sent: input.email };
        },
      });
      const asked = { model: model(), prompt: person.prompt, stopWhen: stepCountIs(3), tools: { send_email }, ...once };
      assert.ok((await generateText(asked)).text.includes(person.EMAIL));
      assert.ok((await streamText(asked).text).includes(person.EMAIL));
      same(received, [person.contact, person.contact]);
      t.oneToken();
    },
    'JSON by a schema': async () => {
      const person = t.person();
      const output = Output.object({ schema: jsonSchema(SCHEMA) });
      const answer = await generateText({ model: model(), prompt: person.prompt, output, ...once });
      same(answer.output, person.contact);
    },
    'many turns keep the token of a value': async () => {
      const person = t.person();
      const messages = [{ role: 'user', content: person.prompt }];
      const first = await generateText({ model: model(), messages, ...once });
      const again = { role: 'user', content: `Write to ${person.EMAIL} again.` };
      const turns = [...messages, { role: 'assistant', content: first.text }, again];
      assert.ok((await generateText({ model: model(), messages: turns, ...once })).text.includes(person.EMAIL));
      t.oneToken();
    },
    'going away ends the upstream’s work': () =>
      t.cancels(async () => {
        const abort = new AbortController();
        const { prompt } = t.person();
        const stream = streamText({ model: model('slow'), prompt, abortSignal: abort.signal, ...once });
        for await (const _ of stream.textStream) abort.abort();
      }),
    'errors are the client’s own class': async () => {
      const is = (status, text) => (error) => {
        assert.ok(APICallError.isInstance(error));
        assert.equal(error.statusCode, status);
        return text.test(error.message);
      };
      const ask = (of) => generateText({ model: of, prompt: 'Hello.', ...once });
      await assert.rejects(ask(model('demo', 'wrong')), is(401, /credentials|key/i));
      await assert.rejects(ask(model('demo', t.keys.user, { 'x-pvg-collection': 'unknown' })), is(404, /\w/));
      await assert.rejects(ask(model('down')), is(502, /upstream/i));
      const failed = [];
      const onError = ({ error }) => failed.push(error);
      for await (const part of streamText({ model: model('cut'), prompt: 'Hello.', onError, ...once }).fullStream)
        if (part.type === 'error') failed.push(part.error);
      assert.match(String(failed[0]?.message ?? failed[0]), /upstream/i);
    },
  };
}
