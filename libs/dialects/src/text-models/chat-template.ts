import { Template } from '@huggingface/jinja';
import { DomainError } from '#lib/kernel';
import type { TextChat } from './text-chat.js';

/** A message as chat templates of Hugging Face Transformers take it: arguments are an object, content is a string. */
export interface HuggingFaceMessage {
  readonly role: string;
  readonly content: string;
  readonly name?: string;
  readonly tool_calls?: readonly { type: 'function'; function: { name: string; arguments: unknown } }[];
}

export function toHuggingFaceMessages(chat: TextChat): HuggingFaceMessage[] {
  return chat.messages.map(({ role, content, calls, tool }) => ({
    role,
    content,
    ...(role === 'tool' && { name: tool }),
    ...(calls.length > 0 && {
      tool_calls: calls.map((call) => ({
        type: 'function' as const,
        function: { name: call.name, arguments: objectOf(call.arguments) },
      })),
    }),
  }));
}

/** Renders a model's own chat template (`tokenizer_config.json`). Throws `config.invalid` when the template is faulty. */
export function renderChatTemplate(
  template: string,
  chat: TextChat,
  options: {
    readonly bosToken?: string;
    readonly eosToken?: string;
    readonly variables?: Readonly<Record<string, unknown>>;
  } = {},
): string {
  const tools = chat.tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters: objectOf(parameters) },
  }));
  try {
    return new Template(template).render({
      ...options.variables,
      messages: toHuggingFaceMessages(chat),
      tools: tools.length > 0 ? tools : null,
      add_generation_prompt: true,
      bos_token: options.bosToken ?? '',
      eos_token: options.eosToken ?? '',
    });
  } catch {
    // The template's own message may quote the conversation.
    throw new DomainError('config.invalid', {
      publicMessage: 'The chat template of this model could not be rendered.',
    });
  }
}

function objectOf(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return { input: json };
  }
}
