/**
 * The shape of a regular expression: the same expression over character classes instead of characters, where every digit is
 * `9`, every upper-case letter `A` and every lower-case one `a`.
 *
 * INVARIANT: whatever the expression matches as a whole, its shape matches the value's shape; so dispatch by shape loses
 * nothing. It may match more.
 */
export interface RegexShape {
  readonly source: string;
  readonly lengthMin: number;
  readonly lengthMax: number;
}

/** The shape of a text, as `RegexShape.source` matches it. */
export function shapeOf(text: string): string {
  let shape = '';
  for (let index = 0; index < text.length; index += 1) shape += shapeSymbol(text.charCodeAt(index));
  return shape;
}

/** The class symbol of one UTF-16 code unit. */
export function shapeSymbol(code: number): string {
  if (code >= 48 && code <= 57) return '9';
  if (code >= 65 && code <= 90) return 'A';
  if (code >= 97 && code <= 122) return 'a';
  return String.fromCharCode(code);
}

const LENGTH_MAX = 64;
const ANY: RegexShape = { source: '[^]', lengthMin: 1, lengthMax: 1 };
const NOTHING: RegexShape = { source: '', lengthMin: 0, lengthMax: 0 };

/** Throws a RangeError on syntax that code patterns have no use for. */
export function regexShape(regex: RegExp): RegexShape {
  const parser = new ShapeParser(regex.source, regex.flags.includes('i'));
  return parser.parse();
}

class ShapeParser {
  private at = 0;
  private readonly groups: RegexShape[] = [];

  constructor(
    private readonly source: string,
    private readonly ignoreCase: boolean,
  ) {}

  parse(): RegexShape {
    const shape = this.alternation();
    if (this.at < this.source.length) throw new RangeError(`unbalanced parenthesis in /${this.source}/`);
    return shape;
  }

  private alternation(): RegexShape {
    let shape = this.sequence();
    while (this.source[this.at] === '|') {
      this.at += 1;
      const other = this.sequence();
      shape = {
        source: `${shape.source}|${other.source}`,
        lengthMin: Math.min(shape.lengthMin, other.lengthMin),
        lengthMax: Math.max(shape.lengthMax, other.lengthMax),
      };
    }
    return shape;
  }

  private sequence(): RegexShape {
    let source = '';
    let lengthMin = 0;
    let lengthMax = 0;
    while (this.at < this.source.length && this.source[this.at] !== '|' && this.source[this.at] !== ')') {
      const part = this.quantified(this.atom());
      source += part.source;
      lengthMin += part.lengthMin;
      lengthMax = Math.min(LENGTH_MAX, lengthMax + part.lengthMax);
    }
    return { source, lengthMin, lengthMax };
  }

  private quantified(atom: RegexShape): RegexShape {
    const match = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(this.source.slice(this.at, this.at + 16));
    if (!match) return atom;
    this.at += match[0].length;
    const sign = match[0][0];
    let min = sign === '+' ? 1 : 0;
    let max = sign === '?' ? 1 : LENGTH_MAX;
    if (match[1] !== undefined) {
      min = Number(match[1]);
      max = match[2] === undefined ? min : match[3] ? Number(match[3]) : LENGTH_MAX;
    }
    if (atom.source === '') return NOTHING;
    return {
      source: atom.source + match[0],
      lengthMin: atom.lengthMin * min,
      lengthMax: Math.min(LENGTH_MAX, atom.lengthMax * max),
    };
  }

  private atom(): RegexShape {
    const character = this.source[this.at]!;
    if (character === '(') return this.group();
    if (character === '[') return this.characterClass();
    if (character === '\\') return this.escape();
    this.at += 1;
    if (character === '.') return ANY;
    if (character === '^' || character === '$') return NOTHING;
    return this.symbols(new Set(this.symbolsOf(character)));
  }

  private group(): RegexShape {
    const opening = /^\((\?:|\?=|\?!|\?<=|\?<!|\?<\w+>)?/.exec(this.source.slice(this.at))!;
    this.at += opening[0].length;
    const kind = opening[1] ?? '';
    const captures = kind === '' || /^\?<\w/.test(kind);
    const index = captures ? this.groups.push(NOTHING) - 1 : -1;
    const inner = this.alternation();
    if (this.source[this.at] !== ')') throw new RangeError(`unbalanced parenthesis in /${this.source}/`);
    this.at += 1;
    if (index >= 0) this.groups[index] = inner;
    if (!captures && kind !== '?:') return NOTHING;
    return { ...inner, source: `(${kind}${inner.source})` };
  }

  private escape(): RegexShape {
    const next = this.source[this.at + 1] ?? '';
    this.at += 2;
    if (next >= '1' && next <= '9') {
      const group = this.groups[Number(next) - 1];
      if (!group) throw new RangeError(`backreference to no group in /${this.source}/`);
      return { ...group, source: `(?:\\${next})` };
    }
    if (next === 'k') {
      const name = /^<(\w+)>/.exec(this.source.slice(this.at))![0];
      this.at += name.length;
      return { source: `\\k${name}`, lengthMin: 0, lengthMax: LENGTH_MAX };
    }
    if (next === 'b' || next === 'B') return NOTHING;
    if ('DWSp'.includes(next)) return ANY;
    return this.symbols(new Set(this.escapeSymbols(next)));
  }

  private escapeSymbols(next: string): string[] {
    if (next === 'd') return ['9'];
    if (next === 'w') return ['9', 'A', 'a', '_'];
    if (next === 's') return [' ', '\t'];
    if (/[a-zA-Z]/.test(next)) throw new RangeError(`\\${next} in a code pattern`);
    return [next];
  }

  private characterClass(): RegexShape {
    const end = /\[(?:\\.|[^\]\\])*\]/.exec(this.source.slice(this.at));
    if (!end) throw new RangeError(`open character class in /${this.source}/`);
    const body = end[0].slice(1, -1);
    this.at += end[0].length;
    if (body.startsWith('^')) return ANY;
    const found = new Set<string>();
    for (const item of body.matchAll(/\\(.)|([^\\])-([^\\\]])|([^\\])/g)) {
      if (item[1] !== undefined) for (const symbol of this.escapeSymbols(item[1])) found.add(symbol);
      else if (item[4] !== undefined) for (const symbol of this.symbolsOf(item[4])) found.add(symbol);
      else
        for (let code = item[2]!.charCodeAt(0); code <= item[3]!.charCodeAt(0); code += 1)
          for (const symbol of this.symbolsOf(String.fromCharCode(code))) found.add(symbol);
    }
    return this.symbols(found);
  }

  private symbolsOf(character: string): string[] {
    const symbol = shapeSymbol(character.charCodeAt(0));
    return this.ignoreCase && (symbol === 'A' || symbol === 'a') ? ['A', 'a'] : [symbol];
  }

  private symbols(set: ReadonlySet<string>): RegexShape {
    const inner = [...set].map((symbol) => (/[A-Za-z0-9 _]/.test(symbol) ? symbol : `\\${symbol}`)).join('');
    return { source: set.size === 1 ? inner : `[${inner}]`, lengthMin: 1, lengthMax: 1 };
  }
}
