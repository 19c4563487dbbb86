import type { ContainerTracker } from './container.js';

/** Prefixes of Python string literals (Python Language Reference 2.4.1), lower case. */
const PREFIX = /(?:^|[^a-z0-9_])([rbfu]{1,2})$/;

/** Follows Python source: values go into string literals escaped, and where code stands as literals of their own. */
export class PythonTracker implements ContainerTracker {
  readonly decodes = false;
  private state: 'code' | 'comment' | 'opening' | 'literal' = 'code';
  private quote = '';
  /** Quotes in a row: while opening, or of a long literal's end. */
  private run = 0;
  private long = false;
  private raw = false;
  private format = false;
  private escaped = false;
  /** The units before this one, to recognise a literal's prefix. */
  private recent = '';

  feed(unit: string): void {
    if (this.state === 'opening' && !this.opened(unit)) return;
    if (this.state === 'literal') {
      this.inLiteral(unit);
    } else if (this.state === 'comment') {
      if (unit === '\n') this.state = 'code';
    } else if (unit === '"' || unit === "'") {
      const prefix = PREFIX.exec(this.recent.toLowerCase())?.[1] ?? '';
      this.raw = prefix.includes('r');
      this.format = prefix.includes('f');
      this.state = 'opening';
      this.quote = unit;
      this.run = 1;
    } else if (unit === '#') {
      this.state = 'comment';
    }
    this.recent = (this.recent + unit).slice(-3);
  }

  render(value: string): string {
    if (this.state === 'comment') return value.replace(/[\r\n\f\v]/g, ' ');
    if (this.state === 'code' || (this.state === 'opening' && this.run > 1)) return `'${escapeLiteral(value, "'")}'`;
    const inner = this.format ? value.replace(/[{}]/g, '$&$&') : value;
    if (!this.raw) return escapeLiteral(inner, this.quote);
    if (!/[\\'"\p{Cc}\ud800-\udfff]/u.test(value)) return inner;
    // A raw literal has no escapes: close it, put a plain literal beside it (implicit concatenation), open it again.
    const quotes = this.quote.repeat(this.long ? 3 : 1);
    return `${quotes} '${escapeLiteral(value, "'")}' ${this.format ? 'rf' : 'r'}${quotes}`;
  }

  /** One quote opens a literal, two are an empty one, three open a long one. False when the unit was one of them. */
  private opened(unit: string): boolean {
    if (unit === this.quote) {
      this.run += 1;
      if (this.run < 3) return false;
      this.begin(true);
      return false;
    }
    if (this.run === 1) this.begin(false);
    else this.state = 'code';
    return true;
  }

  private begin(long: boolean): void {
    this.state = 'literal';
    this.long = long;
    this.run = 0;
    this.escaped = false;
  }

  private inLiteral(unit: string): void {
    if (this.escaped) {
      this.escaped = false;
      this.run = 0;
    } else if (unit === '\\') {
      this.escaped = true;
    } else if (unit === this.quote) {
      this.run += 1;
      if (!this.long || this.run === 3) this.state = 'code';
    } else {
      this.run = 0;
      // A line break ends a broken short literal, so that one bad line does not turn the rest inside out.
      if (unit === '\n' && !this.long) this.state = 'code';
    }
  }
}

const NAMED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeLiteral(value: string, quote: string): string {
  return value.replace(/[\\'"\p{Cc}\u2028\u2029]|\p{Cs}/gu, (one) => {
    if (one === "'" || one === '"') return one === quote ? `\\${one}` : one;
    return NAMED[one] ?? `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
