import { tooLarge } from '../document-error.js';

/** A string, key or number of a JSON text; offsets of a string exclude its quotes. */
export interface JsonLeaf {
  readonly what: 'string' | 'key' | 'number';
  readonly start: number;
  readonly end: number;
  /** Keys from the root; array positions don't count. */
  readonly keys: readonly string[];
  /** Positions from the root: `/2/0`. */
  readonly place: string;
}

interface Level {
  readonly object: boolean;
  readonly keys: readonly string[];
  readonly place: string;
  index: number;
  key: string | null;
}

/**
 * Walks the leaves of a JSON text that `JSON.parse` accepts (RFC 8259), in order, without building values. Throws
 * `document.too_large` (`depthMax`) where it is nested deeper.
 */
export function* jsonLeaves(text: string, depthMax: number): Generator<JsonLeaf> {
  const levels: Level[] = [];
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const top = levels.at(-1);
    if (code === 0x22) {
      const end = stringEnd(text, at + 1);
      if (top?.object && top.key === null) {
        const key = decodeJsonInside(text.slice(at + 1, end));
        yield { what: 'key', start: at + 1, end, keys: top.keys, place: `${top.place}/${top.index}` };
        top.key = key;
      } else {
        yield { what: 'string', start: at + 1, end, ...placeOf(top) };
      }
      at = end + 1;
    } else if (code === 0x7b || code === 0x5b) {
      if (levels.length >= depthMax) throw tooLarge('depthMax');
      const { keys, place } = placeOf(top);
      levels.push({ object: code === 0x7b, keys, place, index: 0, key: null });
      at += 1;
    } else if (code === 0x7d || code === 0x5d) {
      levels.pop();
      at += 1;
    } else if (code === 0x2c) {
      if (top) {
        top.index += 1;
        top.key = null;
      }
      at += 1;
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      let end = at + 1;
      while (end < text.length && isNumberPart(text.charCodeAt(end))) end += 1;
      yield { what: 'number', start: at, end, ...placeOf(top) };
      at = end;
    } else {
      at += 1;
    }
  }
}

function placeOf(level: Level | undefined): { keys: readonly string[]; place: string } {
  if (!level) return { keys: [], place: '' };
  const keys = level.object && level.key !== null ? [...level.keys, level.key] : level.keys;
  return { keys, place: `${level.place}/${level.index}` };
}

function stringEnd(text: string, from: number): number {
  let end = from;
  for (;;) {
    end = text.indexOf('"', end);
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return end;
    end += 1;
  }
}

function isNumberPart(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) || code === 0x2e || code === 0x65 || code === 0x45 || code === 0x2b || code === 0x2d
  );
}

export function decodeJsonInside(raw: string): string {
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}
