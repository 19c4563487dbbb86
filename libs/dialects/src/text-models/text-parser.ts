import type { TextCall } from './text-chat.js';

/** What a model's text turned out to be, piece by piece. */
export type TextEvent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'call'; readonly call: TextCall };

/** Takes a model's text in fragments. However it is cut, the events join to the same texts and calls. */
export interface TextParser {
  push(fragment: string): TextEvent[];
  end(): TextEvent[];
}

/** A stretch of text between two marks. */
export interface Block {
  readonly open: string;
  /** Any of these ends it; none: the end of the answer does. An end mark is consumed. */
  readonly close: readonly string[];
  /** The calls in it; null when it is none, and then it is text like any other. `reasoning`: shown as it comes. */
  readonly read: ((body: string) => readonly TextCall[] | null) | 'reasoning' | 'drop';
  /** Only at the very beginning of the answer. */
  readonly first?: boolean;
}

/** Longest call that is waited for, in UTF-16 code units; beyond it a block is passed on as text. */
const BLOCK_CHARS_MAX = 1024 * 1024;

/**
 * Parses text in which calls and reasoning stand between marks. Text outside of them streams; what may be the beginning of
 * a mark is held back. A block that holds no call is text, marks and all: nothing a model says is lost.
 */
export class BlockParser implements TextParser {
  private buffer = '';
  private open: Block | null = null;
  /** Of a reasoning block, or of plain text: something but space has gone by. */
  private begun = false;

  constructor(private readonly blocks: readonly Block[]) {}

  push(fragment: string): TextEvent[] {
    this.buffer += fragment;
    return this.run(false);
  }

  end(): TextEvent[] {
    const events = this.run(true);
    this.buffer = '';
    this.open = null;
    return events;
  }

  private run(final: boolean): TextEvent[] {
    const events: TextEvent[] = [];
    while (this.open ? this.inside(this.open, final, events) : this.outside(final, events)) {
      // Each step consumes a mark or a block.
    }
    return events;
  }

  /** Outside of blocks: passes text on up to the next mark. False when nothing more can be decided. */
  private outside(final: boolean, events: TextEvent[]): boolean {
    const marks = this.blocks.filter(({ first }) => !first || !this.begun);
    let at = -1;
    let found: Block | null = null;
    for (const block of marks) {
      const index = block.first ? this.firstIndex(block.open) : this.buffer.indexOf(block.open);
      if (index !== -1 && (at === -1 || index < at)) [at, found] = [index, block];
    }
    if (found) {
      const before = this.buffer.slice(0, at);
      // Space before a first call or thought is layout, no answer.
      if (this.begun || before.trim() !== '') this.say('text', before, events);
      this.buffer = this.buffer.slice(at + found.open.length);
      this.open = found.read === 'drop' ? null : found;
      return true;
    }
    const opens = marks.map(({ open }) => open);
    const keep = final ? 0 : heldLength(this.buffer, opens);
    const blank = !final && !this.begun && /^\s*$/.test(this.buffer);
    if (blank) return false;
    this.say('text', this.buffer.slice(0, this.buffer.length - keep), events);
    this.buffer = this.buffer.slice(this.buffer.length - keep);
    return false;
  }

  private firstIndex(open: string): number {
    const start = this.buffer.length - this.buffer.trimStart().length;
    return this.buffer.startsWith(open, start) ? start : -1;
  }

  private inside(block: Block, final: boolean, events: TextEvent[]): boolean {
    let at = -1;
    let mark = '';
    for (const close of block.close) {
      const index = this.buffer.indexOf(close);
      if (index !== -1 && (at === -1 || index < at)) [at, mark] = [index, close];
    }
    if (block.read === 'reasoning') {
      const keep = final || at !== -1 ? 0 : heldLength(this.buffer, block.close);
      const end = at === -1 ? this.buffer.length - keep : at;
      if (end > 0) events.push({ kind: 'reasoning', text: this.buffer.slice(0, end) });
      this.buffer = this.buffer.slice(end + mark.length);
      if (at === -1 && !final) return false;
      this.open = null;
      return at !== -1;
    }
    if (at === -1 && !final && this.buffer.length <= BLOCK_CHARS_MAX) return false;
    const end = at === -1 ? this.buffer.length : at;
    const body = this.buffer.slice(0, end);
    const calls = block.read === 'drop' ? [] : block.read((block.first ? block.open : '') + body);
    this.buffer = this.buffer.slice(end + mark.length);
    this.open = null;
    this.begun = true;
    if (calls) events.push(...calls.map((call) => ({ kind: 'call', call }) as const));
    else this.say('text', block.open + body + mark, events);
    return at !== -1;
  }

  private say(kind: 'text', text: string, events: TextEvent[]): void {
    if (text === '') return;
    this.begun ||= text.trim() !== '';
    events.push({ kind, text });
  }
}

/** Length of the longest ending of a text that begins one of the marks. */
export function heldLength(text: string, marks: readonly string[]): number {
  const longest = Math.max(0, ...marks.map((mark) => mark.length - 1));
  for (let length = Math.min(longest, text.length); length > 0; length -= 1) {
    const ending = text.slice(text.length - length);
    if (marks.some((mark) => mark.startsWith(ending))) return length;
  }
  return 0;
}
