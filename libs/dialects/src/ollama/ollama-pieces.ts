import { type JsonNode, memberOf, textMember } from '../json/json-node.js';
import type { Container } from '../stream/lane.js';
import type { StreamPiece } from '../stream/lane-set.js';
import { leavesOf } from '../stream/rewrite-pieces.js';

/** The texts of an answer or of one line of its stream. Arguments are objects, whole, rewritten leaf by leaf. */
export function ollamaPieces(source: string, root: JsonNode, textContainer: Container): StreamPiece[] {
  const pieces: StreamPiece[] = [];
  const add = (node: JsonNode | undefined, field: string, container: Container): void => {
    if (node?.kind === 'string') pieces.push({ node, lane: { choice: 0, field, container }, fragment: true });
  };
  const message = memberOf(root, 'message');
  add(memberOf(root, 'thinking'), 'thinking', 'text');
  add(memberOf(root, 'response'), 'response', textContainer);
  add(memberOf(message, 'thinking'), 'message/thinking', 'text');
  add(memberOf(message, 'content'), 'message/content', textContainer);
  const calls = memberOf(message, 'tool_calls');
  for (const [index, call] of (calls?.kind === 'array' ? calls.items : []).entries()) {
    const tool = textMember(source, memberOf(call, 'function'), 'name');
    for (const node of leavesOf(memberOf(memberOf(call, 'function'), 'arguments'))) {
      const field = `message/tool_calls/${index}/arguments`;
      pieces.push({
        node,
        lane: { choice: 0, field, container: 'text', ...(tool !== undefined && { tool }) },
        fragment: false,
      });
    }
  }
  return pieces;
}
