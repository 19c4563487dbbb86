import { invalid, type OpenedRequest, refuseRepeated } from '../dialect.js';
import { isTrue, type JsonNode, memberOf, textMember } from '../json/json-node.js';
import { readJson } from '../json/read-json.js';
import { headOf } from '../walk/preamble.js';
import { shaped } from '../walk/rule-shape.js';
import { object } from '../walk/rules.js';
import { itemPlace, Walker } from '../walk/walker.js';
import { messageRule, requestFields } from './request-rules.js';

export interface MessagesRequest extends OpenedRequest {
  readonly model: string;
}

const SINGLE_FIELDS = ['model', 'stream', 'messages', 'system', 'tools', 'output_config', 'output_format'];

/**
 * Opens the raw body of `POST /v1/messages` or `/v1/messages/count_tokens`. Throws `request.malformed`,
 * `request.too_deep`, or `request.invalid` with the pointer of the field at fault.
 */
export function readMessagesRequest(raw: string): MessagesRequest {
  const root = readJson(raw);
  refuseRepeated(root, SINGLE_FIELDS);
  const model = textMember(raw, root, 'model');
  if (model === undefined || model === '') throw invalid('/model', 'The field "model" must be a string.');
  const list = memberOf(root, 'messages');
  if (list?.kind !== 'array') throw invalid('/messages', 'The field "messages" must be an array.');
  const walker = new Walker(raw);
  requestRule(walker, root, { layer: walker.root, path: '' });
  walker.preamble(headOf(root, 'system', (text) => ({ type: 'text', text })));
  const tools = memberOf(root, 'tools');
  const format = memberOf(memberOf(root, 'output_config'), 'format') ?? memberOf(root, 'output_format');
  return walker.body({
    model,
    stream: isTrue(raw, memberOf(root, 'stream')),
    hasTools: tools?.kind === 'array' && tools.items.length > 0,
    toolNames: (tools?.kind === 'array' ? tools.items : [])
      .map((tool) => textMember(raw, tool, 'name'))
      .filter((name) => name !== undefined),
    jsonAnswer: textMember(raw, format, 'type') === 'json_schema',
    messages: list.items.map((item, index) => {
      const role = textMember(raw, item, 'role') ?? '';
      return { index, role, history: role === 'assistant' || hasToolResult(raw, item) };
    }),
  });
}

function hasToolResult(raw: string, message: JsonNode): boolean {
  const content = memberOf(message, 'content');
  return (
    content?.kind === 'array' && content.items.some((one) => textMember(raw, one, 'type')?.endsWith('tool_result'))
  );
}

const messagesRule = shaped(
  (walker, node, place) => {
    if (node.kind !== 'array') return;
    for (const [index, message] of node.items.entries()) {
      const at = itemPlace(place, index);
      walker.enterMessage(index, at.path);
      messageRule(walker, message, at);
    }
    walker.enterMessage(null);
  },
  { kind: 'list', rule: messageRule },
);

export const requestRule = object({ ...requestFields, messages: messagesRule });
