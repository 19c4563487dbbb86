import assert from 'node:assert/strict';
import { SCHEMA, same } from './context.mjs';

/** LangChain.js. */
export function langchainScenarios({ ChatOpenAI, tool, messages, z }, t) {
  const { AIMessage, HumanMessage, ToolMessage } = messages;
  const model = (id = 'demo', apiKey = t.keys.user, defaultHeaders = {}) =>
    new ChatOpenAI({
      model: id,
      apiKey,
      maxRetries: 0,
      configuration: { baseURL: `${t.url}/v1`, defaultHeaders },
    });
  const send = tool(async ({ email }) => email, {
    name: 'send_email',
    description: 'Sends.',
    schema: z.object({ email: z.string(), name: z.string() }),
  });

  return {
    'the text is the user’s, streamed and whole': async () => {
      const person = t.person();
      const { text } = await model().invoke(person.prompt);
      assert.ok(text.includes(person.EMAIL));
      let streamed = '';
      for await (const chunk of await model().stream(person.prompt)) streamed += chunk.text;
      assert.equal(streamed, text);
    },
    'a tool call, streamed and whole, and the turn after it': async () => {
      const person = t.person();
      const bound = model().bindTools([send]);
      const called = await bound.invoke(person.prompt);
      same(called.tool_calls[0].args, person.contact);
      let streamed;
      for await (const chunk of await bound.stream(person.prompt)) streamed = streamed ? streamed.concat(chunk) : chunk;
      same(streamed.tool_calls[0].args, person.contact);
      const result = new ToolMessage({ tool_call_id: called.tool_calls[0].id, content: `sent to ${person.EMAIL}` });
      const done = await bound.invoke([new HumanMessage(person.prompt), called, result]);
      assert.ok(done.text.includes(person.EMAIL));
      t.oneToken();
    },
    'JSON by a schema': async () => {
      const person = t.person();
      const structured = model().withStructuredOutput({ title: 'contact', ...SCHEMA }, { method: 'jsonSchema' });
      same(await structured.invoke(person.prompt), person.contact);
    },
    'many turns keep the token of a value': async () => {
      const person = t.person();
      const first = await model().invoke(person.prompt);
      const again = new HumanMessage(`Write to ${person.EMAIL} again.`);
      const second = await model().invoke([new HumanMessage(person.prompt), new AIMessage(first.text), again]);
      assert.ok(second.text.includes(person.EMAIL));
      t.oneToken();
    },
    'going away ends the upstream’s work': () =>
      t.cancels(async () => {
        const abort = new AbortController();
        const stream = await model('slow').stream(t.person().prompt, { signal: abort.signal });
        for await (const _ of stream) abort.abort();
      }),
    'errors carry status and code': async () => {
      const is = (status, code) => (error) => error.status === status && error.code === code;
      await assert.rejects(model('demo', 'wrong').invoke('Hello.'), is(401, 'identity.invalid_credentials'));
      const foreign = model('demo', t.keys.user, { 'x-pvg-collection': 'unknown' });
      await assert.rejects(foreign.invoke('Hello.'), is(404, 'resource.not_found'));
      await assert.rejects(model('down').invoke('Hello.'), is(502, 'upstream.unavailable'));
      await assert.rejects(async () => {
        for await (const _ of await model('cut').stream('Hello.'));
      }, /upstream/i);
    },
  };
}
