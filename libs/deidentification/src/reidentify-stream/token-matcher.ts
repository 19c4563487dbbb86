import { type InfoType, isTokenBody, TOKEN_ALPHABET, TOKEN_BODY_LENGTH } from '#lib/kernel';
import { Lexeme, type Lexer } from './lexer.js';
import type { TokenResolver } from './token-reading.js';

/**
 * What stands at an offset: a token to be replaced, a text to be passed on whole, a cut token at the very end to be
 * dropped, nothing, or not enough text to say.
 */
export type Match =
  | {
      readonly kind: 'replace';
      readonly end: number;
      readonly text: string;
      readonly restored: boolean;
      readonly closed: boolean;
    }
  | { readonly kind: 'leave'; readonly end: number; readonly because: 'unresolved' | 'mangled' }
  | { readonly kind: 'drop' }
  | { readonly kind: 'none' }
  | { readonly kind: 'more' };

const NONE: Match = { kind: 'none' };
const MORE: Match = { kind: 'more' };

/** Bounds of what is held back after an opening bracket. */
const WORD_LENGTH_MAX = 32 + TOKEN_BODY_LENGTH;
const SPACES_MAX = 12;
const NOISE_MAX = 24;
const MANGLED_BODY_MIN = 4;

const BODY_SYMBOLS = new Set(TOKEN_ALPHABET);
/** As many characters of the value as the form `token-last4` shows behind the body. */
const LAST_LENGTH = 4;
const TRANSLATED = /^(.*\p{L}.*?)[_ :-]*([0-9A-Z]{10})(?:-[0-9A-Z]{4})?$/su;
const CANONICAL_WORD = /^[A-Z][A-Z0-9_]*_$/;

interface KnownType {
  readonly type: InfoType;
  /** `US_SSN_`, as the bare form spells it. */
  readonly bare: string;
  /** `USSSN`: in brackets the separators may be lost. */
  readonly compact: string;
}

/**
 * Reads tokens leniently and resolves them exactly. Accepted: other case, a missing bracket, `\_`, HTML entities,
 * full-width forms; in brackets also inserted spaces, lost separators, emphasis, and another word for the type. The check
 * symbols must hold and the resolver must know the token; nothing is ever matched approximately.
 */
export class TokenMatcher {
  private readonly known: readonly KnownType[];
  private readonly initials: ReadonlySet<string>;

  constructor(
    private readonly lexer: Lexer,
    private readonly resolver: TokenResolver,
  ) {
    this.known = [...resolver.types].map((type) => ({ type, bare: `${type}_`, compact: type.replaceAll('_', '') }));
    this.initials = new Set(this.known.map(({ type }) => type[0]!));
  }

  /** `wordStart`: a bare token may start here. `bracketOpen`: a closing bracket belongs to an earlier opening one. */
  match(at: number, wordStart: boolean, bracketOpen: boolean): Match {
    const first = this.lexer.lexeme(at);
    if (first === Lexeme.More) return MORE;
    if (first === Lexeme.Open) return this.bracketed(at, this.lexer.next);
    if (first !== Lexeme.Alphanumeric || !wordStart || !this.initials.has(this.lexer.symbol)) return NONE;
    return this.bare(at, bracketOpen);
  }

  private bare(start: number, bracketOpen: boolean): Match {
    let form = '';
    let alive = this.known;
    for (let at = start; ; at = this.lexer.next) {
      const kind = this.lexer.lexeme(at);
      if (kind === Lexeme.More) return MORE;
      if (kind === Lexeme.Underscore) form += '_';
      else if (kind === Lexeme.Alphanumeric) form += this.lexer.symbol;
      else return NONE;
      alive = alive.filter(({ bare }) => fits(form, bare));
      if (alive.length === 0) return NONE;
      const whole = alive.find(({ bare }) => form.length === bare.length + TOKEN_BODY_LENGTH);
      if (whole) return this.bareWhole(start, this.lexer.next, whole, form, bracketOpen);
    }
  }

  private bareWhole(start: number, end: number, known: KnownType, form: string, bracketOpen: boolean): Match {
    const after = this.lexer.lexeme(end);
    if (after === Lexeme.More) return MORE;
    if (after === Lexeme.Alphanumeric) {
      // A plural `s` in lower case behind a token in upper case; else the word is longer than a token.
      const spelled = this.lexer.buffer.slice(start, end);
      if (this.lexer.buffer[end] !== 's' || spelled !== spelled.toUpperCase()) return NONE;
      const last = this.lexer.lexeme(this.lexer.next);
      if (last === Lexeme.More) return MORE;
      if (last === Lexeme.Alphanumeric) return NONE;
    }
    const body = form.slice(known.bare.length);
    if (!isTokenBody(body)) return /\d/.test(body) ? { kind: 'leave', end, because: 'mangled' } : NONE;
    if (after === Lexeme.Close && !bracketOpen) {
      this.lexer.lexeme(end);
      return this.resolve(start, this.lexer.next, known.type, body, true);
    }
    return this.resolve(start, end, known.type, body, false);
  }

