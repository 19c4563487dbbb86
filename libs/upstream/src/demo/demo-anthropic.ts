import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type DemoApi, events, jsonOf, piecesOf, propertiesOf, textOf, usageOf, whole } from './demo-api.js';

const Block = z.looseObject({ type: z.string() });
const Body = z.looseObject({
  model: z.string().default('demo'),
  messages: z.array(z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(Block)]) })).min(1),
  tools: z.array(z.looseObject({ name: z.string(), input_schema: z.unknown().optional() })).optional(),
  output_config: z.looseObject({ format: z.looseObject({ schema: z.unknown() }).nullish() }).optional(),
  stream: z.boolean().nullish(),
});

/** Anthropic messages and their token count. */
export const anthropicMessages: DemoApi = {
  matches: (path) => path === '/v1/messages' || path === '/v1/messages/count_tokens',
  read: (body) => {
    const parsed = Body.safeParse(body);
    if (!parsed.success) return null;
    const { model, messages, tools, output_config, stream } = parsed.data;
    return {
      stream: stream === true,
      request: {
        model,
        ...jsonOf(output_config?.format?.schema),
        messages: messages.map(({ role, content }) => ({
          role: isToolResult(content) ? 'tool' : role === 'assistant' ? 'assistant' : 'user',
          text: textOf(content),
        })),
        tools: (tools ?? []).map(({ name, input_schema }) => ({ name, properties: propertiesOf(input_schema) })),
      },
    };
  },
  write: (request, reply, stream, path) => {
    const { prompt, completion } = usageOf(request, reply);
    if (path.endsWith('/count_tokens')) return whole({ input_tokens: prompt });
    const stop = reply.kind === 'text' ? 'end_turn' : 'tool_use';
    const block =
      reply.kind === 'text'
        ? { type: 'text', text: reply.text }
        : {
            type: 'tool_use',
            id: `toolu_${randomUUID().replaceAll('-', '')}`,
            name: reply.name,
            input: reply.arguments,
          };
    const message = (content: object[], reason: string | null) => ({
      id: `msg_${randomUUID().replaceAll('-', '')}`,
      type: 'message',
      role: 'assistant',
      model: request.model,
      content,
      stop_reason: reason,
      stop_sequence: null,
      usage: { input_tokens: prompt, output_tokens: completion },
    });
    if (!stream) return whole(message([block], stop));
    const text = reply.kind === 'text' ? reply.text : JSON.stringify(reply.arguments);
    const delta = (piece: string) =>
      reply.kind === 'text' ? { type: 'text_delta', text: piece } : { type: 'input_json_delta', partial_json: piece };
    return events(
      [
        { type: 'message_start', message: message([], null) },
        {
          type: 'content_block_start',
          index: 0,
          content_block: reply.kind === 'text' ? { type: 'text', text: '' } : { ...block, input: {} },
        },
        { type: 'ping' },
        ...[...piecesOf(text)].map((piece) => ({ type: 'content_block_delta', index: 0, delta: delta(piece) })),
        { type: 'content_block_stop', index: 0 },
        {
          type: 'message_delta',
          delta: { stop_reason: stop, stop_sequence: null },
          usage: { output_tokens: completion },
        },
        { type: 'message_stop' },
      ],
      true,
    );
  },
};

function isToolResult(content: z.infer<typeof Body>['messages'][number]['content']): boolean {
  return typeof content !== 'string' && content.some(({ type }) => type === 'tool_result');
}
