import type { Edit } from '#lib/kernel';
import { isNull, type JsonNode, memberOf, textMember } from '../json/json-node.js';
import type { Container } from '../stream/lane.js';
import type { WholePiece } from '../stream/rewrite-pieces.js';

/** Members of an output item, part or annotation that are no text, or must stay as they are. */
const EXEMPT = new Set([
  'id',
  'type',
  'status',
  'role',
  'phase',
  'name',
  'call_id',
  'item_id',
  'file_id',
  'container_id',
  'approval_request_id',
  'server_label',
  'encrypted_content',
  'result',
  'logprobs',
]);

export interface ItemOptions {
  readonly output: number;
  readonly textContainer: Container;
  /** The texts have been shown before. */
  readonly repeat?: boolean;
}

/** Every text of an output item or content part, whole, in its own container. */
export function itemPieces(source: string, item: JsonNode, options: ItemOptions): WholePiece[] {
  const pieces: WholePiece[] = [];
  const tool = textMember(source, item, 'name');
  const isMessageText = (type: string | undefined): boolean => type === 'output_text' || type === 'text';
  const walk = (node: JsonNode, field: string, container: Container): void => {
    if (node.kind === 'string') {
      const again = options.repeat ? ({ repeat: true } as const) : {};
      pieces.push({
        node,
        lane: { choice: options.output, field, container, ...(tool !== undefined && { tool }), ...again },
      });
    } else if (node.kind === 'array') {
      node.items.forEach((one, index) => {
        walk(one, `${field}/${index}`, container);
      });
    } else if (node.kind === 'object') {
      const type = textMember(source, node, 'type');
      for (const { name, value } of node.members) {
        if (EXEMPT.has(name)) continue;
        const path = field === '' ? name : `${field}/${name}`;
        if (name === 'text' && isMessageText(type)) walk(value, path, options.textContainer);
        else walk(value, path, containerOf(name));
      }
    }
  };
  walk(item, '', 'text');
  return pieces;
}

export function containerOf(name: string): Container {
  if (name === 'arguments') return 'json';
  return name === 'code' ? 'python' : 'text';
}

/** Edits that empty the log probabilities of every part below a node: they spell the text in its other form. */
export function withoutLogprobs(source: string, node: JsonNode): Edit[] {
  if (node.kind === 'array') return node.items.flatMap((item) => withoutLogprobs(source, item));
  if (node.kind !== 'object') return [];
  const own = memberOf(node, 'logprobs');
  const edits = node.members
    .filter(({ name }) => name !== 'logprobs')
    .flatMap(({ value }) => withoutLogprobs(source, value));
  if (own?.kind === 'array' && own.items.length > 0) edits.push({ start: own.start, end: own.end, text: '[]' });
  else if (own && own.kind !== 'array' && !isNull(source, own))
    edits.push({ start: own.start, end: own.end, text: 'null' });
  return edits;
}
