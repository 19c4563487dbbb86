import { type BodyMessage, invalid, type OpenedRequest, refuseRepeated } from '../dialect.js';
import { isTrue, type JsonNode, memberOf, textMember } from '../json/json-node.js';
import { readJson } from '../json/read-json.js';
import { headOf } from '../walk/preamble.js';
import { shaped } from '../walk/rule-shape.js';
import { list, object, text } from '../walk/rules.js';
import { itemPlace, Walker } from '../walk/walker.js';
import { itemRule, requestFields } from './request-rules.js';

/** A Responses request, opened. Its messages are the items of `input`. */
export interface ResponsesRequest extends OpenedRequest {
  readonly model: string;
  /** The response or conversation that this one goes on from, held by the provider in tokens. */
  readonly previousId: string | null;
}

const SINGLE_FIELDS = [
  'model',
  'stream',
  'input',
  'instructions',
  'tools',
  'text',
  'previous_response_id',
  'conversation',
];

/**
 * Opens the raw body of `POST /v1/responses`. Throws `request.malformed`, `request.too_deep`, or `request.invalid` with
 * the pointer of the field at fault.
 */
export function readResponsesRequest(raw: string): ResponsesRequest {
  const root = readJson(raw);
  refuseRepeated(root, SINGLE_FIELDS);
  const model = textMember(raw, root, 'model');
  if (model === undefined || model === '') throw invalid('/model', 'The field "model" must be a string.');
  const walker = new Walker(raw);
  requestRule(walker, root, { layer: walker.root, path: '' });
  // The one system text that a stored response does not carry on.
  walker.preamble(headOf(root, 'instructions', (content) => ({ role: 'system', content })));
  const tools = memberOf(root, 'tools');
  const toolNames = (tools?.kind === 'array' ? tools.items : [])
    .map((tool) => textMember(raw, tool, 'name'))
    .filter((name) => name !== undefined);
  const format = textMember(raw, memberOf(memberOf(root, 'text'), 'format'), 'type');
  const conversation = memberOf(root, 'conversation');
  return walker.body({
    model,
    stream: isTrue(raw, memberOf(root, 'stream')),
    hasTools: tools?.kind === 'array' && tools.items.length > 0,
    toolNames,
    jsonAnswer: format === 'json_object' || format === 'json_schema',
    messages: messagesOf(raw, memberOf(root, 'input')),
    previousId:
      textMember(raw, root, 'previous_response_id') ??
      textMember(raw, conversation, 'id') ??
      textMember(raw, root, 'conversation') ??
      null,
  });
}

function messagesOf(raw: string, input: JsonNode | undefined): BodyMessage[] {
  if (input?.kind === 'string') return [{ index: 0, role: 'user', history: false }];
  if (input?.kind !== 'array') return [];
  return input.items.map((item, index) => {
    const type = textMember(raw, item, 'type') ?? 'message';
    const role = textMember(raw, item, 'role') ?? '';
    return { index, role, history: type !== 'message' || role === 'assistant' };
  });
}

const inputRule = shaped(
  (walker, node, place) => {
    if (node.kind === 'array') {
      for (const [index, item] of node.items.entries()) {
        const at = itemPlace(place, index);
        walker.enterMessage(index, at.path);
        itemRule(walker, item, at);
      }
    } else {
      walker.enterMessage(0, '');
      text(walker, node, place);
    }
    walker.enterMessage(null);
  },
  { kind: 'either', rules: { array: list(itemRule), string: text } },
);

export const requestRule = object({ ...requestFields, input: inputRule });
