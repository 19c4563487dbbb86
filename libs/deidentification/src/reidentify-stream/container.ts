/** How text is written where a token stands; see `ContainerTracker`. */
export type Container = 'text' | 'json' | 'python';

/** Follows a text as it goes by and writes a value so that it is data where it is put, whatever it holds. */
export interface ContainerTracker {
  /** Takes the next code unit of the text in its own spelling. */
  feed(unit: string): void;
  /** Whether the text goes on inside a JSON string, where `\u005b` is a bracket. */
  readonly decodes: boolean;
  render(value: string): string;
}

/** Text that holds values as they are. */
export const plainText: ContainerTracker = { feed: () => undefined, decodes: false, render: (value) => value };

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const SPACE = ' \t\r\n';

/**
 * Follows a text that may be JSON. It counts as JSON when it begins as an object or an array of strings, objects or arrays
 * does; else it is plain text. A string inside it may hold JSON in turn, so values are escaped once for each level.
 */
export class JsonTracker implements ContainerTracker {
  private state: 'start' | 'object' | 'array' | 'json' | 'text' = 'start';
  /** Follows the decoded text of the string that is open; null outside of strings. */
  private inner: JsonTracker | null = null;
  private escape: string | null = null;

  get decodes(): boolean {
    return this.inner !== null;
  }

  feed(unit: string): void {
    switch (this.state) {
      case 'text':
        return;
      case 'start':
        if (unit === '{') this.state = 'object';
        else if (unit === '[') this.state = 'array';
        else if (!SPACE.includes(unit)) this.state = 'text';
        return;
      case 'object':
      case 'array':
        this.second(unit);
        return;
      case 'json':
        this.inside(unit);
    }
  }

  render(value: string): string {
    if (this.state !== 'json') return value;
    return this.inner ? JSON.stringify(this.inner.render(value)).slice(1, -1) : JSON.stringify(value);
  }

  /** What follows the first bracket decides. */
  private second(unit: string): void {
    if (SPACE.includes(unit)) return;
    if (unit === '"') {
      this.state = 'json';
      this.inner = new JsonTracker();
    } else if (this.state === 'array' && unit === '[') {
      return;
    } else if (this.state === 'array' && unit === '{') {
      this.state = 'object';
    } else {
      this.state = unit === (this.state === 'object' ? '}' : ']') ? 'json' : 'text';
    }
  }

  private inside(unit: string): void {
    if (this.inner === null) {
      if (unit === '"') this.inner = new JsonTracker();
    } else if (this.escape !== null) {
      this.escape += unit;
      if (this.escape[0] !== 'u') this.decoded(ESCAPES[unit] ?? unit);
      else if (this.escape.length === 5) this.decoded(String.fromCharCode(Number.parseInt(this.escape.slice(1), 16)));
    } else if (unit === '\\') {
      this.escape = '';
    } else if (unit === '"') {
      this.inner = null;
    } else {
      this.inner.feed(unit);
    }
  }

  private decoded(unit: string): void {
    this.escape = null;
    this.inner!.feed(unit);
  }
}
