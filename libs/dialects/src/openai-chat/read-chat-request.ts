import { invalid, type OpenedRequest, refuseRepeated } from '../dialect.js';
import { isTrue, type JsonNode, memberOf, numberMember, textMember } from '../json/json-node.js';
import { readJson } from '../json/read-json.js';
import { shaped } from '../walk/rule-shape.js';
import { object } from '../walk/rules.js';
import { itemPlace, Walker } from '../walk/walker.js';
import { messageRule, requestFields } from './request-rules.js';

/** Roles whose messages an earlier turn produced; they come back as the caller saw them. */
const HISTORY_ROLES = new Set(['assistant', 'tool', 'function', 'observation']);

/** A Chat Completions request, opened. */
export interface ChatRequest extends OpenedRequest {
  readonly model: string;
  readonly includeUsage: boolean;
  /** How many choices were asked for. */
  readonly choiceCount: number;
}

/** Fields that decide how a request is treated; repeated, they could be read differently by the upstream. */
const SINGLE_FIELDS = ['model', 'stream', 'messages', 'tools', 'functions', 'response_format', 'n'];

/**
 * Opens the raw body of `POST /v1/chat/completions`. Throws `request.malformed`, `request.too_deep`, or
 * `request.invalid` with the pointer of the field at fault.
 */
export function readChatRequest(raw: string): ChatRequest {
  const root = readJson(raw);
  refuseRepeated(root, SINGLE_FIELDS);
  const model = textMember(raw, root, 'model');
  if (model === undefined || model === '') throw invalid('/model', 'The field "model" must be a string.');
  const list_ = memberOf(root, 'messages');
  if (list_?.kind !== 'array') throw invalid('/messages', 'The field "messages" must be an array.');
  const messages = list_.items.map((item, index) => {
    if (item.kind !== 'object') throw invalid(`/messages/${index}`, 'A message must be an object.');
    const role = textMember(raw, item, 'role') ?? '';
    return { index, role, history: HISTORY_ROLES.has(role) };
  });

  const walker = new Walker(raw);
  requestRule(walker, root, { layer: walker.root, path: '' });
  walker.preamble((text) => ({
    start: list_.start + 1,
    end: list_.start + 1,
    text: `${JSON.stringify({ role: 'system', content: text })}${list_.items.length > 0 ? ',' : ''}`,
  }));
  const toolNames = offeredTools(raw, root);
  const format = textMember(raw, memberOf(root, 'response_format'), 'type');
  return walker.body({
    model,
    stream: isTrue(raw, memberOf(root, 'stream')),
    includeUsage: isTrue(raw, memberOf(memberOf(root, 'stream_options'), 'include_usage')),
    hasTools: toolNames.length > 0,
    toolNames,
    jsonAnswer: format === 'json_object' || format === 'json_schema',
    choiceCount: numberMember(raw, root, 'n') ?? 1,
    messages,
  });
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

function offeredTools(raw: string, root: JsonNode): string[] {
  const names: (string | undefined)[] = [];
  const tools = memberOf(root, 'tools');
  if (tools?.kind === 'array') {
    for (const tool of tools.items) {
      names.push(textMember(raw, memberOf(tool, 'function') ?? memberOf(tool, 'custom'), 'name'));
    }
  }
  const functions = memberOf(root, 'functions');
  if (functions?.kind === 'array') for (const one of functions.items) names.push(textMember(raw, one, 'name'));
  return names.filter((name) => name !== undefined);
}
