import { applyEdits, type Edit } from '#lib/kernel';
import type { AnswerOptions, OpenedAnswer } from '../dialect.js';
import { isNull, type JsonNode, memberOf, numberMember } from '../json/json-node.js';
import { bodyLayer } from '../json/text-layer.js';
import { errorPieces, readAnswer } from '../openai-chat/read-chat-response.js';
import type { LaneFactory } from '../stream/lane.js';
import { rewritePieces } from '../stream/rewrite-pieces.js';
import { object, pass } from '../walk/rules.js';
import { itemPlace, type Rule, Walker } from '../walk/walker.js';
import { candidatePieces } from './candidate-pieces.js';
import { contentRule } from './request-rules.js';

/** Opens the raw body of an answer or error of generateContent. Throws `upstream.rejected` when it is not JSON. */
export function readGenerateAnswer(raw: string, options: AnswerOptions = {}): OpenedAnswer {
  const root = readAnswer(raw);
  const walker = new Walker(raw);
  answerRule(walker, root, { layer: walker.root, path: '' });
  return walker.body({
    rewrite: (open: LaneFactory) => {
      const edits: Edit[] = [];
      const body = bodyLayer(raw);
      for (const [index, candidate] of candidatesOf(root).entries()) {
        const choice = numberMember(raw, candidate, 'index') ?? index;
        const pieces = candidatePieces(raw, candidate, choice, options.jsonAnswer ? 'json' : 'text');
        if (rewritePieces(body, pieces, open, edits)) edits.push(...withoutLogprobs(raw, candidate));
      }
      rewritePieces(body, errorPieces(root), open, edits);
      return applyEdits(raw, edits);
    },
  });
}

export function candidatesOf(root: JsonNode): readonly JsonNode[] {
  const candidates = memberOf(root, 'candidates');
  return candidates?.kind === 'array' ? candidates.items : [];
}

/** Log probabilities spell the text in its other form; there is no honest restored version of them. */
export function withoutLogprobs(source: string, candidate: JsonNode): Edit[] {
  const node = memberOf(candidate, 'logprobsResult');
  return node && !isNull(source, node) ? [{ start: node.start, end: node.end, text: 'null' }] : [];
}

const candidateRule = object({ content: contentRule }, pass);

const candidatesRule: Rule = (walker, node, place) => {
  if (node.kind !== 'array') return;
  for (const [index, candidate] of node.items.entries()) {
    const at = itemPlace(place, index);
    walker.enterMessage(index, `${at.path}/content`);
    candidateRule(walker, candidate, at);
  }
  walker.enterMessage(null);
};

const answerRule = object({ candidates: candidatesRule }, pass);
