import { boundFrame, type Frame, type FramePiece, type FrameReader } from './frame.js';

/** An element of a streamed array, with the separator before it. The closing bracket is an event of its own, `]`. */
class Element implements Frame {
  constructor(
    private readonly before: string,
    readonly data: string,
  ) {}

  get raw(): string {
    return this.before + this.data;
  }

  withData(data: string): string {
    return this.before + data;
  }
}

/** Reads a JSON array of objects that arrives bit by bit, element by element. Throws `upstream.rejected` past `charsMax`. */
export class JsonArrayReader implements FrameReader {
  private readonly decoder = new TextDecoder('utf-8');
  private before = '';
  private element = '';
  private depth = 0;
  private inString = false;
  private escaped = false;
  private closed = false;

  constructor(private readonly charsMax: number) {}

  push(bytes: Uint8Array): FramePiece[] {
    return this.read(this.decoder.decode(bytes, { stream: true }));
  }

  end(): FramePiece[] {
    const pieces = this.read(this.decoder.decode());
    if (this.element !== '') pieces.push({ kind: 'event', event: new Element(this.before, this.element) });
    else if (this.closed && this.before !== '') pieces.push({ kind: 'pass', raw: this.before });
    this.before = '';
    this.element = '';
    return pieces;
  }

  private read(text: string): FramePiece[] {
    const pieces: FramePiece[] = [];
    for (const unit of text) {
      if (this.depth === 0 && unit !== '{') {
        if (unit === ']') {
          this.closed = true;
          this.give(pieces, unit);
        } else {
          this.before += unit;
        }
        continue;
      }
      this.element += unit;
      this.follow(unit);
      if (this.depth === 0) this.give(pieces, this.element);
    }
    boundFrame(this.before.length + this.element.length, this.charsMax);
    return pieces;
  }

  private follow(unit: string): void {
    if (this.inString) {
      if (this.escaped) this.escaped = false;
      else if (unit === '\\') this.escaped = true;
      else if (unit === '"') this.inString = false;
    } else if (unit === '"') {
      this.inString = true;
    } else if (unit === '{') {
      this.depth += 1;
    } else if (unit === '}') {
      this.depth -= 1;
    }
  }

  private give(pieces: FramePiece[], data: string): void {
    pieces.push({ kind: 'event', event: new Element(this.before, data) });
    this.before = '';
    this.element = '';
  }
}
