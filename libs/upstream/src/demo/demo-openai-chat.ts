import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type DemoApi, events, jsonOf, piecesOf, propertiesOf, textOf, usageOf, whole } from './demo-api.js';
import type { DemoReply } from './demo-reply.js';

const Body = z.looseObject({
  model: z.string().default('demo'),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown().optional() })).min(1),
  tools: z
    .array(
      z.looseObject({ function: z.looseObject({ name: z.string(), parameters: z.unknown().optional() }).optional() }),
    )
    .optional(),
  response_format: z.looseObject({ json_schema: z.looseObject({ schema: z.unknown() }).optional() }).nullish(),
  stream: z.boolean().nullish(),
});

const ROLES: Readonly<Record<string, 'user' | 'assistant' | 'system' | 'tool'>> = {
  assistant: 'assistant',
  system: 'system',
  developer: 'system',
  tool: 'tool',
  function: 'tool',
};

/** OpenAI chat completions. */
export const openaiChat: DemoApi = {
  matches: (path) => path === '/v1/chat/completions',
  read: (body) => {
    const parsed = Body.safeParse(body);
    if (!parsed.success) return null;
    const { model, messages, tools, response_format, stream } = parsed.data;
    return {
      stream: stream === true,
      request: {
        model,
        ...jsonOf(response_format?.json_schema?.schema),
        messages: messages.map(({ role, content }) => ({ role: ROLES[role] ?? 'user', text: textOf(content) })),
        tools: (tools ?? []).flatMap((tool) =>
          tool.function ? [{ name: tool.function.name, properties: propertiesOf(tool.function.parameters) }] : [],
        ),
      },
    };
  },
  write: (request, reply, stream) => {
    const head = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model: request.model };
    const { prompt, completion } = usageOf(request, reply);
    const usage = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
    const finish = reply.kind === 'text' ? 'stop' : 'tool_calls';
    if (!stream) {
      const message = { role: 'assistant', refusal: null, ...messageOf(reply) };
      return whole({
        ...head,
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason: finish }],
        usage,
      });
    }
    const chunk = (delta: object, end: string | null) => ({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: end }],
    });
    return events([
      ...deltasOf(reply).map((delta) => chunk(delta, null)),
      chunk({}, finish),
      { ...head, object: 'chat.completion.chunk', choices: [], usage },
      '[DONE]',
    ]);
  },
};

function messageOf(reply: DemoReply): object {
  if (reply.kind === 'text') return { content: reply.text };
  const call = { name: reply.name, arguments: JSON.stringify(reply.arguments) };
  return { content: null, tool_calls: [{ id: `call_${randomUUID()}`, type: 'function', function: call }] };
}

function deltasOf(reply: DemoReply): object[] {
  if (reply.kind === 'text') {
    return [{ role: 'assistant', content: '' }, ...[...piecesOf(reply.text)].map((content) => ({ content }))];
  }
  const first = {
    index: 0,
    id: `call_${randomUUID()}`,
    type: 'function',
    function: { name: reply.name, arguments: '' },
  };
  return [
    { role: 'assistant', content: null, tool_calls: [first] },
    ...[...piecesOf(JSON.stringify(reply.arguments))].map((piece) => ({
      tool_calls: [{ index: 0, function: { arguments: piece } }],
    })),
  ];
}
