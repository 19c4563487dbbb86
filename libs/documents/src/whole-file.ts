import { open, rename, rm } from 'node:fs/promises';
import { type ByteSink, FileSink } from './byte-sink.js';

/** Ends the name of a file that is still being written. */
export const PARTIAL_SUFFIX = '.pvg-part';

/**
 * Makes a file of what `write` writes. INVARIANT: `target` appears whole, or not at all: it is written beside itself
 * (`<target>.pvg-part`, 0600), synced and renamed. One writer of a target at a time.
 */
export async function writeWholeFile<T>(target: string, write: (sink: ByteSink) => Promise<T>): Promise<T> {
  const partial = `${target}${PARTIAL_SUFFIX}`;
  const file = await open(partial, 'w', 0o600);
  try {
    const result = await write(new FileSink(file));
    await file.sync();
    await file.close();
    await rename(partial, target);
    return result;
  } catch (error) {
    await file.close().catch(() => {});
    await rm(partial, { force: true });
    throw error;
  }
}
