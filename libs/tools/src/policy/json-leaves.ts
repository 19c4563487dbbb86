/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export interface TextLeaf {
  /** JSON Pointer (RFC 6901). */
  readonly pointer: string;
  readonly text: string;
}

export const escapeSegment = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
const unescapeSegment = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~');

/** Every string of a JSON value, in order. */
export function* textLeaves(value: Json, pointer = ''): Generator<TextLeaf> {
  if (typeof value === 'string') yield { pointer, text: value };
  else if (isList(value)) for (const [index, item] of value.entries()) yield* textLeaves(item, `${pointer}/${index}`);
  else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) yield* textLeaves(item, `${pointer}/${escapeSegment(key)}`);
  }
}

/** The value with each string put through `change`; undefined removes it, with what then holds nothing from a list. */
export function mapLeaves(value: Json, change: (leaf: TextLeaf) => string | undefined, pointer = ''): Json | undefined {
  if (typeof value === 'string') return change({ pointer, text: value });
  if (isList(value)) {
    return value.flatMap((item, index) => {
      const mapped = mapLeaves(item, change, `${pointer}/${index}`);
      return mapped === undefined ? [] : [mapped];
    });
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, item]): [string, Json][] => {
    const mapped = mapLeaves(item, change, `${pointer}/${escapeSegment(key)}`);
    return mapped === undefined ? [] : [[key, mapped]];
  });
  return Object.fromEntries(entries);
}

/** What a pointer points at; undefined when there is nothing. */
export function valueAt(value: Json, pointer: string): Json | undefined {
  let at: Json | undefined = value;
  for (const segment of segmentsOf(pointer)) {
    const key = unescapeSegment(segment);
    if (at === undefined) return undefined;
    if (isList(at)) at = /^(?:0|[1-9]\d*)$/.test(key) ? at[Number(key)] : undefined;
    else at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}

/** The value without what the pattern points at. A text that is JSON is looked into: `/text#/id` is in the text at `/text`. */
export function without(value: Json, matches: (pointer: string) => boolean, pointer = ''): Json {
  if (typeof value === 'string') return withoutInText(value, matches, pointer);
  if (isList(value)) {
    return value.flatMap((item, index) => {
      const path = `${pointer}/${index}`;
      return matches(path) ? [] : [without(item, matches, path)];
    });
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, item]): [string, Json][] => {
    const path = `${pointer}/${escapeSegment(key)}`;
    return matches(path) ? [] : [[key, without(item, matches, path)]];
  });
  return Object.fromEntries(entries);
}

/** The same text where nothing is taken out of it. */
function withoutInText(text: string, matches: (pointer: string) => boolean, pointer: string): string {
  const value = structureIn(text);
  if (value === undefined) return text;
  const left = JSON.stringify(without(value, matches, `${pointer}#`));
  return left === JSON.stringify(value) ? text : left;
}

/** The object or list that a text is the JSON of; undefined for any other text. */
export function structureIn(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

export function segmentsOf(pointer: string): string[] {
  return pointer === '' ? [] : pointer.slice(1).split('/');
}

export function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !isList(value);
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
