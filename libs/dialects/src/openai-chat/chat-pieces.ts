import { type JsonNode, type JsonString, memberOf, numberMember, textMember } from '../json/json-node.js';
import type { Container, TextLane } from '../stream/lane.js';
import { leavesOf } from '../stream/rewrite-pieces.js';

/** One text of a message or delta, and the lane it belongs to. */
export interface Piece {
  readonly lane: TextLane;
  readonly node: JsonString;
  /** A text that is whole in itself, not a fragment that later deltas continue. */
  readonly whole: boolean;
}

const TEXT_FIELDS = ['reasoning_content', 'reasoning', 'content', 'refusal'] as const;

export interface PieceOptions {
  readonly choice: number;
  readonly contentContainer: Container;
  /** Names of the choice's tool calls by index; filled as they appear. */
  readonly toolNames: Map<string, string>;
}

/** The texts of an assistant message or delta, in the order in which a client shows them. */
export function piecesOf(source: string, message: JsonNode | undefined, options: PieceOptions): Piece[] {
  const pieces: Piece[] = [];
  const add = (node: JsonNode | undefined, field: string, container: Container, tool?: string, whole = false): void => {
    if (node?.kind !== 'string') return;
    pieces.push({
      lane: { choice: options.choice, field, container, ...(tool !== undefined && { tool }) },
      node,
      whole,
    });
  };
  for (const field of TEXT_FIELDS) {
    const value = memberOf(message, field);
    const container = field === 'content' ? options.contentContainer : 'text';
    if (value?.kind === 'string') add(value, field, container);
    if (value?.kind !== 'array') continue;
    for (const part of value.items) {
      add(memberOf(part, 'text'), field, container);
      const thinking = memberOf(part, 'thinking');
      if (thinking?.kind === 'array')
        for (const inner of thinking.items) add(memberOf(inner, 'text'), 'reasoning', 'text');
      else add(thinking, 'reasoning', 'text');
    }
  }
  add(memberOf(memberOf(message, 'audio'), 'transcript'), 'audio/transcript', 'text');

  const calls = memberOf(message, 'tool_calls');
  for (const [ordinal, call] of (calls?.kind === 'array' ? calls.items : []).entries()) {
    const index = numberMember(source, call, 'index') ?? ordinal;
    addCall(memberOf(call, 'function'), 'arguments', `tool_calls/${index}`, 'json');
    addCall(memberOf(call, 'custom'), 'input', `tool_calls/${index}`, 'text');
  }
  addCall(memberOf(message, 'function_call'), 'arguments', 'function_call', 'json');

  const annotations = memberOf(message, 'annotations');
  for (const annotation of annotations?.kind === 'array' ? annotations.items : []) {
    const citation = memberOf(annotation, 'url_citation');
    add(memberOf(citation, 'title'), 'annotations/title', 'text', undefined, true);
    add(memberOf(citation, 'url'), 'annotations/url', 'text', undefined, true);
  }
  return pieces;

  function addCall(call: JsonNode | undefined, field: string, path: string, container: Container): void {
    const name = textMember(source, call, 'name');
    if (name) options.toolNames.set(path, name);
    const tool = options.toolNames.get(path);
    const value = memberOf(call, field);
    if (value?.kind === 'string') add(value, `${path}/${field}`, container, tool);
    // Some providers give an object where a string is typed; its leaves are restored one by one and it stays an object.
    else for (const leaf of leavesOf(value)) add(leaf, `${path}/${field}`, 'text', tool, true);
  }
}
