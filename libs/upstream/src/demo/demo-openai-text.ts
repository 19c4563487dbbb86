import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type DemoApi, events, piecesOf, textOf, usageOf, whole } from './demo-api.js';
import { readPrompt, writeText } from './demo-text-models.js';

const Prompt = z.looseObject({
  model: z.string().default('demo'),
  prompt: z.unknown().optional(),
  stream: z.boolean().nullish(),
});
const Input = z.looseObject({ model: z.string().default('demo'), input: z.unknown().optional() });
const VECTOR_LENGTH = 8;

/** OpenAI text completions. */
export const openaiCompletions: DemoApi = {
  matches: (path) => path === '/v1/completions',
  read: (body) => {
    const parsed = Prompt.safeParse(body);
    if (!parsed.success) return null;
    const { model, prompt, stream } = parsed.data;
    const text = textOf(prompt);
    return {
      stream: stream === true,
      request: readPrompt(model, text) ?? { model, messages: [{ role: 'user', text }], tools: [] },
    };
  },
  write: (request, reply, stream) => {
    const text = writeText(request.model, reply);
    const head = { id: `cmpl-${randomUUID()}`, object: 'text_completion', created: 0, model: request.model };
    const choice = (part: string, finish: string | null) => ({
      index: 0,
      text: part,
      logprobs: null,
      finish_reason: finish,
    });
    const { prompt, completion } = usageOf(request, reply);
    const usage = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
    if (!stream) return whole({ ...head, choices: [choice(text, 'stop')], usage });
    return events([
      ...[...piecesOf(text)].map((part) => ({ ...head, choices: [choice(part, null)] })),
      { ...head, choices: [choice('', 'stop')] },
      '[DONE]',
    ]);
  },
};

/** OpenAI embeddings: numbers made from a digest, so equal texts have equal vectors. They mean nothing. */
export const openaiEmbeddings: DemoApi = {
  matches: (path) => path === '/v1/embeddings',
  read: (body) => {
    const parsed = Input.safeParse(body);
    if (!parsed.success) return null;
    const { model, input } = parsed.data;
    const texts = Array.isArray(input) ? input.map(textOf) : [textOf(input)];
    return { stream: false, request: { model, messages: texts.map((text) => ({ role: 'user', text })), tools: [] } };
  },
  write: (request, reply) => {
    const { prompt } = usageOf(request, reply);
    return whole({
      object: 'list',
      model: request.model,
      data: request.messages.map(({ text }, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })),
      usage: { prompt_tokens: prompt, total_tokens: prompt },
    });
  },
};

function vectorOf(text: string): number[] {
  const digest = createHash('sha256').update(text).digest();
  return Array.from({ length: VECTOR_LENGTH }, (_, index) => digest[index]! / 128 - 1);
}
