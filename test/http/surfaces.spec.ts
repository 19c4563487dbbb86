import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inventPerson, promptOf, spellingsOf } from '../support/invented.js';
import { createTestGateway, type TestGateway } from '../support/test-gateway.js';

let t: TestGateway;

beforeAll(async () => {
  // Without an upstream of its own: the demo stand-in answers in every dialect.
  t = await createTestGateway({ upstreams: [] });
}, 60_000);

afterAll(() => t.close());

interface SurfaceCase {
  readonly name: string;
  readonly path: string;
  readonly streamPath: string;
  readonly body: (text: string, stream: boolean) => object;
  /** The text of an answer. */
  readonly whole: (json: never) => string;
  /** The pieces of text of a streamed answer. */
  readonly piece: RegExp;
}

const CASES: readonly SurfaceCase[] = [
  {
    name: 'OpenAI Responses',
    path: '/v1/responses',
    streamPath: '/v1/responses',
    body: (text, stream) => ({
      model: 'demo',
      input: [{ role: 'user', content: [{ type: 'input_text', text }] }],
      stream,
    }),
    whole: (json: { output: { content: { text: string }[] }[] }) => json.output[0]!.content[0]!.text,
    piece: /"type":"response\.output_text\.delta".*?"delta":("(?:[^"\\]|\\.)*")/g,
  },
  {
    name: 'OpenAI completions',
    path: '/v1/completions',
    streamPath: '/v1/completions',
    body: (text, stream) => ({ model: 'demo', prompt: text, stream }),
    whole: (json: { choices: { text: string }[] }) => json.choices[0]!.text,
    piece: /"text":("(?:[^"\\]|\\.)*")/g,
  },
  {
    name: 'Anthropic messages',
    path: '/v1/messages',
    streamPath: '/v1/messages',
    body: (text, stream) => ({ model: 'demo', max_tokens: 99, messages: [{ role: 'user', content: text }], stream }),
    whole: (json: { content: { text: string }[] }) => json.content[0]!.text,
    piece: /"type":"text_delta","text":("(?:[^"\\]|\\.)*")/g,
  },
  {
    name: 'Gemini generateContent',
    path: '/v1beta/models/demo:generateContent',
    streamPath: '/v1beta/models/demo:streamGenerateContent?alt=sse',
    body: (text) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
    whole: (json: { candidates: { content: { parts: { text: string }[] } }[] }) =>
      json.candidates[0]!.content.parts[0]!.text,
    piece: /"text":("(?:[^"\\]|\\.)*")/g,
  },
  {
    name: 'Gemini generateContent as an array',
    path: '/v1beta/models/demo:generateContent',
    streamPath: '/v1beta/models/demo:streamGenerateContent',
    body: (text) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
    whole: (json: { candidates: { content: { parts: { text: string }[] } }[] }) =>
      json.candidates[0]!.content.parts[0]!.text,
    piece: /"text":("(?:[^"\\]|\\.)*")/g,
  },
  {
    name: 'Ollama chat',
    path: '/api/chat',
    streamPath: '/api/chat',
    body: (text, stream) => ({ model: 'demo', messages: [{ role: 'user', content: text }], stream }),
    whole: (json: { message: { content: string } }) => json.message.content,
    piece: /"content":("(?:[^"\\]|\\.)*")/g,
  },
  {
    name: 'Ollama generate',
    path: '/api/generate',
    streamPath: '/api/generate',
    body: (text, stream) => ({ model: 'demo', prompt: text, stream }),
    whole: (json: { response: string }) => json.response,
    piece: /"response":("(?:[^"\\]|\\.)*")/g,
  },
];

describe.each(CASES)('$name', ({ path, streamPath, body, whole, piece }) => {
  it('restores the answer by role, whole and streamed alike', async () => {
    const person = inventPerson();
    const text = promptOf(person);
    const answer = await t.call(path, { body: body(text, false) });
    expect(answer.status).toBe(200);
    const user = whole(answer.json as never);
    expect(user).toContain(person.PERSON);
    expect(user).toContain(person.IBAN);

    const streamed = await t.call(streamPath, { body: body(text, true) });
    expect(streamed.status).toBe(200);
    const pieces = [...streamed.text.matchAll(piece)].map(([, json]) => JSON.parse(json!) as string);
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join('')).toBe(user);

    const analyst = await t.call(path, { as: 'analyst', body: body(text, false) });
    for (const value of Object.values(person))
      for (const form of spellingsOf(value)) expect(analyst.text).not.toContain(form);
    expect(whole(analyst.json as never)).toMatch(/\[PERSON_[0-9A-Z]{10}\]/);
    const support = whole((await t.call(path, { as: 'support', body: body(text, false) })).json as never);
    expect(support).toMatch(/\*+@example\.com/);
  });
});

describe('Anthropic count_tokens and OpenAI embeddings', () => {
  it('answer, with values replaced before they leave', async () => {
    const text = promptOf(inventPerson());
    const count = await t.call('/v1/messages/count_tokens', {
      body: { model: 'demo', messages: [{ role: 'user', content: text }] },
    });
    expect(count.json.input_tokens).toBeGreaterThan(10);
    const embedding = await t.call('/v1/embeddings', { body: { model: 'demo', input: [text, 'hello'] } });
    expect(embedding.json.data).toHaveLength(2);
    const numbers = await t.call('/v1/embeddings', { body: { model: 'demo', input: [[1, 2, 3]] } });
    expect(numbers.status).toBe(422);
  });
});

describe('stored responses', () => {
  const create = (as: 'user' | 'analyst', input: string, previous?: string) =>
    t.call('/v1/responses', {
      as,
      body: { model: 'demo', input, ...(previous !== undefined && { previous_response_id: previous }) },
    });

  it('restore, in a later turn, values of the earlier one; and belong to their principal alone', async () => {
    const person = inventPerson();
    const first = await create('user', promptOf(person));
    expect(first.status).toBe(200);
    const second = await create('user', 'Go on.', first.json.id);
    expect(second.status).toBe(200);
    const stolen = await create('analyst', 'Go on.', first.json.id);
    expect(stolen.status).toBe(404);
    expect((await create('user', 'Go on.', 'resp_unknown')).json.code).toBe(stolen.json.code);
    expect((await t.call(`/v1/responses/${first.json.id}`, { as: 'analyst' })).status).toBe(404);
  });
});

describe('families', () => {
  it('never send a request to an upstream of another family', async () => {
    const openaiOnly = await createTestGateway();
    const answer = await openaiOnly.call('/v1/messages', {
      body: { model: 'm', messages: [{ role: 'user', content: 'x' }] },
    });
    expect(answer.status).toBe(404);
    expect(answer.json.code).toBe('upstream.unknown_model');
    expect((await openaiOnly.upstream.captured()).bodies).toEqual([]);
    await openaiOnly.close();
  }, 60_000);
});
