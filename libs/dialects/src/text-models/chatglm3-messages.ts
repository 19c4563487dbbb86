import { type JsonNode, memberOf, textMember } from '../json/json-node.js';
import { pythonCall } from './python-literal.js';
import type { TextCall, TextTool } from './text-chat.js';
import { itemsOf, unmarked } from './text-nodes.js';

/** What ChatGLM3's own messages hold that OpenAI's do not: tools inside the system message, calls as Python source. */

export const INTERPRETER = 'interpreter';

const FENCE = /```[a-z]*\n([\s\S]*?)\n?```/g;

export function fenced(code: string): string {
  return `\`\`\`python\n${code}\n\`\`\``;
}

/** The last code fence counts, as in the model's own parser. */
export function lastFence(text: string): string | undefined {
  return [...text.matchAll(FENCE)].at(-1)?.[1];
}

/** A call as its history keeps it: the tool's name behind the role, Python source as content. Nothing is evaluated. */
export function chatGlmCall(tool: string, content: string): TextCall | null {
  const code = lastFence(content);
  if (tool === INTERPRETER) return code === undefined ? null : { name: tool, arguments: JSON.stringify({ code }) };
  const call = pythonCall(code ?? content);
  return call && { name: tool, arguments: call.arguments };
}

/** The tools of a system message: a list, or an object by name; in format 1 (`params`) or 2 (`parameters`, a schema). */
export function chatGlmTools(raw: string, node: JsonNode | undefined): TextTool[] {
  const list =
    node?.kind === 'object' ? node.members.map(({ name, value }) => ({ name, tool: value })) : namedItems(raw, node);
  return list.map(({ name, tool }) => {
    const source = unmarked(raw.slice(tool.start, tool.end));
    const description = unmarked(textMember(raw, tool, 'description') ?? '');
    const params = memberOf(tool, 'params') ?? memberOf(tool, 'parameters');
    const schema = params?.kind === 'object' ? unmarked(raw.slice(params.start, params.end)) : schemaOf(raw, params);
    return { name: textMember(raw, tool, 'name') ?? name, description, parameters: schema, chatGlm: source };
  });
}

function namedItems(raw: string, node: JsonNode | undefined): { name: string; tool: JsonNode }[] {
  return itemsOf(node).map((tool) => ({ name: textMember(raw, tool, 'name') ?? '', tool }));
}

/** Python's names of types, as format 1 gives them. */
const TYPES: Readonly<Record<string, string>> = { str: 'string', int: 'integer', float: 'number', bool: 'boolean' };

function schemaOf(raw: string, params: JsonNode | undefined): string {
  const entries = itemsOf(params).map((one) => {
    const type = textMember(raw, one, 'type') ?? 'str';
    const description = unmarked(textMember(raw, one, 'description') ?? '');
    return [textMember(raw, one, 'name') ?? '', { type: TYPES[type] ?? type, description }] as const;
  });
  const required = itemsOf(params)
    .filter((one) => {
      const node = memberOf(one, 'required');
      return node !== undefined && raw.slice(node.start, node.end) === 'true';
    })
    .map((one) => textMember(raw, one, 'name') ?? '');
  return JSON.stringify({ type: 'object', properties: Object.fromEntries(entries), required });
}

/** An object of arguments; what is none is one argument named `input`. */
export function argumentsOf(json: string): Record<string, unknown> {
  try {
    const value = JSON.parse(json) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Not JSON: the model is shown it as it is.
  }
  return { input: json };
}
