import { type RedactionOptions, redactRecords, type TextRecord } from '../redact-records.js';

/** What is needed of a node of LlamaIndex.TS: a `TextNode` or `Document` is one. */
export interface TextNodeLike {
  text: string;
  metadata: TextRecord['metadata'];
  setContent?(text: string): void;
}

/**
 * De-identifies nodes in place, as a `TransformComponent` of LlamaIndex.TS does: put it BEFORE the node parser in
 * `transformations` of an `IngestionPipeline`.
 */
export class PvgTransform {
  readonly id = 'pvg-transform';
  readonly #options: RedactionOptions;

  constructor(options: RedactionOptions) {
    this.#options = options;
  }

  /** All nodes are rewritten, or none and a `PvgError` is thrown. */
  readonly transform = async <Node extends TextNodeLike>(nodes: Node[]): Promise<Node[]> => {
    const redacted = await redactRecords(nodes, this.#options);
    for (const [index, { text, metadata }] of redacted.entries()) {
      const node = nodes[index]!;
      if (node.setContent) node.setContent(text);
      else node.text = text;
      node.metadata = metadata;
    }
    return nodes;
  };
}
