import { boundFrame, type Frame, type FramePiece, type FrameReader } from './frame.js';

class Line implements Frame {
  constructor(
    readonly data: string,
    private readonly ending: string,
  ) {}

  get raw(): string {
    return this.data + this.ending;
  }

  withData(data: string): string {
    return data + this.ending;
  }
}

/** Reads newline-delimited JSON, one event a line. Throws `upstream.rejected` when a line grows past `charsMax`. */
export class NdjsonReader implements FrameReader {
  private readonly decoder = new TextDecoder('utf-8');
  private partial = '';

  constructor(private readonly charsMax: number) {}

  push(bytes: Uint8Array): FramePiece[] {
    return this.read(this.decoder.decode(bytes, { stream: true }));
  }

  end(): FramePiece[] {
    const pieces = this.read(this.decoder.decode());
    if (this.partial !== '') pieces.push(piece(this.partial, '\n'));
    this.partial = '';
    return pieces;
  }

  private read(text: string): FramePiece[] {
    const pieces: FramePiece[] = [];
    let from = 0;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
      const line = this.partial + text.slice(from, at);
      this.partial = '';
      from = at + 1;
      pieces.push(line.endsWith('\r') ? piece(line.slice(0, -1), '\r\n') : piece(line, '\n'));
    }
    this.partial += text.slice(from);
    boundFrame(this.partial.length, this.charsMax);
    return pieces;
  }
}

function piece(line: string, ending: string): FramePiece {
  return line.trim() === '' ? { kind: 'pass', raw: line + ending } : { kind: 'event', event: new Line(line, ending) };
}
