import { DomainError } from '#lib/kernel';
import { type JsonNode, memberOf, textMember, textOf } from '../json/json-node.js';
import { readJson } from '../json/read-json.js';

export interface TextTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema, as JSON text. */
  readonly parameters: string;
}

export interface TextCall {
  readonly name: string;
  /** A JSON object, as JSON text in its own spelling. */
  readonly arguments: string;
}

export interface TextMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly calls: readonly TextCall[];
  /** Of a tool's result: the tool. */
  readonly tool: string;
}

/** A conversation as a text-completion model is told it. */
export interface TextChat {
  readonly messages: readonly TextMessage[];
  readonly tools: readonly TextTool[];
}

/**
 * Reads a Chat Completions body for a model that takes text only. Throws `request.unsupported` for parts that are no text.
 * Control marks of the models (`<|…|>`, `<｜…｜>`) inside messages are broken up by a zero-width space, so that no message
 * can open a turn of its own.
 */
export function readTextChat(raw: string): TextChat {
  const root = readJson(raw);
  const callNames = new Map<string, string>();
  const messages = itemsOf(memberOf(root, 'messages')).map((message): TextMessage => {
    const role = textMember(raw, message, 'role');
    const calls = itemsOf(memberOf(message, 'tool_calls')).map((call) => {
      const one = callOf(raw, memberOf(call, 'function'));
      callNames.set(textMember(raw, call, 'id') ?? '', one.name);
      return one;
    });
    const legacy = memberOf(message, 'function_call');
    if (legacy?.kind === 'object') calls.push(callOf(raw, legacy));
    const answered = callNames.get(textMember(raw, message, 'tool_call_id') ?? '');
    return {
      role: ROLES[role ?? ''] ?? 'user',
      content: unmarked(contentOf(raw, memberOf(message, 'content'))),
      calls,
      tool: textMember(raw, message, 'name') ?? answered ?? '',
    };
  });
  const tools = [
    ...itemsOf(memberOf(root, 'tools')).map((tool) => memberOf(tool, 'function')),
    ...itemsOf(memberOf(root, 'functions')),
  ]
    .filter((one) => one !== undefined)
    .map((one) => toolOf(raw, one));
  return { messages, tools };
}

const ROLES: Readonly<Record<string, TextMessage['role']>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
  function: 'tool',
};

function itemsOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === 'array' ? node.items : [];
}

function toolOf(raw: string, node: JsonNode): TextTool {
  const parameters = memberOf(node, 'parameters');
  return {
    name: textMember(raw, node, 'name') ?? '',
    description: unmarked(textMember(raw, node, 'description') ?? ''),
    parameters: unmarked(parameters ? raw.slice(parameters.start, parameters.end) : '{}'),
  };
}

function callOf(raw: string, node: JsonNode | undefined): TextCall {
  const value = memberOf(node, 'arguments');
  const text = value?.kind === 'string' ? textOf(raw, value) : value ? raw.slice(value.start, value.end) : '{}';
  return { name: textMember(raw, node, 'name') ?? '', arguments: unmarked(text.trim() === '' ? '{}' : text) };
}

function contentOf(raw: string, node: JsonNode | undefined): string {
  if (node?.kind === 'string') return textOf(raw, node);
  return itemsOf(node)
    .map((part) => {
      const text = part.kind === 'string' ? textOf(raw, part) : textMember(raw, part, 'text');
      if (text !== undefined) return text;
      throw new DomainError('request.unsupported', {
        publicMessage: 'This model takes text only; a message holds a part that is no text.',
        pointer: '/messages',
      });
    })
    .join('\n');
}

function unmarked(text: string): string {
  return text.replace(/<(?=[|｜])/g, '<\u200b');
}
