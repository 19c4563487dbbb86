/** What one or more characters are for reading tokens, whichever way they are spelled. */
export enum Lexeme {
  /** The text ends inside something that more text would decide. */
  More,
  /** The end of the whole text. */
  End,
  Open,
  Close,
  Underscore,
  /** ASCII letter or digit; `symbol` is its upper case. */
  Alphanumeric,
  /** Any other letter. */
  Letter,
  /** Hyphen or colon. */
  Joint,
  Space,
  /** Markdown emphasis and invisible characters. */
  Noise,
  Other,
}

const OPENING = new Set('[［【〔');
const CLOSING = new Set(']］】〕');
const SPACES = new Set(' \t\u00a0\u2007\u202f\u3000');
/** Markdown emphasis; zero-width space, joiners, word joiner, byte order mark, soft hyphen. */
const NOISE = new Set('*`~\u200b\u200c\u200d\u2060\ufeff\u00ad');
const JOINTS = new Set('-:\u2010\u2011\u2013：');
const LETTER = /^\p{L}|\p{M}/u;
const ENTITIES: Readonly<Record<string, Lexeme>> = {
  '#91': Lexeme.Open,
  '#x5b': Lexeme.Open,
  lbrack: Lexeme.Open,
  lsqb: Lexeme.Open,
  '#93': Lexeme.Close,
  '#x5d': Lexeme.Close,
  rbrack: Lexeme.Close,
  rsqb: Lexeme.Close,
  '#95': Lexeme.Underscore,
  '#x5f': Lexeme.Underscore,
  lowbar: Lexeme.Underscore,
  underbar: Lexeme.Underscore,
  '#160': Lexeme.Space,
  '#32': Lexeme.Space,
  nbsp: Lexeme.Space,
  '#42': Lexeme.Noise,
};
const ENTITY_NAMES = Object.keys(ENTITIES);
const BACKSLASHES_MAX = 4;
const JSON_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/**
 * Reads a buffer character by character and lexeme by lexeme. With `decodes` the buffer is the inside of a JSON string
 * and `\u005b` is one character.
 *
 * INVARIANT: an answer other than `More` stays the same however much text is appended, so how a text was cut into
 * fragments can't show.
 */
export class Lexer {
  buffer = '';
  /** No more text will come. */
  final = false;
  decodes = false;
  /** Set by `character` and `lexeme`: where the next one starts. */
  next = 0;
  /** Set by `lexeme` for `Alphanumeric` (upper case) and `Letter`. */
  symbol = '';

  /** The character at an offset; null at the end of the buffer or inside an escape. */
  character(at: number): string | null {
    const { buffer } = this;
    if (at >= buffer.length) return null;
    const one = buffer[at]!;
    this.next = at + 1;
    if (one !== '\\' || !this.decodes) return one;
    const kind = buffer[at + 1];
    if (kind === undefined) return this.final ? one : null;
    if (kind !== 'u') {
      this.next = at + 2;
      return JSON_ESCAPES[kind] ?? kind;
    }
    const hex = buffer.slice(at + 2, at + 6);
    if (hex.length < 4) return this.final ? one : null;
    this.next = at + 6;
    return String.fromCharCode(Number.parseInt(hex, 16));
  }

  lexeme(at: number): Lexeme {
    const one = this.character(at);
    if (one === null) return this.final ? Lexeme.End : Lexeme.More;
    if (one === '&') return this.entity();
    if (one === '\\') return this.backslashes(at);
    return this.classify(one);
  }

  private classify(one: string): Lexeme {
    let code = one.charCodeAt(0);
    // Full-width forms of ASCII, U+FF01 to U+FF5E.
    if (code >= 0xff01 && code <= 0xff5e) code -= 0xfee0;
    if ((code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a)) {
      this.symbol = String.fromCharCode(code);
      return Lexeme.Alphanumeric;
    }
    if (code >= 0x61 && code <= 0x7a) {
      this.symbol = String.fromCharCode(code - 0x20);
      return Lexeme.Alphanumeric;
    }
    if (code === 0x5f) return Lexeme.Underscore;
    if (OPENING.has(one)) return Lexeme.Open;
    if (CLOSING.has(one)) return Lexeme.Close;
    if (SPACES.has(one)) return Lexeme.Space;
    if (NOISE.has(one)) return Lexeme.Noise;
    if (JOINTS.has(one)) return Lexeme.Joint;
    this.symbol = one;
    return code > 0x7f && LETTER.test(one) ? Lexeme.Letter : Lexeme.Other;
  }

  /** `&#91;` and its like. `next` stands behind the ampersand. */
  private entity(): Lexeme {
    const after = this.next;
    let name = '';
    for (;;) {
      const one = this.character(this.next);
      if (one === null && !this.final) return Lexeme.More;
      if (one === ';' && name in ENTITIES) return ENTITIES[name]!;
      name += (one ?? ' ').toLowerCase();
      if (!ENTITY_NAMES.some((known) => known.startsWith(name))) {
        this.next = after;
        return Lexeme.Other;
      }
    }
  }

  /** Markdown's `\_`, `\[`, `\*`, also escaped more than once. */
  private backslashes(at: number): Lexeme {
    const after = this.next;
    for (let count = 1; count <= BACKSLASHES_MAX; count += 1) {
      const one = this.character(count === 1 ? after : this.next);
      if (one === null && !this.final) return Lexeme.More;
      if (one === '\\') continue;
      const kind = one === null ? Lexeme.Other : this.classify(one);
      if (kind !== Lexeme.Other && kind !== Lexeme.Alphanumeric && kind !== Lexeme.Letter && kind !== Lexeme.Space) {
        return kind;
      }
      break;
    }
    this.next = Math.max(after, at + 1);
    return Lexeme.Other;
  }
}
