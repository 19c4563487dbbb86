import type { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { encrypted, forbiddenContent, tooLarge, unreadable } from '../document-error.js';
import type { DocumentInput } from '../document-input.js';
import type { DocumentLimits } from '../document-limits.js';

const RATIO_COUNTS_FROM_BYTES = 1024 * 1024;

/**
 * A zip container, every entry checked before it is read: count, names that climb (`../`), encryption, inflation ratio, total
 * size. What an entry's stream gives is checked against the declared size by yauzl, so a lying size is `document.unreadable`.
 */
export class ZipReader {
  private constructor(
    private readonly file: ZipFile,
    readonly entries: readonly Entry[],
  ) {}

  static async open(input: DocumentInput, limits: DocumentLimits): Promise<ZipReader> {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true } as const;
    const held = input.path === undefined ? await input.bytes(limits.inflatedBytesMax) : null;
    const file = await new Promise<ZipFile>((resolve, reject) => {
      const done = (error: Error | null, opened?: ZipFile): void => {
        if (error || !opened) reject(translated(error));
        else resolve(opened);
      };
      if (held) yauzl.fromBuffer(held, options, done);
      else yauzl.open(input.path!, options, done);
    });
    try {
      return new ZipReader(file, await listed(file, limits));
    } catch (error) {
      file.close();
      throw error;
    }
  }

  close(): void {
    this.file.close();
  }

  entry(name: string): Entry | undefined {
    return this.entries.find(({ fileName }) => fileName === name);
  }

  async stream(entry: Entry): Promise<Readable> {
    return new Promise((resolve, reject) => {
      this.file.openReadStream(entry, (error, stream) => {
        if (error || !stream) reject(translated(error));
        else resolve(stream);
      });
    });
  }

  /** All bytes of an entry, at most `bytesMax`. */
  async bytes(entry: Entry, bytesMax: number): Promise<Buffer> {
    if (entry.uncompressedSize > bytesMax) throw tooLarge('wholeFileBytesMax', { bytes: entry.uncompressedSize });
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of await this.stream(entry)) chunks.push(chunk as Buffer);
    } catch (error) {
      throw translated(error);
    }
    return Buffer.concat(chunks);
  }
}

async function listed(file: ZipFile, limits: DocumentLimits): Promise<Entry[]> {
  const entries: Entry[] = [];
  const names = new Set<string>();
  let total = 0;
  await new Promise<void>((resolve, reject) => {
    file.on('error', (error) => reject(translated(error)));
    file.on('end', resolve);
    file.on('entry', (entry: Entry) => {
      total += entry.uncompressedSize;
      const fault = faultOf(entry, entries.length, total, names, limits);
      if (fault) {
        reject(fault);
        return;
      }
      names.add(entry.fileName);
      entries.push(entry);
      file.readEntry();
    });
    file.readEntry();
  });
  return entries;
}

function faultOf(
  entry: Entry,
  count: number,
  total: number,
  names: ReadonlySet<string>,
  limits: DocumentLimits,
): Error | null {
  if (count >= limits.entriesMax) return tooLarge('entriesMax');
  if (total > limits.inflatedBytesMax) return tooLarge('inflatedBytesMax');
  const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
  if (entry.uncompressedSize > RATIO_COUNTS_FROM_BYTES && ratio > limits.ratioMax) return tooLarge('ratioMax');
  if ((entry.generalPurposeBitFlag & 1) !== 0) return encrypted('zip');
  if (names.has(entry.fileName)) return unreadable('two entries of one name');
  return null;
}

/** yauzl's messages quote entry names, so only their sense is passed on. */
function translated(error: unknown): Error {
  const message = error instanceof Error ? error.message : '';
  if (/invalid relative path|absolute path|invalid characters in fileName|relative path/.test(message)) {
    return forbiddenContent('a name that climbs out of the container');
  }
  if (/too many bytes|not enough bytes|size mismatch/.test(message))
    return unreadable('an entry is not as long as it says');
  return unreadable('damaged zip container');
}
