import { applyEdits, type Edit } from '#lib/kernel';
import type { AnswerOptions, OpenedAnswer } from '../dialect.js';
import { memberOf } from '../json/json-node.js';
import { bodyLayer } from '../json/text-layer.js';
import { errorPieces, readAnswer } from '../openai-chat/read-chat-response.js';
import type { LaneFactory } from '../stream/lane.js';
import { rewritePieces } from '../stream/rewrite-pieces.js';
import { object, pass } from '../walk/rules.js';
import { type Rule, Walker } from '../walk/walker.js';
import { blockPieces } from './block-pieces.js';
import { contentRule } from './request-rules.js';

/** Opens the raw body of an answer or error of the Messages API. Throws `upstream.rejected` when it is not JSON. */
export function readMessagesAnswer(raw: string, options: AnswerOptions = {}): OpenedAnswer {
  const root = readAnswer(raw);
  const walker = new Walker(raw);
  answerRule(walker, root, { layer: walker.root, path: '' });
  return walker.body({
    rewrite: (open: LaneFactory) => {
      const edits: Edit[] = [];
      const content = memberOf(root, 'content');
      const pieces = (content?.kind === 'array' ? content.items : []).flatMap((block, index) =>
        blockPieces(raw, block, index, options.jsonAnswer ? 'json' : 'text'),
      );
      rewritePieces(bodyLayer(raw), [...pieces, ...errorPieces(root)], open, edits);
      return applyEdits(raw, edits);
    },
  });
}

const answerContent: Rule = (walker, node, place) => {
  walker.enterMessage(0, '');
  contentRule(walker, node, place);
  walker.enterMessage(null);
};

const answerRule = object({ content: answerContent }, pass);
