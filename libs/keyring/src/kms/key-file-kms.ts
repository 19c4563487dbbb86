import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '#lib/kernel';
import { wipe } from '../crypto/wipe.js';
import { Kms, type RootFingerprints } from './kms.js';
import { checkedSlot, LocalRoots, ROOT_KEY_BYTES } from './local-roots.js';

/**
 * Root keys in a file of this machine, made at the first start: `<home>/keys/root.key` (0600) holds 32 bytes of encryption
 * root and 32 bytes of index root, base64 each, one a line. Beside it `slots/<id>.key` holds 32 random bytes for each
 * key-encryption key: without them the root does not unwrap it, which is how a slot is destroyed.
 *
 * Several processes may start at once: a file appears whole or not at all, and the first one made is everybody's.
 */
export class KeyFileKms extends Kms {
  readonly provider = 'key-file';
  readonly destroysSlots = true;
  readonly #folder: string;
  readonly #roots: LocalRoots;

  private constructor(folder: string, roots: LocalRoots) {
    super();
    this.#folder = folder;
    this.#roots = roots;
  }

  /** Throws `keyring.unavailable` when the file can't be made or read, or when others may read it. */
  static async open(home: string): Promise<KeyFileKms> {
    const folder = join(home, 'keys');
    const file = join(folder, 'root.key');
    try {
      await mkdir(join(folder, 'slots'), { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
      if (!(await exists(file))) {
        const line = () => randomBytes(ROOT_KEY_BYTES).toString('base64');
        await createWhole(file, `${line()}\n${line()}\n`);
      }
      if (process.platform !== 'win32' && ((await stat(file)).mode & 0o077) !== 0) {
        throw new Error('others than its owner may read it: chmod 600');
      }
      return new KeyFileKms(folder, parseRoots(await readFile(file, 'utf8')));
    } catch (error) {
      if (error instanceof DomainError) throw error;
      throw unavailable(file, error);
    }
  }

  async fingerprints(): Promise<RootFingerprints> {
    return this.#roots.fingerprints();
  }

  async wrap(slot: string, key: Uint8Array, aad: Uint8Array): Promise<Buffer> {
    const file = this.#slotFile(slot);
    try {
      if (!(await exists(file))) await createWhole(file, randomBytes(ROOT_KEY_BYTES));
    } catch (error) {
      throw unavailable(file, error);
    }
    return this.#withShare(slot, (share) => this.#roots.wrap(share, key, aad));
  }

  async unwrap(slot: string, wrapped: Uint8Array, aad: Uint8Array): Promise<Buffer> {
    return this.#withShare(slot, (share) => this.#roots.unwrap(share, wrapped, aad));
  }

  /** Overwrites the file before it removes it. On journaling and flash storage old blocks may live on: see docs/guides/keys.md. */
  async destroySlot(slot: string): Promise<void> {
    const file = this.#slotFile(slot);
    try {
      const handle = await open(file, 'r+');
      try {
        await handle.write(Buffer.alloc(ROOT_KEY_BYTES), 0, ROOT_KEY_BYTES, 0);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rm(file);
    } catch (error) {
      if (isMissing(error)) return;
      throw unavailable(file, error);
    }
  }

  async deriveIndexKey(salt: Uint8Array, info: string): Promise<Buffer> {
    return this.#roots.deriveIndexKey(salt, info);
  }

  async close(): Promise<void> {
    this.#roots.wipe();
  }

  #slotFile(slot: string): string {
    return join(this.#folder, 'slots', `${checkedSlot(slot)}.key`);
  }

  async #withShare<T>(slot: string, work: (share: Buffer) => T): Promise<T> {
    const file = this.#slotFile(slot);
    let share: Buffer;
    try {
      share = await readFile(file);
    } catch (error) {
      if (!isMissing(error)) throw unavailable(file, error);
      throw new DomainError('keyring.unknown_key', {
        publicMessage: 'A key-encryption key was destroyed or its key file is missing.',
        detail: 'restore keys/slots from the key backup, unless the key was destroyed on purpose',
        facts: { slot },
      });
    }
    try {
      return work(share);
    } finally {
      wipe(share);
    }
  }
}

function parseRoots(text: string): LocalRoots {
  const [encryption, index] = text.split('\n').map((line) => Buffer.from(line.trim(), 'base64'));
  try {
    return new LocalRoots(encryption ?? Buffer.alloc(0), index ?? Buffer.alloc(0));
  } finally {
    wipe(encryption, index);
  }
}

/** Writes a file that nobody sees before it is whole, and leaves alone one that another process made first. */
async function createWhole(file: string, content: string | Uint8Array): Promise<void> {
  const draft = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';
}

function unavailable(file: string, cause: unknown): DomainError {
  const reason = (cause as NodeJS.ErrnoException | null)?.code ?? (cause instanceof Error ? cause.message : 'unknown');
  return new DomainError('keyring.unavailable', {
    publicMessage: 'The local key file can not be used.',
    detail: `${file}: ${reason}`,
  });
}
