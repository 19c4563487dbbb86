import { applyEdits, type Edit } from '#lib/kernel';
import type { AnswerOptions, OpenedAnswer } from '../dialect.js';
import { isNull, type JsonNode, memberOf } from '../json/json-node.js';
import { bodyLayer } from '../json/text-layer.js';
import { errorPieces, readAnswer } from '../openai-chat/read-chat-response.js';
import type { LaneFactory } from '../stream/lane.js';
import { rewritePieces } from '../stream/rewrite-pieces.js';
import { object, pass, text } from '../walk/rules.js';
import { type Rule, Walker } from '../walk/walker.js';
import { ollamaPieces } from './ollama-pieces.js';
import { messageRule } from './request-rules.js';

/** Opens the raw body of an answer or error of `/api/chat` or `/api/generate`. Throws `upstream.rejected` when it is not JSON. */
export function readOllamaAnswer(raw: string, options: AnswerOptions = {}): OpenedAnswer {
  const root = readAnswer(raw);
  const walker = new Walker(raw);
  answerRule(walker, root, { layer: walker.root, path: '' });
  return walker.body({
    rewrite: (open: LaneFactory) => {
      const edits: Edit[] = [];
      const body = bodyLayer(raw);
      const pieces = ollamaPieces(raw, root, options.jsonAnswer ? 'json' : 'text');
      if (rewritePieces(body, pieces, open, edits)) edits.push(...withoutLogprobs(raw, root));
      rewritePieces(body, errorPieces(root), open, edits);
      return applyEdits(raw, edits);
    },
  });
}

/** Log probabilities, and the numbers that spell the conversation for the next request, stay in the model's own form. */
export function withoutLogprobs(source: string, root: JsonNode): Edit[] {
  const node = memberOf(root, 'logprobs');
  return node && !isNull(source, node) ? [{ start: node.start, end: node.end, text: 'null' }] : [];
}

const inMessage =
  (rule: Rule): Rule =>
  (walker, node, place) => {
    walker.enterMessage(0, place.path.startsWith('/message') ? '/message' : '');
    rule(walker, node, place);
    walker.enterMessage(null);
  };

const answerRule = object(
  { message: inMessage(messageRule), response: inMessage(text), thinking: inMessage(text) },
  pass,
);
