import { boundFrame, type Frame, type FramePiece, type FrameReader } from './frame.js';

interface Line {
  /** Without its ending. */
  readonly text: string;
  ending: string;
}

/** One event of a stream, in its own spelling. */
export class SseEvent implements Frame {
  /** The `data` lines joined by line feeds; undefined when there is none. */
  readonly data: string | undefined;
  /** The `event` name. */
  readonly name: string | undefined;

  constructor(
    private readonly lines: readonly Line[],
    private readonly ending: string,
  ) {
    const data = lines.filter((line) => fieldOf(line.text) === 'data').map((line) => contentOf(line.text));
    this.data = data.length > 0 ? data.join('\n') : undefined;
    const name = lines.findLast((line) => fieldOf(line.text) === 'event');
    this.name = name && contentOf(name.text);
  }

  /** The event as it came. */
  get raw(): string {
    return this.lines.map((line) => line.text + line.ending).join('') + this.ending;
  }

  /** The event with other data; names, ids, comments and line endings stay. */
  withData(data: string): string {
    let out = '';
    let written = false;
    for (const line of this.lines) {
      if (fieldOf(line.text) !== 'data') {
        out += line.text + line.ending;
      } else if (!written) {
        const prefix = line.text.startsWith('data: ') ? 'data: ' : 'data:';
        for (const part of data.split('\n')) out += prefix + part + line.ending;
        written = true;
      }
    }
    return out + this.ending;
  }
}

function fieldOf(line: string): string {
  const colon = line.indexOf(':');
  return colon === -1 ? line : line.slice(0, colon);
}

function contentOf(line: string): string {
  const colon = line.indexOf(':');
  if (colon === -1) return '';
  return line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
}

/**
 * Reads `text/event-stream` (WHATWG HTML, "Server-sent events") from bytes cut anywhere: inside a UTF-8 sequence, between
 * CR and LF, inside a field name. LF, CR and CRLF all end a line. Comments outside an event are passed on at once.
 *
 * Throws `upstream.rejected` when one event grows past `charsMax`.
 */
export class SseReader implements FrameReader {
  private readonly decoder = new TextDecoder('utf-8');
  private partial = '';
  private lines: Line[] = [];
  private pendingChars = 0;
  /** The last line ended in a CR at the end of a chunk; a LF that follows belongs to it. */
  private afterCarriageReturn = false;

  constructor(private readonly charsMax: number) {}

  push(bytes: Uint8Array): FramePiece[] {
    return this.read(this.decoder.decode(bytes, { stream: true }));
  }

  /** What stands after the last blank line, as an event closed by one; the upstream may have been cut inside it. */
  end(): FramePiece[] {
    const pieces = this.read(this.decoder.decode());
    if (this.partial !== '') this.line(this.partial, '\n', pieces);
    this.partial = '';
    if (this.lines.length > 0) this.line('', '\n', pieces);
    return pieces;
  }

  private read(chunk: string): FramePiece[] {
    const pieces: FramePiece[] = [];
    let text = chunk;
    if (this.afterCarriageReturn && text !== '') {
      this.afterCarriageReturn = false;
      if (text.startsWith('\n')) {
        const last = this.lines.at(-1);
        if (last) last.ending += '\n';
        else pieces.push({ kind: 'pass', raw: '\n' });
        text = text.slice(1);
      }
    }
    let from = 0;
    for (let at = nextEnding(text, 0); at !== -1; at = nextEnding(text, from)) {
      const crLf = text[at] === '\r' && text[at + 1] === '\n';
      const line = this.partial + text.slice(from, at);
      this.partial = '';
      from = at + (crLf ? 2 : 1);
      this.line(line, text.slice(at, from), pieces);
      if (from === text.length && text[at] === '\r' && !crLf) this.afterCarriageReturn = true;
    }
    this.partial += text.slice(from);
    this.bound();
    return pieces;
  }

  private line(text: string, ending: string, pieces: FramePiece[]): void {
    if (text !== '' && (this.lines.length > 0 || !text.startsWith(':'))) {
      this.lines.push({ text, ending });
      this.pendingChars += text.length;
      this.bound();
    } else if (text === '' && this.lines.length > 0) {
      pieces.push({ kind: 'event', event: new SseEvent(this.lines, ending) });
      this.lines = [];
      this.pendingChars = 0;
    } else {
      pieces.push({ kind: 'pass', raw: text + ending });
    }
  }

  private bound(): void {
    boundFrame(this.pendingChars + this.partial.length, this.charsMax);
  }
}

const ENDING = /[\r\n]/g;

function nextEnding(text: string, from: number): number {
  ENDING.lastIndex = from;
  return ENDING.exec(text)?.index ?? -1;
}
