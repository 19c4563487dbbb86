import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { tooLarge } from './document-error.js';

/** A document to read: a file, or bytes. May be read more than once. */
export class DocumentInput {
  private constructor(
    /** The file's name, for its extension alone; it never reaches a report or error. */
    readonly name: string,
    readonly size: number,
    /** Absent for bytes. */
    readonly path: string | undefined,
    private readonly held: Buffer | undefined,
  ) {}

  static async fromFile(path: string, name = basename(path)): Promise<DocumentInput> {
    const { size } = await stat(path);
    return new DocumentInput(name, size, path, undefined);
  }

  static fromBytes(name: string, bytes: Uint8Array): DocumentInput {
    const held = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return new DocumentInput(name, held.length, undefined, held);
  }

  /** The first bytes, at most `length`. */
  async head(length: number): Promise<Buffer> {
    if (this.held) return this.held.subarray(0, length);
    const handle = await open(this.path!, 'r');
    try {
      const buffer = Buffer.alloc(Math.min(length, this.size));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  }

  /** All bytes. Throws `document.too_large` beyond `bytesMax`, before reading. */
  async bytes(bytesMax: number): Promise<Buffer> {
    if (this.size > bytesMax) throw tooLarge('wholeFileBytesMax', { bytes: this.size });
    return this.held ?? (await readFile(this.path!));
  }

  async *stream(): AsyncGenerator<Buffer> {
    if (!this.held) {
      yield* createReadStream(this.path!, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>;
      return;
    }
    for (let at = 0; at < this.held.length; at += 256 * 1024) yield this.held.subarray(at, at + 256 * 1024);
  }
}
