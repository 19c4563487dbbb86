import type { Edit } from '#lib/kernel';
import type { JsonNode, JsonString } from '../json/json-node.js';
import { replaceText } from '../json/replace-text.js';
import { stringLayer, type TextLayer } from '../json/text-layer.js';
import { type LaneFactory, rewriteWhole, type TextLane } from './lane.js';

/** A text that is whole, and the lane it runs through. */
export interface WholePiece {
  readonly node: JsonString;
  readonly lane: TextLane;
}

/** Runs whole texts through lanes of their own and notes the edits; true when one changed. */
export function rewritePieces(
  body: TextLayer,
  pieces: readonly WholePiece[],
  open: LaneFactory,
  edits: Edit[],
): boolean {
  let changed = false;
  for (const { node, lane } of pieces) {
    const layer = stringLayer(body, node);
    if (layer.text === '') continue;
    const edit = replaceText(layer, rewriteWhole(open, lane, layer.text));
    if (!edit) continue;
    edits.push(edit);
    changed = true;
  }
  return changed;
}

/** String leaves and keys of a value. */
export function leavesOf(node: JsonNode | undefined): JsonString[] {
  if (node?.kind === 'string') return [node];
  if (node?.kind === 'array') return node.items.flatMap(leavesOf);
  if (node?.kind === 'object') return node.members.flatMap((member) => [member.key, ...leavesOf(member.value)]);
  return [];
}
