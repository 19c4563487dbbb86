import { type JsonNode, textMember } from '../json/json-node.js';
import type { Container } from '../stream/lane.js';
import type { WholePiece } from '../stream/rewrite-pieces.js';

/** Members of a content block that are no text or must stay as they are. */
const EXEMPT = new Set([
  'id',
  'type',
  'name',
  'tool_use_id',
  'server_name',
  'file_id',
  'container_id',
  'media_type',
  'signature',
  'data',
  'encrypted_content',
  'encrypted_index',
  'cache_control',
  'caller',
  'error_code',
]);

/**
 * Every text of a content block, whole. A thinking block has none: its text must reach the client, and come back, as the
 * very bytes the provider signed, so tokens in it stay tokens.
 */
export function blockPieces(source: string, block: JsonNode, index: number, textContainer: Container): WholePiece[] {
  const type = textMember(source, block, 'type') ?? '';
  if (type === 'thinking' || type === 'redacted_thinking') return [];
  const tool = textMember(source, block, 'name');
  const pieces: WholePiece[] = [];
  const walk = (node: JsonNode, field: string, isData: boolean): void => {
    if (node.kind === 'string') {
      const container = type === 'text' && field.endsWith('/text') ? textContainer : 'text';
      pieces.push({ node, lane: { choice: index, field, container, ...(tool !== undefined && { tool }) } });
    } else if (node.kind === 'array') {
      for (const item of node.items) walk(item, field, isData);
    } else if (node.kind === 'object') {
      for (const { key, name, value } of node.members) {
        if (!isData && EXEMPT.has(name)) continue;
        if (isData) walk(key, field, true);
        walk(value, isData ? field : `${field}/${name}`, isData || name === 'input');
      }
    }
  };
  walk(block, `content/${index}`, false);
  return pieces;
}
