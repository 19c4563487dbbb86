import type { Span, VaultToken } from '#lib/kernel';
import type { Form } from '../collections/collection-settings.js';

/** A value as it was sent in an exchange. */
export interface IssuedForm {
  readonly token: VaultToken;
  readonly form: Form;
  readonly text: string;
}

export interface FormMatch extends Span {
  readonly token: VaultToken;
}

/** Text that is read one code unit at a time, whichever way it is spelled. The lexer of a stream is one. */
export interface CharacterSource {
  /** Null at the end of what is known. Sets `next`, to where the following one starts. */
  character(at: number): string | null;
  readonly next: number;
  /** No more text will come. */
  readonly final: boolean;
}

interface Node {
  readonly next: Map<string, Node>;
  token: VaultToken | null;
}

const WORD = /[\p{L}\p{N}]/u;

/**
 * Finds, in what comes back, the renditions that were issued to an exchange: the longest one at each place, in one pass, so
 * that one inside another is never replaced by itself. Exactly as issued, and only as whole words: a surrogate "Ann Lee" is
 * not found in "Joann Leeds".
 */
export class FormMatcher {
  readonly #root: Node = { next: new Map(), token: null };
  /** Length of the longest rendition, in code units: a stream never has to hold back more. */
  readonly lengthMax: number;

  constructor(issued: readonly Pick<IssuedForm, 'token' | 'text'>[]) {
    const byText = new Map<string, VaultToken | null>();
    for (const { text, token } of issued) {
      // Two values with one rendition can't be told apart: neither is turned back.
      byText.set(text, byText.has(text) && byText.get(text) !== token ? null : token);
    }
    let lengthMax = 0;
    for (const [text, token] of byText) {
      if (token === null || text === '') continue;
      lengthMax = Math.max(lengthMax, text.length);
      let node = this.#root;
      for (let at = 0; at < text.length; at += 1) {
        const unit = text[at]!;
        const next = node.next.get(unit) ?? { next: new Map(), token: null };
        node.next.set(unit, next);
        node = next;
      }
      node.token = token;
    }
    this.lengthMax = lengthMax;
  }

  /**
   * Matches in `text`, left to right. `settled`: text before it is final whatever follows; `text.length` when `final`.
   * `before` is the character that stands before `text`, if any.
   */
  scan(text: string, final: boolean, before = ''): { readonly matches: FormMatch[]; readonly settled: number } {
    const source = new PlainSource(text, final);
    const matches: FormMatch[] = [];
    let at = 0;
    while (at < text.length) {
      const found = this.matchAt(source, at, at === 0 ? before : text[at - 1]!);
      if (found === 'open') return { matches, settled: at };
      if (found) matches.push(found);
      at = found ? found.end : at + 1;
    }
    return { matches, settled: text.length };
  }

  /**
   * The rendition that starts at an offset, behind the character `before`. `open`: more text could still make a match, or a
   * longer one, here. INVARIANT: any other answer stays the same however much text is appended.
   */
  matchAt(source: CharacterSource, start: number, before: string): FormMatch | 'open' | null {
    let unit = source.character(start);
    if (unit === null || (isWord(before) && isWord(unit))) return null;
    let node = this.#root;
    let best: FormMatch | null = null;
    for (;;) {
      const child = node.next.get(unit);
      if (!child) return best;
      node = child;
      const end = source.next;
      const following = source.character(end);
      if (following === null && !source.final) return 'open';
      const whole = following === null || !(isWord(unit) && isWord(following));
      if (node.token !== null && whole) best = { start, end, token: node.token };
      if (following === null) return best;
      unit = following;
    }
  }
}

class PlainSource implements CharacterSource {
  next = 0;

  constructor(
    private readonly text: string,
    readonly final: boolean,
  ) {}

  character(at: number): string | null {
    this.next = at + 1;
    return this.text[at] ?? null;
  }
}

function isWord(character: string): boolean {
  return WORD.test(character);
}
