/** `[start, end)` pairs in rising order, flat. */
export type Runs = readonly number[];

/** What a run is made of; see `CharacterRuns`. */
export const RUN_KINDS = ['digits', 'number', 'key', 'longKey'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

const DIGIT = 1;
const LETTER = 2;
const JOINER = 3;

const CLASS = new Uint8Array(128);
for (let code = 48; code <= 57; code += 1) CLASS[code] = DIGIT;
for (let code = 65; code <= 90; code += 1) CLASS[code] = CLASS[code + 32] = LETTER;
CLASS['_'.charCodeAt(0)] = CLASS['-'.charCodeAt(0)] = JOINER;

const NUMBER_DIGITS_MIN = 6;
const NUMBER_GAP_MAX = 3;
const KEY_MIN = 16;
const LONG_KEY_MIN = 25;

/**
 * Runs of characters that values of machines are made of, read in one pass: `digits` (ASCII), `number` (six digits or more,
 * at most three other characters between two of them, none a letter), `key` (16 letters, digits, `_` or `-` or more, too long for a word),
 * `longKey` (25 letters and digits or more).
 */
export class CharacterRuns {
  readonly digits: number[] = [];
  readonly number: number[] = [];
  readonly key: number[] = [];
  readonly longKey: number[] = [];
  private numberStart = 0;
  private numberEnd = -1 - NUMBER_GAP_MAX;
  private numberDigits = 0;

  constructor(private readonly text: string) {
    const { length } = text;
    let at = 0;
    while (at < length) {
      const code = text.charCodeAt(at);
      if (code < 128 && CLASS[code] !== 0) at = this.readRun(text, at, length);
      else at += 1;
    }
    this.closeNumber();
  }

  private readRun(text: string, from: number, length: number): number {
    let at = from;
    let plainFrom = from;
    let digitFrom = -1;
    for (; at < length; at += 1) {
      const code = text.charCodeAt(at);
      const kind = code < 128 ? CLASS[code]! : 0;
      if (kind === DIGIT) {
        if (digitFrom < 0) digitFrom = at;
        continue;
      }
      if (digitFrom >= 0) {
        this.closeDigits(digitFrom, at);
        digitFrom = -1;
      }
      if (kind === 0) break;
      if (kind !== JOINER) continue;
      if (at - plainFrom >= LONG_KEY_MIN) this.longKey.push(plainFrom, at);
      plainFrom = at + 1;
    }
    if (digitFrom >= 0) this.closeDigits(digitFrom, at);
    if (at - plainFrom >= LONG_KEY_MIN) this.longKey.push(plainFrom, at);
    if (at - from >= KEY_MIN) this.key.push(from, at);
    return at;
  }

  private closeDigits(start: number, end: number): void {
    this.digits.push(start, end);
    if (start - this.numberEnd > NUMBER_GAP_MAX || this.hasLetter(this.numberEnd, start)) {
      this.closeNumber();
      this.numberStart = start;
      this.numberDigits = 0;
    }
    this.numberDigits += end - start;
    this.numberEnd = end;
  }

  private hasLetter(start: number, end: number): boolean {
    for (let at = start; at < end; at += 1) if (CLASS[this.text.charCodeAt(at)] === LETTER) return true;
    return false;
  }

  private closeNumber(): void {
    if (this.numberDigits >= NUMBER_DIGITS_MIN) this.number.push(this.numberStart, this.numberEnd);
  }

  /** Whether a digit lies in `[start, end)`. */
  hasDigit(start: number, end: number): boolean {
    const { digits } = this;
    let low = 0;
    let high = digits.length >> 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (digits[2 * middle + 1]! <= start) low = middle + 1;
      else high = middle;
    }
    return 2 * low < digits.length && digits[2 * low]! < end;
  }
}
