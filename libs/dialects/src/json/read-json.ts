import { DomainError } from '#lib/kernel';
import { type JsonArray, type JsonNode, type JsonObject, type JsonString, textOf } from './json-node.js';

/** Arrays and objects may be nested this deep; the walkers recurse on the tree, the reader itself does not. */
export const JSON_DEPTH_MAX = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const LITERALS: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' };
const HEX_4 = /[0-9a-fA-F]{4}/y;

/**
 * Reads one JSON text (RFC 8259, strictly) into nodes that keep their positions.
 *
 * Throws `request.malformed` with offset and line, never with text, and `request.too_deep` past `depthMax`. Iterative, so
 * that no nesting overflows the stack.
 */
export function readJson(text: string, depthMax = JSON_DEPTH_MAX): JsonNode {
  return new Reader(text, depthMax).read();
}

/** As `readJson`, but null when the text is not JSON. Nesting past the limit still throws. */
export function tryReadJson(text: string, depthMax = JSON_DEPTH_MAX): JsonNode | null {
  try {
    return readJson(text, depthMax);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'request.malformed') return null;
    throw error;
  }
}

class Reader {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly depthMax: number,
  ) {}

  read(): JsonNode {
    const open: (JsonArray | JsonObject)[] = [];
    const keys: (JsonString | null)[] = [];
    for (;;) {
      let node = this.value();
      if (node.kind === 'array' || node.kind === 'object') {
        const close = node.kind === 'array' ? 0x5d : 0x7d;
        this.skipSpace();
        if (this.text.charCodeAt(this.at) !== close) {
          if (open.length >= this.depthMax) throw tooDeep(this.depthMax);
          open.push(node);
          keys.push(node.kind === 'object' ? this.key() : null);
          continue;
        }
        if (open.length >= this.depthMax) throw tooDeep(this.depthMax);
        this.at += 1;
        node.end = this.at;
      }
      for (;;) {
        this.skipSpace();
        const parent = open.at(-1);
        if (parent === undefined) {
          if (this.at !== this.text.length) throw this.malformed();
          return node;
        }
        const key = keys[keys.length - 1]!;
        if (parent.kind === 'array') parent.items.push(node);
        else parent.members.push({ key, name: textOf(this.text, key), value: node });
        const code = this.text.charCodeAt(this.at);
        if (code === 0x2c) {
          this.at += 1;
          this.skipSpace();
          if (parent.kind === 'object') keys[keys.length - 1] = this.key();
          break;
        }
        if (code !== (parent.kind === 'array' ? 0x5d : 0x7d)) throw this.malformed();
        this.at += 1;
        parent.end = this.at;
        open.pop();
        keys.pop();
        node = parent;
      }
    }
  }

  /** Reads a scalar whole and the opening bracket of a container. */
  private value(): JsonNode {
    this.skipSpace();
    const start = this.at;
    const code = this.text.charCodeAt(start);
    if (code === QUOTE) return this.string();
    if (code === 0x7b || code === 0x5b) {
      this.at += 1;
      return code === 0x7b
        ? { kind: 'object', start, end: start, members: [] }
        : { kind: 'array', start, end: start, items: [] };
    }
    const literal = LITERALS[this.text[start] ?? ''];
    if (literal !== undefined && this.text.startsWith(literal, start)) {
      this.at += literal.length;
      return { kind: 'literal', start, end: this.at };
    }
    NUMBER.lastIndex = start;
    if (!NUMBER.test(this.text)) throw this.malformed();
    this.at = NUMBER.lastIndex;
    return { kind: 'number', start, end: this.at };
  }

  private key(): JsonString {
    if (this.text.charCodeAt(this.at) !== QUOTE) throw this.malformed();
    const key = this.string();
    this.skipSpace();
    if (this.text.charCodeAt(this.at) !== 0x3a) throw this.malformed();
    this.at += 1;
    return key;
  }

  private string(): JsonString {
    const { text } = this;
    const start = this.at;
    let at = start + 1;
    let escaped = false;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) {
        escaped = true;
        const next = text[at + 1];
        if (next === 'u') {
          HEX_4.lastIndex = at + 2;
          if (!HEX_4.test(text)) throw this.malformed(at);
          at += 6;
        } else if (next !== undefined && '"\\/bfnrt'.includes(next)) {
          at += 2;
        } else {
          throw this.malformed(at);
        }
      } else if (code >= 0x20) {
        at += 1;
      } else {
        // A control character, or NaN at the end of the text.
        throw this.malformed(at);
      }
    }
    this.at = at + 1;
    return { kind: 'string', start, end: this.at, escaped };
  }

  private skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at += 1;
    }
  }

  private malformed(offset = this.at): DomainError {
    let line = 1;
    for (let at = this.text.indexOf('\n'); at !== -1 && at < offset; at = this.text.indexOf('\n', at + 1)) line += 1;
    return new DomainError('request.malformed', {
      publicMessage: `The body is not valid JSON (line ${line}, offset ${offset}).`,
      facts: { line, offset },
    });
  }
}

function tooDeep(depthMax: number): DomainError {
  return new DomainError('request.too_deep', {
    publicMessage: `The body is nested deeper than ${depthMax} levels.`,
    facts: { depthMax },
  });
}
