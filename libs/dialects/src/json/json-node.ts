/** A JSON value with its half-open range of UTF-16 code units in the text it was read from. */
export type JsonNode = JsonString | JsonNumber | JsonLiteral | JsonArray | JsonObject;

export interface JsonString {
  readonly kind: 'string';
  /** Range of the literal, quotes included. */
  readonly start: number;
  readonly end: number;
  /** Whether the literal holds a backslash escape, so that its text differs from its spelling. */
  readonly escaped: boolean;
}

export interface JsonNumber {
  readonly kind: 'number';
  readonly start: number;
  readonly end: number;
}

/** `true`, `false` or `null`. */
export interface JsonLiteral {
  readonly kind: 'literal';
  readonly start: number;
  readonly end: number;
}

export interface JsonArray {
  readonly kind: 'array';
  readonly start: number;
  end: number;
  readonly items: JsonNode[];
}

export interface JsonObject {
  readonly kind: 'object';
  readonly start: number;
  end: number;
  /** In order of appearance; duplicates are kept. */
  readonly members: JsonMember[];
}

export interface JsonMember {
  readonly key: JsonString;
  /** The decoded key. */
  readonly name: string;
  readonly value: JsonNode;
}

/** The decoded text of a string literal. */
export function textOf(source: string, node: JsonString): string {
  if (!node.escaped) return source.slice(node.start + 1, node.end - 1);
  return JSON.parse(source.slice(node.start, node.end)) as string;
}

/** The value of a key; of the last one where it is repeated, as JSON.parse reads it. */
export function memberOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
  if (node?.kind !== 'object') return undefined;
  for (let index = node.members.length - 1; index >= 0; index -= 1) {
    if (node.members[index]!.name === name) return node.members[index]!.value;
  }
  return undefined;
}

/** The decoded text of a string member, undefined when there is none or it is no string. */
export function textMember(source: string, node: JsonNode | undefined, name: string): string | undefined {
  const value = memberOf(node, name);
  return value?.kind === 'string' ? textOf(source, value) : undefined;
}

/** The value of a number member, undefined when there is none or it is no number. */
export function numberMember(source: string, node: JsonNode | undefined, name: string): number | undefined {
  const value = memberOf(node, name);
  return value?.kind === 'number' ? Number(source.slice(value.start, value.end)) : undefined;
}

export function isNull(source: string, node: JsonNode | undefined): boolean {
  return node?.kind === 'literal' && source[node.start] === 'n';
}

export function isTrue(source: string, node: JsonNode | undefined): boolean {
  return node?.kind === 'literal' && source[node.start] === 't';
}
