import type { Database, DatabaseClient, Statement } from '#lib/database';
import { DomainError } from '#lib/kernel';
import { type AuditRow, type ChainHead, detailOf, GENESIS, recordOf } from './audit-chain.js';
import type { AuditEvent, AuditRecord } from './audit-event.js';
import { type AuditQuery, readRows } from './audit-reader.js';
import { checkEvent } from './check-event.js';
import { GroupCommit } from './group-commit.js';

export interface AuditPage {
  readonly events: AuditRecord[];
  /** The `after` of the next page; null when this is the last. */
  readonly next: number | null;
}

const BATCH_EVENTS_MAX = 1_000;
const WAITING_EVENTS_MAX = 50_000;
const EXPORT_PAGE_ROWS = 5_000;
const PAGE_ROWS_MAX = 1_000;

/**
 * The log of who did what. An event is on disk when `append` resolves, so whoever releases something afterwards can be
 * sure that the release is recorded.
 */
export class AuditLog {
  readonly #writers = new Map<string, GroupCommit<AuditEvent>>();

  constructor(private readonly database: Database) {}

  /**
   * Records events; durable when it resolves. Calls that overlap share a commit. `audit.unavailable` when they could not be
   * recorded for sure: nothing that depends on them may then be released (a lost connection leaves open whether they were).
   */
  async append(events: readonly AuditEvent[]): Promise<void> {
    for (const event of events) checkEvent(event);
    const byTenant = new Map<string, AuditEvent[]>();
    for (const event of events) {
      const of = byTenant.get(event.tenantId);
      if (of) of.push(event);
      else byTenant.set(event.tenantId, [event]);
    }
    const done = await Promise.allSettled([...byTenant].map(([tenantId, of]) => this.#add(tenantId, of)));
    for (const outcome of done) if (outcome.status === 'rejected') throw outcome.reason;
  }

  /**
   * Records events of one tenant in a transaction of the caller's, which holds the tenant's log until it ends: for short
   * ones whose change and record must stand or fall together.
   */
  async appendIn(client: DatabaseClient, tenantId: string, events: readonly AuditEvent[]): Promise<void> {
    if (events.length === 0) return;
    for (const event of events) checkEvent(event);
    if (events.some((event) => event.tenantId !== tenantId)) throw unavailable('an event of another tenant');
    await client.query(appendStatement(tenantId, events)).catch((error: unknown) => {
      throw unavailable(describe(error));
    });
  }

  /** A page of a tenant's log, filtered. */
  async read(tenantId: string, query: AuditQuery): Promise<AuditPage> {
    const limit = Math.max(1, Math.min(query.limit, PAGE_ROWS_MAX));
    const rows = await readRows(this.database, tenantId, { ...query, limit: limit + 1 });
    const events = rows.slice(0, limit).map(recordOf);
    return { events, next: rows.length > limit ? (events.at(-1)?.sequence ?? null) : null };
  }

  /** All rows that match, oldest first, for export and verification; memory holds one page of them. */
  async *rows(tenantId: string, query: Omit<AuditQuery, 'limit' | 'order'> = {}): AsyncGenerator<AuditRow> {
    for (let after = query.after ?? 0; ; ) {
      const page = await readRows(this.database, tenantId, { ...query, after, limit: EXPORT_PAGE_ROWS });
      yield* page;
      const last = page.at(-1);
      if (!last || page.length < EXPORT_PAGE_ROWS) return;
      after = last.sequence;
    }
  }

  /** Where a tenant's chain ends now. */
  async head(tenantId: string): Promise<ChainHead> {
    const [last] = await readRows(this.database, tenantId, { limit: 1, order: 'newest' });
    return last ? { sequence: last.sequence, hash: last.hash } : GENESIS;
  }

  /** Waits for what is being written. */
  async close(): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.idle()));
  }

  #add(tenantId: string, events: readonly AuditEvent[]): Promise<void> {
    let writer = this.#writers.get(tenantId);
    if (!writer) {
      writer = new GroupCommit((batch) => this.#write(tenantId, batch), BATCH_EVENTS_MAX);
      this.#writers.set(tenantId, writer);
    }
    if (writer.waitingCount > WAITING_EVENTS_MAX) throw unavailable('too many events wait');
    return writer.add(events);
  }

  async #write(tenantId: string, events: readonly AuditEvent[]): Promise<void> {
    try {
      await this.database.statement(appendStatement(tenantId, events));
    } catch (error) {
      throw unavailable(describe(error));
    }
  }
}

function appendStatement(tenantId: string, events: readonly AuditEvent[]): Statement {
  const mentions = events.flatMap(({ facts }, index) =>
    Array.isArray(facts?.tokens) ? [...new Set(facts.tokens as string[])].map((token) => ({ index, token })) : [],
  );
  return {
    name: 'audit_append',
    text: 'SELECT audit_append($1, $2, $3, $4, $5, $6, $7, $8)',
    values: [
      tenantId,
      events.map(({ requestId }) => requestId),
      events.map(({ action }) => action),
      events.map(({ actor }) => actor.id),
      events.map(({ resource }) => resource.id ?? null),
      events.map(detailOf),
      mentions.map(({ index }) => index + 1),
      mentions.map(({ token }) => token),
    ],
  };
}

function unavailable(detail: string): DomainError {
  return new DomainError('audit.unavailable', {
    publicMessage: 'What was asked for could not be recorded in the audit log, so it was not done.',
    detail,
  });
}

function describe(error: unknown): string {
  return error instanceof DomainError ? (error.detail ?? error.code) : 'the event could not be written';
}
