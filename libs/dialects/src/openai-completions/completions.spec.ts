import { describe, expect, it } from '@jest/globals';
import { ChatStream } from '../openai-chat/chat-stream.js';
import { readChatResponse } from '../openai-chat/read-chat-response.js';
import { fakeLanes } from '../testing/fake-lanes.js';
import { expectChunkInvariance, runCut } from '../testing/split.js';
import { readCompletionsRequest, readEmbeddingsRequest } from './read-completions-request.js';

const values = { P: 'Ana "A" Ruiz' };
const make = () => new ChatStream({ open: fakeLanes(values).open });

describe('Completions and Embeddings requests', () => {
  it('offers every text for editing', () => {
    const raw =
      '{"model":"m","prompt":["I am Ana","and Bo"],"suffix":"s","stream":true,"stop":"Ana","max_tokens":5,"x":"y"}';
    const request = readCompletionsRequest(raw);
    expect(request).toMatchObject({ model: 'm', stream: true });
    expect(request.slots.filter(({ mode }) => mode === 'edit').map(({ text }) => text)).toEqual([
      'I am Ana',
      'and Bo',
      's',
      'Ana',
      'y',
    ]);
    expect(readEmbeddingsRequest('{"model":"m","input":"I am Ana"}').slots.at(-1)?.text).toBe('I am Ana');
  });

  it('refuses text in the form of numbers, which nothing here can read', () => {
    for (const input of ['[1,2]', '[[1],[2]]', '["a",[3]]']) {
      const error = expect.objectContaining({ code: 'request.unsupported' });
      expect(() => readEmbeddingsRequest(`{"model":"m","input":${input}}`)).toThrow(error);
      expect(() => readCompletionsRequest(`{"model":"m","prompt":${input}}`)).toThrow(error);
    }
  });
});

describe('Completions answer', () => {
  it('rewrites the text of each choice and drops its log probabilities', () => {
    const raw =
      '{"id":"c","choices":[{"index":0,"text":"Hi <<P>>","logprobs":{"tokens":["<<"]}},{"index":1,"text":"x","logprobs":{}}]}';
    const body = readChatResponse(raw);
    expect(body.rewrite(fakeLanes(values).open)).toBe(
      raw.replace('<<P>>', 'Ana \\"A\\" Ruiz').replace('{"tokens":["<<"]}', 'null'),
    );
    expect(body.slots.map(({ text }) => text)).toEqual(['Hi <<P>>', 'x']);
    expect(body.texts[0]).toMatchObject({ message: 0, field: 'text' });
  });

  it('rewrites the stream however it is cut', () => {
    const chunk = (text: string, finish: string | null = null) =>
      `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, text, finish_reason: finish }] })}\n\n`;
    const stream = `${chunk('Hi <<')}${chunk('P>> <<P')}${chunk('', 'stop')}data: [DONE]\n\n`;
    const out = runCut(make, new TextEncoder().encode(stream), []);
    const texts = out.match(/"text":"((?:[^"\\]|\\.)*)"/g)!.map((one) => JSON.parse(`{${one}}`).text as string);
    expect(texts).toEqual(['Hi ', `${values.P} `, '<<P', '']);
    expectChunkInvariance(make, { stream, pairsOf: chunk('<<P') + chunk('>>', 'x'), runs: 1000 });
  });
});
