import { type BodyMessage, invalid, type OpenedRequest, refuseRepeated } from '../dialect.js';
import { isNull, isTrue, type JsonNode, memberOf, textMember } from '../json/json-node.js';
import { readJson } from '../json/read-json.js';
import { headOf } from '../walk/preamble.js';
import { shaped } from '../walk/rule-shape.js';
import { object } from '../walk/rules.js';
import { itemPlace, Walker } from '../walk/walker.js';
import { messageRule, requestFields } from './request-rules.js';

const SINGLE_FIELDS = ['model', 'stream', 'messages', 'prompt', 'system', 'tools', 'format', 'raw'];

/**
 * Opens the raw body of `POST /api/chat` or `/api/generate`, which streams unless told otherwise. Throws
 * `request.malformed`, `request.too_deep`, or `request.invalid` with the pointer of the field at fault.
 */
export function readOllamaRequest(raw: string): OpenedRequest & { readonly model: string } {
  const root = readJson(raw);
  refuseRepeated(root, SINGLE_FIELDS);
  const model = textMember(raw, root, 'model');
  if (model === undefined || model === '') throw invalid('/model', 'The field "model" must be a string.');
  const list = memberOf(root, 'messages');
  if (list && list.kind !== 'array') throw invalid('/messages', 'The field "messages" must be an array.');
  const walker = new Walker(raw);
  requestRule(walker, root, { layer: walker.root, path: '' });
  const asMessage = (content: string): object => ({ role: 'system', content });
  // A raw prompt is the whole of what the model reads: nothing is put before it.
  if (!isTrue(raw, memberOf(root, 'raw'))) walker.preamble(headOf(root, list ? 'messages' : 'system', asMessage));
  const tools = memberOf(root, 'tools');
  const stream = memberOf(root, 'stream');
  return walker.body({
    model,
    stream: stream === undefined || isNull(raw, stream) || isTrue(raw, stream),
    hasTools: tools?.kind === 'array' && tools.items.length > 0,
    toolNames: (tools?.kind === 'array' ? tools.items : [])
      .map((tool) => textMember(raw, memberOf(tool, 'function'), 'name'))
      .filter((name) => name !== undefined),
    jsonAnswer: asksForJson(raw, memberOf(root, 'format')),
    messages: list ? list.items.map((item, index) => message(raw, item, index)) : [],
  });
}

function asksForJson(raw: string, format: JsonNode | undefined): boolean {
  return format?.kind === 'object' || (format?.kind === 'string' && raw.slice(format.start, format.end) === '"json"');
}

function message(raw: string, item: JsonNode, index: number): BodyMessage {
  const role = textMember(raw, item, 'role') ?? '';
  return { index, role, history: role === 'assistant' || role === 'tool' };
}

const messagesRule = shaped(
  (walker, node, place) => {
    if (node.kind !== 'array') return;
    for (const [index, one] of node.items.entries()) {
      const at = itemPlace(place, index);
      walker.enterMessage(index, at.path);
      messageRule(walker, one, at);
    }
    walker.enterMessage(null);
  },
  { kind: 'list', rule: messageRule },
);

export const requestRule = object({ ...requestFields, messages: messagesRule });
