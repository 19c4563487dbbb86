import { type JsonNode, memberOf, numberMember, textMember } from '../json/json-node.js';
import type { Container } from '../stream/lane.js';
import type { StreamPiece } from '../stream/lane-set.js';
import { leavesOf } from '../stream/rewrite-pieces.js';

const TEXT_FIELDS = ['reasoning_content', 'reasoning', 'content', 'refusal'] as const;

export interface PieceOptions {
  readonly choice: number;
  readonly contentContainer: Container;
  /** Names of the choice's tool calls by index; filled as they appear. */
  readonly toolNames: Map<string, string>;
}

/** The texts of a choice, or of its part in an event: of its message or delta, or (Completions) its own. */
export function choicePieces(source: string, choice: JsonNode, options: PieceOptions): StreamPiece[] {
  const node = memberOf(choice, 'text');
  const pieces = piecesOf(source, memberOf(choice, 'delta') ?? memberOf(choice, 'message'), options);
  pieces.push(...historyPieces(choice, options.choice));
  if (node?.kind !== 'string') return pieces;
  return [{ node, lane: { choice: options.choice, field: 'text', container: 'text' }, fragment: true }, ...pieces];
}

/** ChatGLM3 servers repeat the conversation with an answer: `history` of `{role, metadata, content}`, calls as Python. */
function historyPieces(choice: JsonNode, index: number): StreamPiece[] {
  const history = memberOf(choice, 'history');
  return (history?.kind === 'array' ? history.items : []).flatMap((entry) =>
    leavesOf(memberOf(entry, 'content')).map((node): StreamPiece => {
      const container = isFenced(node, entry) ? 'python' : 'text';
      return { node, lane: { choice: index, field: 'history', container, repeat: true }, fragment: false };
    }),
  );

  function isFenced(node: JsonNode, entry: JsonNode): boolean {
    const metadata = memberOf(entry, 'metadata');
    return metadata?.kind === 'string' && metadata.end - metadata.start > 2 && node.kind === 'string';
  }
}

/** The texts of an assistant message or delta, in the order in which a client shows them. */
function piecesOf(source: string, message: JsonNode | undefined, options: PieceOptions): StreamPiece[] {
  const pieces: StreamPiece[] = [];
  const add = (
    node: JsonNode | undefined,
    field: string,
    container: Container,
    tool?: string,
    fragment = true,
  ): void => {
    if (node?.kind !== 'string') return;
    pieces.push({
      lane: { choice: options.choice, field, container, ...(tool !== undefined && { tool }) },
      node,
      fragment,
    });
  };
  // ChatGLM3 servers give a call's Python source as content too, with the tool's name beside it.
  const contentContainer = textMember(source, message, 'metadata') ? 'python' : options.contentContainer;
  for (const field of TEXT_FIELDS) {
    const value = memberOf(message, field);
    const container = field === 'content' ? contentContainer : 'text';
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
    add(memberOf(citation, 'title'), 'annotations/title', 'text', undefined, false);
    add(memberOf(citation, 'url'), 'annotations/url', 'text', undefined, false);
  }
  return pieces;

  function addCall(call: JsonNode | undefined, field: string, path: string, container: Container): void {
    const name = textMember(source, call, 'name');
    if (name) options.toolNames.set(path, name);
    const tool = options.toolNames.get(path);
    const value = memberOf(call, field);
    if (value?.kind === 'string') add(value, `${path}/${field}`, container, tool);
    // Some providers give an object where a string is typed; its leaves are restored one by one and it stays an object.
    else for (const leaf of leavesOf(value)) add(leaf, `${path}/${field}`, 'text', tool, false);
  }
}
