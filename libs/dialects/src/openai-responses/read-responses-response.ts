import { applyEdits, type Edit } from '#lib/kernel';
import type { AnswerOptions, OpenedAnswer } from '../dialect.js';
import { type JsonNode, memberOf } from '../json/json-node.js';
import { bodyLayer } from '../json/text-layer.js';
import { errorPieces, readAnswer } from '../openai-chat/read-chat-response.js';
import type { LaneFactory } from '../stream/lane.js';
import { rewritePieces } from '../stream/rewrite-pieces.js';
import { object, pass } from '../walk/rules.js';
import { itemPlace, type Rule, Walker } from '../walk/walker.js';
import { type ItemOptions, itemPieces, withoutLogprobs } from './item-pieces.js';
import { itemRule } from './request-rules.js';

/** Opens the raw body of an answer. Throws `upstream.rejected` when it is not JSON. */
export function readResponsesResponse(raw: string, options: AnswerOptions = {}): OpenedAnswer {
  const root = readAnswer(raw);
  const walker = new Walker(raw);
  responseRule(walker, root, { layer: walker.root, path: '' });
  return walker.body({
    rewrite: (open: LaneFactory) => {
      const edits: Edit[] = [];
      responseEdits(raw, root, open, { jsonAnswer: options.jsonAnswer ?? false, repeat: false }, edits);
      return applyEdits(raw, edits);
    },
  });
}

/** The edits of a Responses object: its output, the error's message, and the instructions it repeats. */
export function responseEdits(
  source: string,
  response: JsonNode,
  open: LaneFactory,
  { jsonAnswer, repeat }: { jsonAnswer: boolean; repeat: boolean },
  edits: Edit[],
): void {
  const textContainer = jsonAnswer ? 'json' : 'text';
  const output = memberOf(response, 'output');
  for (const [index, item] of (output?.kind === 'array' ? output.items : []).entries()) {
    itemEdits(source, item, { output: index, textContainer, repeat }, open, edits);
  }
  const pieces = errorPieces(response);
  for (const field of ['instructions', 'output_text']) {
    const node = memberOf(response, field);
    const container = field === 'output_text' ? textContainer : 'text';
    if (node?.kind === 'string') pieces.push({ node, lane: { choice: -1, field, container, repeat: true } });
  }
  rewritePieces(bodyLayer(source), pieces, open, edits);
}

/** The edits of one output item or content part. */
export function itemEdits(
  source: string,
  item: JsonNode,
  options: ItemOptions,
  open: LaneFactory,
  edits: Edit[],
): void {
  if (!rewritePieces(bodyLayer(source), itemPieces(source, item, options), open, edits)) return;
  edits.push(...withoutLogprobs(source, item));
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
