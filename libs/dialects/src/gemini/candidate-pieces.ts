import { isTrue, type JsonNode, memberOf, textMember } from '../json/json-node.js';
import type { Container } from '../stream/lane.js';
import type { StreamPiece } from '../stream/lane-set.js';
import { leavesOf } from '../stream/rewrite-pieces.js';

/** The texts of a candidate's parts. Arguments and results are objects: their leaves are rewritten one by one. */
export function candidatePieces(
  source: string,
  candidate: JsonNode,
  choice: number,
  textContainer: Container,
): StreamPiece[] {
  const pieces: StreamPiece[] = [];
  const add = (
    node: JsonNode | undefined,
    field: string,
    container: Container,
    fragment = false,
    tool?: string,
  ): void => {
    for (const leaf of leavesOf(node)) {
      pieces.push({ node: leaf, lane: { choice, field, container, ...(tool !== undefined && { tool }) }, fragment });
    }
  };
  const parts = memberOf(memberOf(candidate, 'content'), 'parts');
  for (const part of parts?.kind === 'array' ? parts.items : []) {
    const thought = isTrue(source, memberOf(part, 'thought'));
    add(memberOf(part, 'text'), thought ? 'thought' : 'text', thought ? 'text' : textContainer, true);
    const call = memberOf(part, 'functionCall');
    const tool = textMember(source, call, 'name');
    add(memberOf(call, 'args'), 'functionCall/args', 'text', false, tool);
    const partial = memberOf(call, 'partialArgs');
    for (const one of partial?.kind === 'array' ? partial.items : []) {
      const path = textMember(source, one, 'jsonPath') ?? '';
      add(
        memberOf(one, 'stringValue'),
        `functionCall/${path}`,
        'text',
        isTrue(source, memberOf(one, 'willContinue')),
        tool,
      );
    }
    add(memberOf(memberOf(part, 'executableCode'), 'code'), 'executableCode', 'python');
    add(memberOf(memberOf(part, 'codeExecutionResult'), 'output'), 'codeExecutionResult', 'text');
    add(memberOf(memberOf(part, 'functionResponse'), 'response'), 'functionResponse', 'text');
  }
  add(memberOf(candidate, 'finishMessage'), 'finishMessage', 'text');
  return pieces;
}
