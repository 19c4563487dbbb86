import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type DemoApi, events, jsonOf, piecesOf, propertiesOf, textOf, usageOf, whole } from './demo-api.js';
import type { DemoReply, DemoRequest } from './demo-reply.js';

const Item = z.looseObject({
  type: z.string().optional(),
  role: z.string().optional(),
  content: z.unknown().optional(),
  output: z.unknown().optional(),
});
const Body = z.looseObject({
  model: z.string().default('demo'),
  input: z.union([z.string(), z.array(Item)]),
  tools: z
    .array(z.looseObject({ type: z.string(), name: z.string().optional(), parameters: z.unknown().optional() }))
    .optional(),
  text: z.looseObject({ format: z.looseObject({ schema: z.unknown().optional() }).optional() }).nullish(),
  stream: z.boolean().nullish(),
});

/** OpenAI Responses. Nothing is stored: an id can be gone on from, but its content is not remembered. */
export const openaiResponses: DemoApi = {
  matches: (path) => path === '/v1/responses',
  read: (body) => {
    const parsed = Body.safeParse(body);
    if (!parsed.success) return null;
    const { model, input, tools, text, stream } = parsed.data;
    const items: DemoRequest['messages'] =
      typeof input === 'string'
        ? [{ role: 'user', text: input }]
        : input.map((item) => {
            if (item.type === 'function_call_output') return { role: 'tool' as const, text: textOf(item.output) };
            return {
              role: item.role === 'assistant' ? ('assistant' as const) : ('user' as const),
              text: textOf(item.content),
            };
          });
    return {
      stream: stream === true,
      request: {
        model,
        ...jsonOf(text?.format?.schema),
        messages: items,
        tools: (tools ?? []).flatMap(({ name, parameters }) =>
          name === undefined ? [] : [{ name, properties: propertiesOf(parameters) }],
        ),
      },
    };
  },
  write: (request, reply, stream) => {
    const id = `resp_${randomUUID().replaceAll('-', '')}`;
    const item = itemOf(reply);
    const { prompt, completion } = usageOf(request, reply);
    const response = (status: string, output: object[]) => ({
      id,
      object: 'response',
      created_at: Math.floor(Date.now() / 1000),
      status,
      model: request.model,
      output,
      parallel_tool_calls: true,
      tool_choice: 'auto',
      tools: [],
      usage: { input_tokens: prompt, output_tokens: completion, total_tokens: prompt + completion },
    });
    if (!stream) return whole(response('completed', [item]));
    let sequence = 0;
    const event = (type: string, rest: object) => ({ type, sequence_number: sequence++, ...rest });
    return events(
      [
        event('response.created', { response: response('in_progress', []) }),
        event('response.output_item.added', {
          output_index: 0,
          item: { ...item, status: 'in_progress', ...emptied(reply) },
        }),
        ...partEvents(reply, item.id, event),
        event('response.output_item.done', { output_index: 0, item }),
        event('response.completed', { response: response('completed', [item]) }),
      ],
      true,
    );
  },
};

function itemOf(reply: DemoReply): { readonly id: string; readonly [member: string]: unknown } {
  if (reply.kind === 'tool_call') {
    const id = `fc_${randomUUID().replaceAll('-', '')}`;
    const call = { name: reply.name, arguments: JSON.stringify(reply.arguments) };
    return { id, type: 'function_call', status: 'completed', call_id: `call_${randomUUID()}`, ...call };
  }
  const content = [{ type: 'output_text', text: reply.text, annotations: [] }];
  return {
    id: `msg_${randomUUID().replaceAll('-', '')}`,
    type: 'message',
    status: 'completed',
    role: 'assistant',
    content,
  };
}

function emptied(reply: DemoReply): object {
  return reply.kind === 'text' ? { content: [] } : { arguments: '' };
}

function partEvents(reply: DemoReply, itemId: string, event: (type: string, rest: object) => object): object[] {
  if (reply.kind === 'tool_call') {
    const place = { item_id: itemId, output_index: 0 };
    const text = JSON.stringify(reply.arguments);
    return [
      ...[...piecesOf(text)].map((delta) => event('response.function_call_arguments.delta', { ...place, delta })),
      event('response.function_call_arguments.done', { ...place, name: reply.name, arguments: text }),
    ];
  }
  const place = { item_id: itemId, output_index: 0, content_index: 0 };
  const part = (text: string) => ({ type: 'output_text', text, annotations: [] });
  return [
    event('response.content_part.added', { ...place, part: part('') }),
    ...[...piecesOf(reply.text)].map((delta) => event('response.output_text.delta', { ...place, delta, logprobs: [] })),
    event('response.output_text.done', { ...place, text: reply.text, logprobs: [] }),
    event('response.content_part.done', { ...place, part: part(reply.text) }),
  ];
}
