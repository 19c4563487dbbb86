import type { Edit } from '#lib/kernel';
import { type JsonString, textOf } from './json-node.js';

/**
 * A text inside a body: the body itself, the decoded text of one of its string literals, the decoded text of a string
 * literal inside that text when it is JSON in turn, and so on. An edit in any layer is lifted to one of the body, so that
 * everything it does not touch stays byte for byte.
 */
export interface TextLayer {
  readonly text: string;
  /** The same edit in offsets of the body, its text escaped once for each literal it stands in. */
  lift(edit: Edit): Edit;
}

export function bodyLayer(text: string): TextLayer {
  return { text, lift: (edit) => edit };
}

export function stringLayer(parent: TextLayer, node: JsonString): TextLayer {
  return new StringLayer(parent, node);
}

/** The text as it stands between the quotes of a JSON string; lone surrogates become `\udXXX` (ECMA-262 QuoteJSONString). */
export function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

class StringLayer implements TextLayer {
  readonly text: string;
  private offsets: Uint32Array | null = null;

  constructor(
    private readonly parent: TextLayer,
    private readonly node: JsonString,
  ) {
    this.text = textOf(parent.text, node);
  }

  lift(edit: Edit): Edit {
    return this.parent.lift({
      start: this.rawOffset(edit.start),
      end: this.rawOffset(edit.end),
      text: escapeJson(edit.text),
    });
  }

  private rawOffset(offset: number): number {
    if (!this.node.escaped) return this.node.start + 1 + offset;
    this.offsets ??= this.mapOffsets();
    return this.offsets[offset]!;
  }

  /** For each code unit of the decoded text, and its end, the offset of its spelling in the parent's text. */
  private mapOffsets(): Uint32Array {
    const offsets = new Uint32Array(this.text.length + 1);
    let at = this.node.start + 1;
    for (let index = 0; index < this.text.length; index += 1) {
      offsets[index] = at;
      if (this.parent.text[at] !== '\\') at += 1;
      else at += this.parent.text[at + 1] === 'u' ? 6 : 2;
    }
    offsets[this.text.length] = at;
    return offsets;
  }
}
