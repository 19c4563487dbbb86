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

interface Node {
  readonly next: Map<string, Node>;
  token: VaultToken | null;
}

const WORD = /[\p{L}\p{N}]/u;

/**
 * Finds, in what comes back, the renditions that were issued to an exchange: the longest one at each place, in one pass, so
 * that one inside another is never replaced by itself. Exactly as issued, and only as whole words: a surrogate "Ann Lee" is
 * not found in "Joann Leeds".
 *
 * For streams, `scan(text, false)` also says up to where nothing can become part of a match any more.
 */
export class FormMatcher {
  readonly #root: Node = { next: new Map(), token: null };
  /** Length of the longest rendition, in code units: a stream never has to hold back more. */
  readonly lengthMax: number;

  constructor(issued: readonly IssuedForm[]) {
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
    const matches: FormMatch[] = [];
    let at = 0;
    while (at < text.length) {
      const previous = at === 0 ? before : text[at - 1]!;
      const found = WORD.test(previous) && WORD.test(text[at]!) ? null : this.#longestAt(text, at, final);
      if (found === 'open') return { matches, settled: at };
      if (found === null) {
        at += 1;
        continue;
      }
      matches.push({ start: at, end: found.end, token: found.token });
      at = found.end;
    }
    return { matches, settled: text.length };
  }

  /** `open`: more text could still make a match, or a longer one, here. */
  #longestAt(text: string, start: number, final: boolean): { end: number; token: VaultToken } | 'open' | null {
    let node: Node | undefined = this.#root;
    let best: { end: number; token: VaultToken } | null = null;
    let at = start;
    for (; at < text.length; at += 1) {
      node = node.next.get(text[at]!);
      if (!node) return best;
      if (node.token === null) continue;
      const following = text[at + 1];
      if (following === undefined ? final : !(WORD.test(text[at]!) && WORD.test(following))) {
        best = { end: at + 1, token: node.token };
      }
    }
    const mayGrow = node.next.size > 0 || (node.token !== null && best?.end !== at);
    return !final && mayGrow ? 'open' : best;
  }
}