  private bracketed(start: number, inside: number): Match {
    let compact = '';
    let word = '';
    let spaces = 0;
    let noise = 0;
    let alive = this.known;
    for (let at = inside; ; at = this.lexer.next) {
      const kind = this.lexer.lexeme(at);
      switch (kind) {
        case Lexeme.More:
          return MORE;
        case Lexeme.End:
          return alive.some((one) => isCutToken(one, compact, word)) ? { kind: 'drop' } : NONE;
        case Lexeme.Close:
          return this.closed(start, this.lexer.next, alive, compact, word);
        case Lexeme.Alphanumeric: {
          compact += this.lexer.symbol;
          word += this.lexer.symbol;
          alive = alive.filter((one) => fits(compact, one.compact));
          const whole = alive.find((one) => compact.length === one.compact.length + TOKEN_BODY_LENGTH);
          const body = whole && compact.slice(whole.compact.length);
          if (whole && isTokenBody(body!)) {
            const ended = this.ended(start, this.lexer.next, whole.type, body!);
            if (ended) return ended;
          }
          break;
        }
        case Lexeme.Letter:
          alive = [];
          word += this.lexer.symbol;
          break;
        case Lexeme.Underscore:
          word += '_';
          break;
        case Lexeme.Joint:
          word += '-';
          break;
        case Lexeme.Space:
          spaces += 1;
          word += ' ';
          break;
        case Lexeme.Noise:
          noise += 1;
          break;
        default:
          return NONE;
      }
      if (word.length - spaces > WORD_LENGTH_MAX || spaces > SPACES_MAX || noise > NOISE_MAX) return NONE;
    }
  }

  /** A whole token in an opened bracket: with its closing bracket, or without when something else follows. */
  private ended(start: number, end: number, type: InfoType, body: string): Match | null {
    let at = end;
    let skipped = 0;
    for (;;) {
      const kind = this.lexer.lexeme(at);
      if (kind === Lexeme.More) return MORE;
      if (kind === Lexeme.Close) return this.resolve(start, this.lexer.next, type, body, true);
      if (at === end && kind === Lexeme.Joint) {
        const closed = this.lastFour(this.lexer.next);
        if (closed === 'more') return MORE;
        return this.resolve(start, closed ?? end, type, body, closed !== null);
      }
      if (at === end && kind === Lexeme.Alphanumeric) return null;
      if ((kind !== Lexeme.Space && kind !== Lexeme.Noise) || skipped >= NOISE_MAX) {
        return this.resolve(start, end, type, body, false);
      }
      skipped += 1;
      at = this.lexer.next;
    }
  }

  /** Behind a hyphen: where the last four of a value and their bracket end, or are cut off; null when they don't stand there. */
  private lastFour(from: number): number | 'more' | null {
    let at = from;
    for (let count = 0; ; count += 1) {
      const kind = this.lexer.lexeme(at);
      if (kind === Lexeme.More) return 'more';
      if (kind === Lexeme.End) return at;
      if (count === LAST_LENGTH) return kind === Lexeme.Close ? this.lexer.next : null;
      if (kind !== Lexeme.Alphanumeric) return null;
      at = this.lexer.next;
    }
  }

  /** A closed bracket that is no token in the exchange's own words. */
  private closed(start: number, end: number, alive: readonly KnownType[], compact: string, word: string): Match {
    const parts = TRANSLATED.exec(word.trim());
    if (parts) {
      const [, name, body] = parts as unknown as [string, string, string];
      if (isTokenBody(body)) {
        const spelled = this.lexer.buffer.slice(start, end);
        const text = this.resolver.resolve({ body, type: null, spelled });
        if (text !== undefined) return { kind: 'replace', end, text, restored: isRestored(text, body), closed: true };
        if (CANONICAL_WORD.test(`${name}_`)) return { kind: 'leave', end, because: 'unresolved' };
      }
    }
    const cut = alive.some((one) => compact.length >= one.compact.length + MANGLED_BODY_MIN);
    const wrong = this.known.some(
      ({ bare }) =>
        word.startsWith(bare) && word.length >= bare.length + MANGLED_BODY_MIN && word.length < bare.length + 16,
    );
    return cut || wrong ? { kind: 'leave', end, because: 'mangled' } : NONE;
  }

  private resolve(start: number, end: number, type: InfoType, body: string, closed: boolean): Match {
    const text = this.resolver.resolve({ body, type, spelled: this.lexer.buffer.slice(start, end) });
    if (text === undefined) return { kind: 'leave', end, because: 'unresolved' };
    return { kind: 'replace', end, text, restored: isRestored(text, body), closed };
  }
}

/** Whether `form` is a beginning of `name` followed by a token body, or a beginning of `name`. */
function fits(form: string, name: string): boolean {
  if (form.length <= name.length) return name.startsWith(form);
  if (form.length > name.length + TOKEN_BODY_LENGTH || !form.startsWith(name)) return false;
  return BODY_SYMBOLS.has(form[form.length - 1]!);
}

/** Cut off behind the type's separator: nothing but a token begins so, and what is left of it tells nothing. */
function isCutToken(known: KnownType, compact: string, word: string): boolean {
  return compact.startsWith(known.compact) && word.startsWith(known.bare);
}

/** A token that is shown as a token was spelled anew, not restored. */
function isRestored(text: string, body: string): boolean {
  return !(text.startsWith('[') && text.endsWith(`_${body}]`));
}
