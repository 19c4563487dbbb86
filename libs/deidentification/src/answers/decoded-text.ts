/** A text as a detector reads it, and where each of its code units ends in the spelling that it stands in. */
export interface DecodedText {
  readonly text: string;
  /** Offset behind each code unit of `text`, in the spelling. */
  readonly ends: readonly number[];
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const UNICODE_ESCAPE = /\\u([0-9a-fA-F]{4})/y;

/**
 * Reads at most `unitsMax` code units. With `escapes` the text is inside JSON and `\u0041` is one unit. An escape that is
 * not all there yet ends the reading, unless the text is `final`.
 */
export function decodedText(raw: string, unitsMax: number, escapes: boolean, final: boolean): DecodedText {
  let text = '';
  const ends: number[] = [];
  for (let at = 0; at < raw.length && ends.length < unitsMax; ) {
    let unit = raw[at]!;
    let next = at + 1;
    if (escapes && unit === '\\') {
      UNICODE_ESCAPE.lastIndex = at;
      const code = UNICODE_ESCAPE.exec(raw)?.[1];
      const kind = raw[at + 1];
      if (code !== undefined) {
        unit = String.fromCharCode(Number.parseInt(code, 16));
        next = at + 6;
      } else if (!final && (kind === undefined || (kind === 'u' && raw.length < at + 6))) {
        break;
      } else if (kind !== undefined && kind !== 'u') {
        unit = ESCAPES[kind] ?? kind;
        next = at + 2;
      }
    }
    text += unit;
    ends.push(next);
    at = next;
  }
  return { text, ends };
}
