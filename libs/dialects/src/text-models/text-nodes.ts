import type { JsonNode } from '../json/json-node.js';

/** The items of a list; none of anything else. */
export function itemsOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === 'array' ? node.items : [];
}

/** A text in which no control mark of a model (`<|…|>`, `<｜…｜>`) is left whole. */
export function unmarked(text: string): string {
  return text.replace(/<(?=[|｜])/g, '<\u200b');
}
