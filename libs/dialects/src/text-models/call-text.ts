import { type JsonNode, memberOf, textMember, textOf } from '../json/json-node.js';
import { tryReadJson } from '../json/read-json.js';
import { pythonToJson } from './python-literal.js';
import type { TextCall } from './text-chat.js';

/**
 * Reads a call as models write it: a JSON object, or a Python dict, with `name` (or `function`) and `arguments` (or
 * `parameters`) in any order. Arguments keep their spelling. Null when it is anything else.
 */
export function readCallText(text: string): TextCall | null {
  const json = readable(text) ?? pythonToJson(text);
  const root = json === null ? null : readable(json) && tryReadJson(json);
  return root && json !== null ? callOf(json, root) : null;
}

function readable(text: string): string | null {
  try {
    return tryReadJson(text) ? text : null;
  } catch {
    return null;
  }
}

function callOf(json: string, root: JsonNode): TextCall | null {
  const inner = memberOf(root, 'function');
  const node = inner?.kind === 'object' ? inner : root;
  const name = textMember(json, node, 'name') ?? textMember(json, node, 'function');
  const value = memberOf(node, 'arguments') ?? memberOf(node, 'parameters');
  if (name === undefined) return null;
  if (value === undefined) return { name, arguments: '{}' };
  if (value.kind === 'string') return { name, arguments: textOf(json, value) };
  return value.kind === 'object' ? { name, arguments: json.slice(value.start, value.end) } : null;
}
