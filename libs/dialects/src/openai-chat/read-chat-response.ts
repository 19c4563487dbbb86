import { applyEdits, DomainError, type Edit } from '#lib/kernel';
import type { AnswerOptions, OpenedAnswer } from '../dialect.js';
import { isNull, type JsonNode, memberOf, numberMember } from '../json/json-node.js';
import { readJson } from '../json/read-json.js';
import { bodyLayer } from '../json/text-layer.js';
import type { LaneFactory } from '../stream/lane.js';
import { rewritePieces, type WholePiece } from '../stream/rewrite-pieces.js';
import { list, object, pass, text } from '../walk/rules.js';
import { type Rule, Walker } from '../walk/walker.js';
import { choicePieces } from './chat-pieces.js';
import { messageRule } from './request-rules.js';

/** Opens the raw body of an answer of Chat Completions or Completions. Throws `upstream.rejected` when it is not JSON. */
export function readChatResponse(raw: string, options: AnswerOptions = {}): OpenedAnswer {
  const root = readAnswer(raw);
  const walker = new Walker(raw);
  responseRule(walker, root, { layer: walker.root, path: '' });
  return walker.body({ rewrite: (open: LaneFactory) => rewrite(raw, root, open, options) });
}

/** Reads an upstream's JSON. Throws `upstream.rejected`, never one of the codes that blame the caller. */
export function readAnswer(raw: string): JsonNode {
  try {
    return readJson(raw);
  } catch (cause) {
    throw new DomainError('upstream.rejected', { publicMessage: 'The upstream sent a body that is not JSON.', cause });
  }
}

/** Completions: the text stands in the choice itself. */
const choiceText: Rule = (walker, node, place) => {
  walker.enterMessage(walker.message, place.path.slice(0, -'/text'.length));
  text(walker, node, place);
};

const choiceRule = object({ message: messageRule, text: choiceText }, pass);

const choicesRule: Rule = list((walker, choice, place) => {
  const index = Number(place.path.slice(place.path.lastIndexOf('/') + 1));
  walker.enterMessage(index, `${place.path}/message`);
  choiceRule(walker, choice, place);
  walker.enterMessage(null);
});

const responseRule = object({ choices: choicesRule }, pass);

function rewrite(raw: string, root: JsonNode, open: LaneFactory, options: AnswerOptions): string {
  const edits: Edit[] = [];
  const body = bodyLayer(raw);
  const choices = memberOf(root, 'choices');
  for (const [ordinal, choice] of (choices?.kind === 'array' ? choices.items : []).entries()) {
    const pieces = choicePieces(raw, choice, {
      choice: numberMember(raw, choice, 'index') ?? ordinal,
      contentContainer: options.jsonAnswer ? 'json' : 'text',
      toolNames: new Map(),
    });
    const changed = rewritePieces(body, pieces, open, edits);
    const logprobs = memberOf(choice, 'logprobs');
    // Log probabilities spell the text piece by piece in its other form; there is no honest restored version of them.
    if (changed && logprobs && !isNull(raw, logprobs)) edits.push({ ...rangeOf(logprobs), text: 'null' });
  }
  rewritePieces(body, errorPieces(root), open, edits);
  return applyEdits(raw, edits);
}

/** The message of an error body: `{"error":{"message"}}` or `{"error":"…"}`. */
export function errorPieces(root: JsonNode): WholePiece[] {
  const error = memberOf(root, 'error');
  const node = error?.kind === 'object' ? memberOf(error, 'message') : error;
  return node?.kind === 'string' ? [{ node, lane: { choice: -1, field: 'error', container: 'text' } }] : [];
}

export function rangeOf(node: JsonNode): { start: number; end: number } {
  return { start: node.start, end: node.end };
}
