import { createHash } from 'node:crypto';
import type { Database, DatabaseClient } from '#lib/database';
import { DomainError } from '#lib/kernel';
import type { LedgerStore } from './ledger-store.js';

/** One erasure in the ledger. `body` is the JSON of the facts; `hash` chains it to the entry before. */
export interface LedgerEntry {
  readonly seq: number;
  readonly subjectId: string;
  readonly stage: 'live' | 'backups';
  readonly body: string;
  readonly hash: string;
}

export const LEDGER_START = '0'.repeat(64);
const CHECKED_FOR_MS = 15_000;

export function ledgerHash(previous: string, entry: Omit<LedgerEntry, 'hash'>): string {
  return createHash('sha256')
    .update(JSON.stringify(['pvg/1|erasure', previous, entry.seq, entry.subjectId, entry.stage, entry.body]))
    .digest('hex');
}

/**
 * Which subjects were erased, in order, each entry chained to the one before. Kept in the database, append only, and again
 * outside it: a database restored from a backup made before an erasure is behind its ledger and says so.
 */
export class ErasureLedger {
  readonly #checkedAtMs = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly outside: LedgerStore,
  ) {}

  /**
   * Refuses with `vault.stale_ledger` when the database lacks erasures that the outside ledger has: it must not serve before
   * they are replayed. Asks the database at most every 15 s for each tenant.
   */
  async ensureCurrent(tenantId: string): Promise<void> {
    const checked = this.#checkedAtMs.get(tenantId);
    if (checked !== undefined && checked > performance.now() - CHECKED_FOR_MS) return;
    const missing = await this.missing(tenantId);
    if (missing.length === 0) {
      this.#checkedAtMs.set(tenantId, performance.now());
      return;
    }
    throw new DomainError('vault.stale_ledger', {
      publicMessage: 'The vault was restored from a backup and must repeat erasures before it serves.',
      detail: `${missing.length} erasures are not in the database: pvg subjects replay`,
      facts: { tenantId, missing: missing.length, firstSeq: missing[0]!.seq },
    });
  }

  /**
   * The entries of the outside ledger that the database lacks. Where the database is ahead (a stop between commit and
   * writing outside), the outside ledger is brought up to it. Throws `vault.stale_ledger` when the two disagree.
   */
  async missing(tenantId: string): Promise<LedgerEntry[]> {
    const inside = await this.database.withTenant(tenantId, (c) => readLedger(c, tenantId));
    const outside = await this.outside.read(tenantId);
    verifyChain(tenantId, inside);
    verifyChain(tenantId, outside);
    const common = Math.min(inside.length, outside.length);
    if (common > 0 && inside[common - 1]!.hash !== outside[common - 1]!.hash) throw disagreement(tenantId, common);
    if (inside.length > outside.length) await this.outside.append(tenantId, inside.slice(common));
    return outside.slice(common);
  }

  /** Appends in the transaction of the erasure; `publish` after its commit puts it outside too. */
  async append(
    c: DatabaseClient,
    tenantId: string,
    entry: Pick<LedgerEntry, 'subjectId' | 'stage' | 'body'>,
  ): Promise<LedgerEntry> {
    const last = (await readLedger(c, tenantId)).at(-1);
    const next = { seq: (last?.seq ?? 0) + 1, subjectId: entry.subjectId, stage: entry.stage, body: entry.body };
    const full = { ...next, hash: ledgerHash(last?.hash ?? LEDGER_START, next) };
    await this.insert(c, tenantId, full);
    return full;
  }

  /** Inserts an entry as it is: for the replay of one that was made before. */
  async insert(c: DatabaseClient, tenantId: string, entry: LedgerEntry): Promise<void> {
    await c.query(
      'INSERT INTO erasure_ledger (tenant_id, seq, subject_id, stage, body, hash) VALUES ($1, $2, $3, $4, $5, $6)',
      [tenantId, entry.seq, entry.subjectId, entry.stage, entry.body, entry.hash],
    );
  }

  async publish(tenantId: string, entry: LedgerEntry): Promise<void> {
    await this.outside.append(tenantId, [entry]);
  }

  forget(): void {
    this.#checkedAtMs.clear();
  }
}

async function readLedger(c: DatabaseClient, tenantId: string): Promise<LedgerEntry[]> {
  const { rows } = await c.query<LedgerEntry>(
    `SELECT seq::float8 AS seq, subject_id AS "subjectId", stage, body, hash FROM erasure_ledger
     WHERE tenant_id = $1 ORDER BY seq`,
    [tenantId],
  );
  return rows;
}

function verifyChain(tenantId: string, entries: readonly LedgerEntry[]): void {
  let previous = LEDGER_START;
  entries.forEach((entry, index) => {
    if (entry.seq !== index + 1 || entry.hash !== ledgerHash(previous, entry)) throw disagreement(tenantId, index + 1);
    previous = entry.hash;
  });
}

function disagreement(tenantId: string, seq: number): DomainError {
  return new DomainError('vault.stale_ledger', {
    publicMessage: 'The ledger of erasures was changed. Nothing is served before an operator has looked at it.',
    detail: `entry ${seq} does not follow from the one before, or differs between the database and the file outside it`,
    facts: { tenantId, seq },
  });
}
