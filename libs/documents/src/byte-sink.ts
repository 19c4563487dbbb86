import type { FileHandle } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

/** Where a rewritten document goes. `write` resolves when more may be written. */
export interface ByteSink {
  write(bytes: Uint8Array): Promise<void>;
}

/** Reads only. */
export class NullSink implements ByteSink {
  async write(): Promise<void> {}
}

export class MemorySink implements ByteSink {
  private readonly chunks: Uint8Array[] = [];

  async write(bytes: Uint8Array): Promise<void> {
    this.chunks.push(bytes);
  }

  bytes(): Buffer {
    return Buffer.concat(this.chunks);
  }
}

export class FileSink implements ByteSink {
  constructor(private readonly file: FileHandle) {}

  async write(bytes: Uint8Array): Promise<void> {
    let at = 0;
    while (at < bytes.byteLength) at += (await this.file.write(bytes, at)).bytesWritten;
  }
}

/** Any Node stream, with its back-pressure. The caller ends it. */
export class StreamSink implements ByteSink {
  constructor(private readonly stream: Writable) {}

  async write(bytes: Uint8Array): Promise<void> {
    if (this.stream.write(bytes)) return;
    const stop = new AbortController();
    try {
      await Promise.race([
        new Promise<void>((resolve) => this.stream.once('drain', resolve)),
        finished(this.stream, { signal: stop.signal }),
      ]);
    } finally {
      stop.abort();
    }
  }
}
