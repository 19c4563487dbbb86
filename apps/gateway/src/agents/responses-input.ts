import { DomainError } from '#lib/kernel';

interface InputItem {
  readonly type?: unknown;
  readonly role?: unknown;
  readonly content?: unknown;
  readonly call_id?: unknown;
  readonly name?: unknown;
  readonly arguments?: unknown;
  readonly output?: unknown;
}

/** The input of the Responses API as messages of Chat Completions. Throws `request.unsupported` for items it has no word for. */
export function chatMessagesOf(input: unknown, instructions: unknown): object[] {
  const head = typeof instructions === 'string' ? [{ role: 'system', content: instructions }] : [];
  if (typeof input === 'string') return [...head, { role: 'user', content: input }];
  if (!Array.isArray(input)) {
    throw new DomainError('request.invalid', {
      publicMessage: 'The input must be a text or a list.',
      pointer: '/input',
    });
  }
  return [...head, ...(input as InputItem[]).map(messageOf)];
}

function messageOf(item: InputItem, index: number): object {
  if (item.type === 'function_call') {
    const made = { name: item.name, arguments: item.arguments };
    return { role: 'assistant', content: null, tool_calls: [{ id: item.call_id, type: 'function', function: made }] };
  }
  if (item.type === 'function_call_output') {
    const { output } = item;
    return {
      role: 'tool',
      tool_call_id: item.call_id,
      content: typeof output === 'string' ? output : JSON.stringify(output),
    };
  }
  if (item.type !== undefined && item.type !== 'message') throw unsupported(index);
  return { role: item.role, content: typeof item.content === 'string' ? item.content : partsOf(item.content, index) };
}

function partsOf(content: unknown, index: number): object[] {
  const parts = Array.isArray(content) ? (content as { type?: unknown; text?: unknown }[]) : [];
  return parts.map(({ type, text }) => {
    if (type === 'input_text' || type === 'output_text') return { type: 'text', text };
    throw unsupported(index);
  });
}

function unsupported(index: number): DomainError {
  return new DomainError('request.unsupported', {
    publicMessage: 'With MCP servers of the gateway the input holds messages of text, calls and their outputs.',
    pointer: `/input/${index}`,
  });
}
