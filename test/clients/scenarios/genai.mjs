import assert from 'node:assert/strict';
import { SCHEMA, same } from './context.mjs';

const tools = [{ functionDeclarations: [{ name: 'send_email', parametersJsonSchema: SCHEMA }] }];

/** @google/genai. */
export function genaiScenarios({ GoogleGenAI, ApiError }, t) {
  const client = (apiKey = t.keys.user, headers = {}) =>
    new GoogleGenAI({ apiKey, httpOptions: { baseUrl: t.url, headers } });
  const generate = (contents, config = {}, model = 'demo') =>
    client().models.generateContent({ model, contents, config });
  const stream = (contents, config = {}, model = 'demo') =>
    client().models.generateContentStream({ model, contents, config });

  return {
    'the text is the user’s, streamed and whole': async () => {
      const person = t.person();
      const { text } = await generate(person.prompt);
      assert.ok(text.includes(person.EMAIL));
      let streamed = '';
      for await (const chunk of await stream(person.prompt)) streamed += chunk.text ?? '';
      assert.equal(streamed, text);
    },
    'a function call, streamed and whole, and the turn after it': async () => {
      const person = t.person();
      const called = await generate(person.prompt, { tools });
      same(called.functionCalls[0].args, person.contact);
      const streamed = [];
      for await (const chunk of await stream(person.prompt, { tools })) streamed.push(...(chunk.functionCalls ?? []));
      same(streamed[0].args, person.contact);
      const functionResponse = { name: 'send_email', response: { output: `sent to ${person.EMAIL}` } };
      const done = await generate(
        [
          { role: 'user', parts: [{ text: person.prompt }] },
          called.candidates[0].content,
          { role: 'user', parts: [{ functionResponse }] },
        ],
        { tools },
      );
      assert.ok(done.text.includes(person.EMAIL));
      t.oneToken();
    },
    'JSON by a schema': async () => {
      const person = t.person();
      const config = { responseMimeType: 'application/json', responseJsonSchema: SCHEMA };
      same(JSON.parse((await generate(person.prompt, config)).text), person.contact);
    },
    'many turns keep the token of a value': async () => {
      const person = t.person();
      const chat = client().chats.create({ model: 'demo' });
      await chat.sendMessage({ message: person.prompt });
      const second = await chat.sendMessage({ message: `Write to ${person.EMAIL} again.` });
      assert.ok(second.text.includes(person.EMAIL));
      t.oneToken();
    },
    'going away ends the upstream’s work': () =>
      t.cancels(async () => {
        const abort = new AbortController();
        const chunks = await stream(t.person().prompt, { abortSignal: abort.signal }, 'slow');
        for await (const _ of chunks) abort.abort();
      }),
    'errors are the client’s own class': async () => {
      const is = (status, code) => (error) => {
        assert.ok(error instanceof ApiError);
        assert.equal(error.status, status);
        return JSON.parse(error.message.replace(/^[^{]*/, '')).error.status === code;
      };
      await assert.rejects(
        client('wrong').models.generateContent({ model: 'demo', contents: 'Hello.' }),
        is(401, 'UNAUTHENTICATED'),
      );
      await assert.rejects(generate([{ role: t.person().EMAIL, parts: [] }]), is(422, 'INVALID_ARGUMENT'));
      await assert.rejects(
        client(t.keys.user, { 'x-pvg-collection': 'unknown' }).models.generateContent({
          model: 'demo',
          contents: 'Hello.',
        }),
        is(404, 'NOT_FOUND'),
      );
      await assert.rejects(generate('Hello.', {}, 'down'), is(502, 'UNAVAILABLE'));
      await assert.rejects(stream('Hello.', {}, 'down'), is(502, 'UNAVAILABLE'));
      await assert.rejects(
        async () => {
          for await (const _ of await stream('Hello.', {}, 'cut'));
        },
        is(502, 'UNAVAILABLE'),
      );
    },
  };
}
