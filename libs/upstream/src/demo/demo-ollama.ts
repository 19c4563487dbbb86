import { z } from 'zod';
import { type DemoApi, jsonOf, piecesOf, propertiesOf, textOf, usageOf } from './demo-api.js';
import { readPrompt, writeText } from './demo-text-models.js';

const Body = z.looseObject({
  model: z.string().default('demo'),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown().optional() })).optional(),
  prompt: z.string().optional(),
  tools: z
    .array(z.looseObject({ function: z.looseObject({ name: z.string(), parameters: z.unknown().optional() }) }))
    .optional(),
  format: z.unknown().optional(),
  stream: z.boolean().nullish(),
});

/** Ollama chat and generate, which stream NDJSON unless told otherwise. */
export const ollama: DemoApi = {
  matches: (path) => path === '/api/chat' || path === '/api/generate',
  read: (body) => {
    const parsed = Body.safeParse(body);
    if (!parsed.success) return null;
    const { model, messages, prompt, tools, format, stream } = parsed.data;
    const written = messages ? null : readPrompt(model, prompt ?? '');
    return {
      stream: stream !== false,
      request: written ?? {
        model,
        ...jsonOf(format),
        messages: messages
          ? messages.map(({ role, content }) => ({
              role: role === 'tool' || role === 'assistant' || role === 'system' ? role : ('user' as const),
              text: textOf(content),
            }))
          : [{ role: 'user', text: prompt ?? '' }],
        tools: (tools ?? []).map(({ function: { name, parameters } }) => ({
          name,
          properties: propertiesOf(parameters),
        })),
      },
    };
  },
  write: (request, reply, stream, path) => {
    const { prompt, completion } = usageOf(request, reply);
    const line = (part: object, done: boolean) => ({
      model: request.model,
      created_at: new Date().toISOString(),
      ...part,
      done,
      ...(done && { done_reason: 'stop', prompt_eval_count: prompt, eval_count: completion }),
    });
    const said = (text: string) =>
      path === '/api/generate' ? { response: text } : { message: { role: 'assistant', content: text } };
    const called =
      reply.kind === 'tool_call' && path !== '/api/generate'
        ? {
            message: {
              role: 'assistant',
              content: '',
              tool_calls: [{ function: { name: reply.name, arguments: reply.arguments } }],
            },
          }
        : null;
    const text = path === '/api/generate' ? writeText(request.model, reply) : reply.kind === 'text' ? reply.text : '';
    const lines = stream
      ? [
          ...(called ? [line(called, false)] : [...piecesOf(text)].map((piece) => line(said(piece), false))),
          line(said(''), true),
        ]
      : [line(called ?? said(text), true)];
    return {
      contentType: stream ? 'application/x-ndjson' : 'application/json',
      pieces: lines.map((one) => `${JSON.stringify(one)}\n`),
    };
  },
};
