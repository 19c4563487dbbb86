/** A reply of Chat Completions that calls tools: `[name, arguments as JSON text]`. */
export function calls(...list: readonly (readonly [string, string])[]): { json: unknown } {
  return {
    json: {
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: null,
            tool_calls: list.map(([name, values], index) => ({
              id: `call_${name}_${index}`,
              type: 'function',
              function: { name, arguments: values },
            })),
          },
          finish_reason: 'tool_calls',
        },
      ],
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    },
  };
}

/** The tool results that a request to the model holds, in order. */
export function toolResults(body: string): string[] {
  const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
  return messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
}
