import { PassThrough } from 'node:stream';
import yazl from 'yazl';
import { type ByteSink, StreamSink } from '../byte-sink.js';

/** Entries are dated so, since the day of writing is nobody's business and equal documents should give equal bytes. */
const DATE = new Date(1980, 0, 1);

/** Writes a zip container to a sink, entry after entry, with back-pressure. */
export class ZipWriter {
  private readonly zip = new yazl.ZipFile();
  private readonly done: Promise<void>;

  constructor(sink: ByteSink) {
    this.done = (async () => {
      for await (const chunk of this.zip.outputStream) await sink.write(chunk as Buffer);
    })();
    // Awaited in `end`; a fault before that must not go unhandled.
    this.done.catch(() => {});
  }

  add(name: string, bytes: Buffer, compress: boolean): void {
    this.zip.addBuffer(bytes, name, { mtime: DATE, compress });
  }

  /** Adds an entry whose bytes come as they are made. Resolves when all of them are taken. */
  async addStream(name: string, produce: (sink: ByteSink) => Promise<void>): Promise<void> {
    const stream = new PassThrough({ highWaterMark: 1024 * 1024 });
    this.zip.addReadStream(stream, name, { mtime: DATE, compress: true });
    try {
      await produce(new StreamSink(stream));
      stream.end();
    } catch (error) {
      stream.destroy();
      throw error;
    }
  }

  async end(): Promise<void> {
    this.zip.end();
    await this.done;
  }
}
