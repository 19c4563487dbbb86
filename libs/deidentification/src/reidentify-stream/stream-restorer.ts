import { type Container, type ContainerTracker, plainText } from './container.js';
import { containerTracker } from './container-tracker.js';
import { Lexer } from './lexer.js';
import { TokenMatcher } from './token-matcher.js';
import type { RestoreCounts, TokenResolver } from './token-reading.js';

/**
 * Puts values back into one lane of text that arrives in fragments.
 *
 * Holds back only the longest suffix that could still become a token or another form of a value, a bounded one: what follows
 * an opening bracket, a word that begins as one of the exchange's types does, or what begins as one of its renditions does. INVARIANT (`stream-restorer.spec.ts`): however a text is cut, the
 * outputs of `push` and `flush` join to the same text.
 */
export class StreamRestorer {
  readonly counts: RestoreCounts = { restored: 0, unresolved: 0, mangled: 0 };
  private readonly lexer = new Lexer();
  private readonly matcher: TokenMatcher;
  private readonly tracker: ContainerTracker;
  /** The text so far ends inside a word. */
  private inWord = false;
  private bracketsOpen = 0;
  /** The last character of the text so far, decoded; '' behind what was put in. */
  private previous = '';

  constructor(
    private readonly resolver: TokenResolver,
    container: Container = 'text',
  ) {
    this.matcher = new TokenMatcher(this.lexer, resolver);
    this.tracker = containerTracker(container);
  }

  /** Takes the next fragment; gives the text that is decided. */
  push(fragment: string): string {
    this.lexer.buffer += fragment;
    return this.run();
  }

  /** Gives what is held back. A token cut off by the end is dropped. The lane may go on afterwards. */
  flush(): string {
    this.lexer.final = true;
    const out = this.run();
    this.lexer.final = false;
    return out;
  }

  private run(): string {
    const { lexer } = this;
    const { buffer } = lexer;
    let out = '';
    let from = 0;
    let at = 0;
    while (at < buffer.length) {
      lexer.decodes = this.tracker.decodes;
      if (this.mayStart(buffer.charCodeAt(at))) {
        const match = this.matcher.match(at, !this.inWord, this.bracketsOpen > 0);
        if (match.kind === 'more') break;
        if (match.kind === 'replace') {
          out += buffer.slice(from, at) + this.tracker.render(match.text);
          if (match.restored) this.counts.restored += 1;
          // To the container a value is text like any other.
          this.tracker.feed('x');
          this.inWord = !match.closed;
          this.previous = match.closed ? '' : '0';
          at = match.end;
          from = at;
          continue;
        }
        if (match.kind === 'leave') {
          this.counts[match.because] += 1;
          while (at < match.end) at = this.passOn(at);
          continue;
        }
        if (match.kind === 'drop') {
          this.counts.mangled += 1;
          out += buffer.slice(from, at);
          at = buffer.length;
          from = at;
          continue;
        }
      }
      const rendition = this.renditionAt(at);
      if (rendition === 'open') break;
      if (rendition) {
        out += buffer.slice(from, at) + this.tracker.render(rendition.text);
        if (rendition.restored) this.counts.restored += 1;
        this.tracker.feed('x');
        this.inWord = false;
        this.previous = '';
        at = rendition.end;
        from = at;
        continue;
      }
      if (lexer.character(at) === null) break;
      at = this.passOn(at);
    }
    lexer.buffer = buffer.slice(at);
    return out + buffer.slice(from, at);
  }

  private renditionAt(at: number): { end: number; text: string; restored: boolean } | 'open' | null {
    const { renditions } = this.resolver;
    const match = renditions?.matchAt(this.lexer, at, this.previous) ?? null;
    if (match === null || match === 'open') return match;
    const resolved = this.resolver.resolveRendition?.(match.token);
    return resolved ? { end: match.end, ...resolved } : null;
  }

  /** Cheap test that spares most characters the matcher. */
  private mayStart(code: number): boolean {
    if (isAsciiLetter(code)) return !this.inWord;
    // Opening bracket, backslash, ampersand; full-width and CJK forms.
    return code === 0x5b || code === 0x5c || code === 0x26 || code >= 0x3000;
  }

  /** Takes one character as it is; gives the offset of the next. */
  private passOn(at: number): number {
    const one = this.lexer.character(at) ?? '';
    const next = this.lexer.next;
    const code = one.charCodeAt(0);
    this.previous = one;
    if (code === 0x5b) this.bracketsOpen += 1;
    else if (code === 0x5d) this.bracketsOpen = Math.max(0, this.bracketsOpen - 1);
    else if (code === 0x0a) this.bracketsOpen = 0;
    // An underscore goes on with a word and begins none: `__EMAIL_…__` is emphasis, `MY_EMAIL_…` another name.
    if (code !== 0x5f) this.inWord = isAsciiLetter(code) || (code >= 0x30 && code <= 0x39);
    if (this.tracker !== plainText)
      for (let index = at; index < next; index += 1) this.tracker.feed(this.lexer.buffer[index]!);
    return next;
  }
}

function isAsciiLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}
