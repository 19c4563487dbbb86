import { appendFile, mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DomainError, isSlug } from '#lib/kernel';
import type { LedgerEntry } from './erasure-ledger.js';

/** Where the ledger of erasures is kept outside the database, so that restoring the database does not take it back. */
export abstract class LedgerStore {
  abstract read(tenantId: string): Promise<LedgerEntry[]>;
  /** Durable when it resolves. Appending entries that are there already changes nothing. */
  abstract append(tenantId: string, entries: readonly LedgerEntry[]): Promise<void>;
}

/** One file for each tenant, a JSON line for each erasure: `<home>/erasure-ledger/<tenant>.ndjson`. Holds ids, no values. */
export class FileLedgerStore extends LedgerStore {
  constructor(private readonly home: string) {
    super();
  }

  async read(tenantId: string): Promise<LedgerEntry[]> {
    const entries = new Map<number, LedgerEntry>();
    // A line cut off by a power failure is not an entry; two processes may have appended the same one.
    for (const line of (await this.#text(tenantId)).split('\n')) {
      const entry = parseLine(line);
      if (entry && !entries.has(entry.seq)) entries.set(entry.seq, entry);
    }
    return [...entries.values()].sort((a, b) => a.seq - b.seq);
  }

  async append(tenantId: string, entries: readonly LedgerEntry[]): Promise<void> {
    const file = this.#file(tenantId);
    try {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      const known = new Set((await this.read(tenantId)).map((entry) => entry.seq));
      const fresh = entries.filter((entry) => !known.has(entry.seq));
      // The newline in front ends a line that was cut off.
      const text = fresh.map((entry) => `\n${JSON.stringify(entry)}\n`).join('');
      await appendFile(file, text, { mode: 0o600 });
      const handle = await open(file, 'r+');
      await handle.sync().finally(() => handle.close());
    } catch (cause) {
      throw unavailable(file, cause);
    }
  }

  async #text(tenantId: string): Promise<string> {
    try {
      return await readFile(this.#file(tenantId), 'utf8');
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return '';
      throw unavailable(this.#file(tenantId), cause);
    }
  }

  #file(tenantId: string): string {
    if (!isSlug(tenantId)) throw new RangeError('not the id of a tenant');
    return join(this.home, 'erasure-ledger', `${tenantId}.ndjson`);
  }
}

function parseLine(line: string): LedgerEntry | null {
  try {
    const value = JSON.parse(line) as LedgerEntry | null;
    return typeof value?.seq === 'number' && typeof value.hash === 'string' ? value : null;
  } catch {
    return null;
  }
}

function unavailable(file: string, cause: unknown): DomainError {
  return new DomainError('vault.unavailable', {
    publicMessage: 'The ledger of erasures can not be used.',
    detail: `${file}: ${(cause as NodeJS.ErrnoException).code ?? 'failed'}`,
  });
}
