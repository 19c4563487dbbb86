/** Depth of nested Python literals that is read. */
const DEPTH_MAX = 50;

const SPACE = /[ \t\r\n\\]*/y;
const NUMBER = /[+-]?(?:\d[\d_]*\.?[\d_]*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)/y;
const WORD = /[A-Za-z_]\w*/y;
const STRING_START = /([rRbBuU]{0,2})("""|'''|"|')/y;
const WORDS: Readonly<Record<string, string>> = {
  True: 'true',
  False: 'false',
  None: 'null',
  true: 'true',
  false: 'false',
  null: 'null',
};
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  '0': '\0',
  '\n': '',
};

/**
 * Reads a Python literal (dict, list, tuple, string, number, `True`, `False`, `None`) and gives it as JSON text; null when
 * the text is anything else. Nothing is evaluated.
 */
export function pythonToJson(source: string): string | null {
  return attempt(() => {
    const reader = new Reader(source);
    const json = reader.value(0);
    reader.end();
    return json;
  });
}

/** Reads a call with keyword arguments, `name(a='b', n=1)`; null when the text is anything else. */
export function pythonCall(source: string): { readonly name: string; readonly arguments: string } | null {
  return attempt(() => {
    const reader = new Reader(source);
    const call = reader.call();
    reader.end();
    return call;
  });
}

/** A Python string literal of the text, in single quotes, as `repr` writes it. */
export function pythonString(text: string): string {
  const inner = text.replace(/[\\'\p{Cc}\u2028\u2029]|\p{Cs}/gu, (one) => {
    if (one === '\\' || one === "'") return `\\${one}`;
    return one === '\n' ? '\\n' : `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `'${inner}'`;
}

/** The Python literal of a JSON text. */
export function jsonToPython(json: unknown): string {
  if (json === null || json === undefined) return 'None';
  if (typeof json === 'string') return pythonString(json);
  if (typeof json === 'boolean') return json ? 'True' : 'False';
  if (Array.isArray(json)) return `[${json.map(jsonToPython).join(', ')}]`;
  if (typeof json !== 'object') return String(json);
  return `{${Object.entries(json)
    .map(([key, value]) => `${pythonString(key)}: ${jsonToPython(value)}`)
    .join(', ')}}`;
}

class NoLiteral extends Error {}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof NoLiteral) return null;
    throw error;
  }
}

class Reader {
  private at = 0;

  constructor(private readonly source: string) {}

  end(): void {
    this.space();
    if (this.at !== this.source.length) throw new NoLiteral();
  }

  call(): { name: string; arguments: string } {
    this.space();
    let name = this.match(WORD);
    while (this.source[this.at] === '.') {
      this.at += 1;
      name += `.${this.match(WORD)}`;
    }
    this.expect('(');
    const members = this.list(')', () => {
      const key = this.match(WORD);
      this.expect('=');
      return `${JSON.stringify(key)}: ${this.value(1)}`;
    });
    return { name, arguments: `{${members.join(', ')}}` };
  }

  value(depth: number): string {
    if (depth > DEPTH_MAX) throw new NoLiteral();
    this.space();
    const one = this.source[this.at];
    if (one === '{') {
      this.at += 1;
      const members = this.list('}', () => {
        const key = this.value(depth + 1);
        this.expect(':');
        return `${key.startsWith('"') ? key : JSON.stringify(key)}: ${this.value(depth + 1)}`;
      });
      return `{${members.join(', ')}}`;
    }
    if (one === '[' || one === '(') {
      this.at += 1;
      return `[${this.list(one === '[' ? ']' : ')', () => this.value(depth + 1)).join(', ')}]`;
    }
    STRING_START.lastIndex = this.at;
    if (STRING_START.test(this.source)) return JSON.stringify(this.strings());
    NUMBER.lastIndex = this.at;
    if (NUMBER.test(this.source)) return jsonNumber(this.match(NUMBER));
    const word = WORDS[this.match(WORD)];
    if (word === undefined) throw new NoLiteral();
    return word;
  }

  /** Literals beside each other are one. */
  private strings(): string {
    let text = '';
    for (;;) {
      this.space();
      STRING_START.lastIndex = this.at;
      const start = STRING_START.exec(this.source);
      if (!start) return text;
      this.at += start[0].length;
      text += this.string(start[2]!, /r/i.test(start[1]!));
    }
  }

  private string(quote: string, raw: boolean): string {
    let text = '';
    while (!this.source.startsWith(quote, this.at)) {
      const one = this.source[this.at];
      if (one === undefined || (one === '\n' && quote.length === 1)) throw new NoLiteral();
      this.at += 1;
      text += one === '\\' ? this.escape(raw) : one;
    }
    this.at += quote.length;
    return text;
  }

  private escape(raw: boolean): string {
    const kind = this.source[this.at] ?? '';
    this.at += 1;
    if (raw) return `\\${kind}`;
    const length = { x: 2, u: 4, U: 8 }[kind];
    if (length !== undefined) {
      const hex = this.source.slice(this.at, this.at + length);
      const code = Number.parseInt(hex, 16);
      if (!/^[0-9a-fA-F]+$/.test(hex) || hex.length < length || code > 0x10ffff) throw new NoLiteral();
      this.at += length;
      return String.fromCodePoint(code);
    }
    if (kind in ESCAPES) return ESCAPES[kind]!;
    return kind === "'" || kind === '"' || kind === '\\' ? kind : `\\${kind}`;
  }

  private list(close: string, item: () => string): string[] {
    const items: string[] = [];
    for (;;) {
      this.space();
      if (this.source[this.at] === close) {
        this.at += 1;
        return items;
      }
      items.push(item());
      this.space();
      if (this.source[this.at] === ',') this.at += 1;
      else if (this.source[this.at] !== close) throw new NoLiteral();
    }
  }

  private expect(one: string): void {
    this.space();
    if (this.source[this.at] !== one) throw new NoLiteral();
    this.at += 1;
    this.space();
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source);
    if (!found) throw new NoLiteral();
    this.at += found[0].length;
    return found[0];
  }

  private space(): void {
    SPACE.lastIndex = this.at;
    SPACE.test(this.source);
    this.at = SPACE.lastIndex;
  }
}

/** JSON knows no leading plus, no bare point, no underscores. */
function jsonNumber(spelled: string): string {
  const text = spelled.replace(/^\+|_/g, '');
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return text;
  const value = Number(text);
  if (!Number.isFinite(value)) throw new NoLiteral();
  return String(value);
}
