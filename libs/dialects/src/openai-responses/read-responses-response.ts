import { applyEdits, type Edit } from '#lib/kernel';
import { type JsonNode, memberOf } from '../json/json-node.js';
import { replaceText } from '../json/replace-text.js';
import { bodyLayer, stringLayer } from '../json/text-layer.js';
import { type ChatResponseOptions, readAnswer } from '../openai-chat/read-chat-response.js';
import { type LaneFactory, rewriteWhole } from '../stream/lane.js';
import { object, pass } from '../walk/rules.js';
import { itemPlace, type OpenedBody, type Rule, Walker } from '../walk/walker.js';
import { itemPieces, withoutLogprobs } from './item-pieces.js';
import { itemRule } from './request-rules.js';

/** A Responses object, or an error body, opened. `slots` are the texts of the output items. */
export interface ResponsesResponse extends OpenedBody {
  rewrite(open: LaneFactory): string;
}

/** Opens the raw body of an answer. Throws `upstream.rejected` when it is not JSON. */
export function readResponsesResponse(raw: string, options: ChatResponseOptions = {}): ResponsesResponse {
  const root = readAnswer(raw);
  const walker = new Walker(raw);
  responseRule(walker, root, { layer: walker.root, path: '' });
  return {
    ...walker.body(),
    rewrite: (open) => {
      const edits: Edit[] = [];
      responseEdits(raw, root, open, options.jsonAnswer ?? false, edits, false);
      return applyEdits(raw, edits);
    },
  };
}

/** The edits of a Responses object: its output, the error's message, and the instructions it repeats. */
export function responseEdits(
  source: string,
  response: JsonNode,
  open: LaneFactory,
  jsonAnswer: boolean,
  edits: Edit[],
  repeat: boolean,
): void {
  const again = repeat ? ({ repeat: true } as const) : {};
  const body = bodyLayer(source);
  const output = memberOf(response, 'output');
  for (const [index, item] of (output?.kind === 'array' ? output.items : []).entries()) {
    itemEdits(source, item, { output: index, textContainer: jsonAnswer ? 'json' : 'text' }, open, edits, repeat);
  }
  for (const [name, field] of [
    ['error', 'message'],
    ['', 'instructions'],
    ['', 'output_text'],
  ] as const) {
    const node = memberOf(name === '' ? response : memberOf(response, name), field);
    if (node?.kind !== 'string') continue;
    const layer = stringLayer(body, node);
    const container = field === 'output_text' && jsonAnswer ? 'json' : 'text';
    const lane = { choice: -1, field: name || field, container, ...again } as const;
    const edit = replaceText(layer, rewriteWhole(open, lane, layer.text));
    if (edit) edits.push(edit);
  }
}

/** The edits of one output item or content part. */
export function itemEdits(
  source: string,
  item: JsonNode,
  options: Parameters<typeof itemPieces>[2],
  open: LaneFactory,
  edits: Edit[],
  repeat: boolean,
): void {
  const body = bodyLayer(source);
  let changed = false;
  for (const { node, lane } of itemPieces(source, item, options)) {
    const layer = stringLayer(body, node);
    if (layer.text === '') continue;
    const edit = replaceText(layer, rewriteWhole(open, repeat ? { ...lane, repeat: true } : lane, layer.text));
    if (!edit) continue;
    edits.push(edit);
    changed = true;
  }
  if (changed) edits.push(...withoutLogprobs(source, item));
}

const outputRule: Rule = (walker, node, place) => {
  if (node.kind !== 'array') return;
  for (const [index, item] of node.items.entries()) {
    const at = itemPlace(place, index);
    walker.enterMessage(index, at.path);
    itemRule(walker, item, at);
  }
  walker.enterMessage(null);
};

const responseRule = object({ output: outputRule }, pass);
