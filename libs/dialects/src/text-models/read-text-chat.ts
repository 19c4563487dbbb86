import { DomainError } from '#lib/kernel';
import { type JsonNode, memberOf, textMember, textOf } from '../json/json-node.js';
import { readJson } from '../json/read-json.js';
import { chatGlmCall, chatGlmTools } from './chatglm3-messages.js';
import type { TextCall, TextChat, TextMessage, TextTool } from './text-chat.js';
import { itemsOf, unmarked } from './text-nodes.js';

/**
 * Reads a Chat Completions body for a model that takes text only. Throws `request.unsupported` for parts that are no text.
 * Control marks of the models (`<|…|>`, `<｜…｜>`) inside messages are broken up by a zero-width space, so that no message
 * can open a turn of its own.
 */
export function readTextChat(raw: string): TextChat {
  const root = readJson(raw);
  const callNames = new Map<string, string>();
  let objectArguments = false;
  const listed: TextTool[] = [];
  const messages = itemsOf(memberOf(root, 'messages')).map((message): TextMessage => {
    const role = textMember(raw, message, 'role');
    const calls = itemsOf(memberOf(message, 'tool_calls')).map((call) => {
      const id = textMember(raw, call, 'id');
      const one = callOf(raw, memberOf(call, 'function'));
      objectArguments ||= memberOf(memberOf(call, 'function'), 'arguments')?.kind === 'object';
      if (id !== undefined) callNames.set(id, one.name);
      return id === undefined ? one : { ...one, id };
    });
    const legacy = memberOf(message, 'function_call');
    if (legacy?.kind === 'object') calls.push(callOf(raw, legacy));
    listed.push(...chatGlmTools(raw, memberOf(message, 'tools')));
    const content = unmarked(contentOf(raw, memberOf(message, 'content')));
    const metadata = textMember(raw, message, 'metadata') ?? '';
    const own = role === 'assistant' && metadata !== '' ? chatGlmCall(metadata, content) : null;
    const callId = textMember(raw, message, 'tool_call_id') ?? '';
    return {
      role: ROLES[role ?? ''] ?? 'user',
      content: own ? '' : content,
      calls: own ? [own] : calls,
      tool: textMember(raw, message, 'name') ?? callNames.get(callId) ?? '',
      callId,
    };
  });
  const tools = [
    ...itemsOf(memberOf(root, 'tools')).map((tool) => memberOf(tool, 'function')),
    ...itemsOf(memberOf(root, 'functions')),
  ]
    .filter((one) => one !== undefined)
    .map((one) => toolOf(raw, one));
  return { messages, tools: chosen(raw, root, [...tools, ...listed]), objectArguments };
}

/** What of the tools the caller lets the model choose from. */
function chosen(raw: string, root: JsonNode, tools: readonly TextTool[]): readonly TextTool[] {
  const choice = memberOf(root, 'tool_choice') ?? memberOf(root, 'function_call');
  if (choice?.kind === 'string') return textOf(raw, choice) === 'none' ? [] : tools;
  const name = textMember(raw, memberOf(choice, 'function') ?? choice, 'name');
  return name === undefined ? tools : tools.filter((tool) => tool.name === name);
}

const ROLES: Readonly<Record<string, TextMessage['role']>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
  function: 'tool',
  observation: 'tool',
};

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
