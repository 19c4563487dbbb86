import type { Edit } from '#lib/kernel';
import { type JsonNode, memberOf } from '../json/json-node.js';
import { escapeJson } from '../json/text-layer.js';

/**
 * Puts a preamble at the head of a top-level field that is a string, a list or absent: before the text, as the first item
 * (`asItem`), or as the field. The place is the same in every turn, so the prefix that providers cache stays stable.
 */
export function headOf(root: JsonNode, field: string, asItem: (text: string) => object): (text: string) => Edit {
  const node = memberOf(root, field);
  return (preamble) => {
    if (node?.kind === 'string') {
      const empty = node.end - node.start === 2;
      return insert(node.start + 1, `${escapeJson(preamble)}${empty ? '' : '\\n\\n'}`);
    }
    if (node?.kind === 'array') {
      return insert(node.start + 1, `${JSON.stringify(asItem(preamble))}${node.items.length > 0 ? ',' : ''}`);
    }
    // No such API knows it; what stands in it is edited itself, so nothing takes its place.
    if (node?.kind === 'object') return insert(node.start, '');
    if (node) return { start: node.start, end: node.end, text: JSON.stringify(preamble) };
    const alone = root.kind === 'object' && root.members.length === 0;
    return insert(root.start + 1, `${JSON.stringify(field)}:${JSON.stringify(preamble)}${alone ? '' : ','}`);
  };
}

export function insert(at: number, text: string): Edit {
  return { start: at, end: at, text };
}
