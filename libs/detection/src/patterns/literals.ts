interface Literal {
  readonly text: string;
  readonly number: number;
  /** Where in it the two characters stand that are looked for. */
  readonly offset: number;
}

const TABLE_SIZE = 4096;
const FREQUENT = ' etaoinsrhldcumpgfywbv';

function place(first: number, second: number): number {
  return ((first << 5) ^ second) & (TABLE_SIZE - 1);
}

function rarity(character: string): number {
  const rank = FREQUENT.indexOf(character);
  return rank < 0 ? FREQUENT.length : rank;
}

/** The offset of the rarest two neighbouring characters. */
function rarestPair(text: string): number {
  let best = 0;
  const score = (at: number): number => rarity(text[at]!) + rarity(text[at + 1]!);
  for (let at = 1; at + 1 < text.length; at += 1) if (score(at) > score(best)) best = at;
  return best;
}

/**
 * A fixed set of strings, found in one pass over a text in any case. Each is looked for by its rarest two neighbouring
 * characters, so most characters of a text cost one look into a table of 4 KB.
 */
export class Literals {
  private readonly buckets: (Literal[] | undefined)[] = [];
  private readonly marks = new Uint8Array(TABLE_SIZE);
  private readonly numbers = new Map<string, number>();
  /** Of one character. */
  private readonly single: Literal[] = [];

  /** Registers a string, lower case; returns its number. */
  add(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    const literal = { text, number: this.numbers.size, offset: rarestPair(text) };
    this.numbers.set(text, literal.number);
    if (text.length === 1) {
      this.single.push(literal);
      return literal.number;
    }
    const { offset } = literal;
    for (const first of cases(text[offset]!)) {
      for (const second of cases(text[offset + 1]!)) {
        const at = place(first, second);
        this.marks[at] = 1;
        const bucket = this.buckets[at];
        if (!bucket) this.buckets[at] = [literal];
        else if (!bucket.includes(literal)) bucket.push(literal);
      }
    }
    return literal.number;
  }

  /** The starts of each registered string in a text, by its number, in rising order; undefined where it does not occur. */
  find(text: string): (number[] | undefined)[] {
    const found: (number[] | undefined)[] = [];
    const { marks } = this;
    for (const literal of this.single) {
      for (let at = text.indexOf(literal.text); at >= 0; at = text.indexOf(literal.text, at + 1)) {
        const places = found[literal.number];
        if (places) places.push(at);
        else found[literal.number] = [at];
      }
    }
    const { length } = text;
    if (length === 0) return found;
    let previous = text.charCodeAt(0);
    for (let at = 1; at < length; at += 1) {
      const code = text.charCodeAt(at);
      if (marks[((previous << 5) ^ code) & (TABLE_SIZE - 1)] !== 0)
        this.compare(text, at - 1, place(previous, code), found);
      previous = code;
    }
    return found;
  }

  private compare(text: string, at: number, bucket: number, found: (number[] | undefined)[]): void {
    for (const literal of this.buckets[bucket]!) {
      const start = at - literal.offset;
      const end = start + literal.text.length;
      if (start < 0 || end > text.length || !equalsLower(text, start, end, literal.text)) continue;
      const places = found[literal.number];
      if (places) places.push(start);
      else found[literal.number] = [start];
    }
  }
}

function cases(character: string): number[] {
  return [...new Set([character.charCodeAt(0), character.toUpperCase().charCodeAt(0)])];
}

function equalsLower(text: string, start: number, end: number, lower: string): boolean {
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    const wanted = lower.charCodeAt(at - start);
    if (code === wanted) continue;
    if (code > 127) return text.slice(start, end).toLowerCase() === lower;
    if (code < 65 || code > 90 || code + 32 !== wanted) return false;
  }
  return true;
}
