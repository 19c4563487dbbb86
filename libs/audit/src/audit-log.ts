import type { Database, DatabaseClient, Statement } from '#lib/database';
import { DomainError } from '#lib/kernel';
import { type AuditActivity, readActivity, readRecordedActions } from './audit-activity.js';
import {
  type AuditRow,
  type ChainHead,
  contentDigest,
  contentOf,
  GENESIS,
  type RowContent,
  recordOf,
} from './audit-chain.js';
import type { AuditEvent, AuditRecord } from './audit-event.js';
import { type AuditQuery, readChainPage, readRows } from './audit-reader.js';
import { checkEvent } from './check-event.js';
import type { Checkpoint, CheckpointSigner } from './checkpoint.js';
import { GroupCommit, type Written } from './group-commit.js';
import { type ChainVerdict, ChainVerifier, type VerifyOptions } from './verify-chain.js';

export interface AuditPage {
  readonly events: AuditRecord[];
  /** The `after` of the next page; null when this is the last. */
  readonly next: number | null;
}

const BATCH_EVENTS_MAX = 250;
const WAITING_EVENTS_MAX = 50_000;
const EXPORT_PAGE_ROWS = 5_000;
const PAGE_ROWS_MAX = 1_000;
const ACTIVITY_EVENTS_MAX = 50_000;

/**
 * The log of who did what. An event is on disk when `append` resolves, so whoever releases something afterwards can be
 * sure that the release is recorded.
 */
export class AuditLog {
  readonly #writers = new Map<string, GroupCommit<Prepared>>();
  /** A flush makes durable whatever was committed before it began, so those who wait share one. */
  readonly #flushes = new GroupCommit<undefined>(() => this.#flush(), Number.POSITIVE_INFINITY);

  constructor(private readonly database: Database) {}

  /**
   * Records events; durable when it resolves. Calls that overlap share a commit. `audit.unavailable` when they could not be
   * recorded for sure: nothing that depends on them may then be released (a lost connection leaves open whether they were).
   */
  async append(events: readonly AuditEvent[]): Promise<void> {
    const byTenant = new Map<string, Prepared[]>();
    for (const event of events) {
      const prepared = prepare(event);
      const of = byTenant.get(event.tenantId);
      if (of) of.push(prepared);
      else byTenant.set(event.tenantId, [prepared]);
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
    const prepared = events.map(prepare);
    if (events.some((event) => event.tenantId !== tenantId)) throw unavailable('an event of another tenant');
    await client.query(appendStatement(tenantId, prepared, false)).catch((error: unknown) => {
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

  /** What was recorded since a time, in figures; of the newest `eventsMax` events. */
  activity(tenantId: string, since: Date, eventsMax = ACTIVITY_EVENTS_MAX): Promise<AuditActivity> {
    return readActivity(this.database, tenantId, { since, eventsMax });
  }

  /** Which of some actions were ever recorded. */
  recordedActions(tenantId: string, actions: readonly string[]): Promise<ReadonlySet<string>> {
    return readRecordedActions(this.database, tenantId, actions);
  }

  /** All rows that match, oldest first, for export; memory holds one page of them. */
  async *rows(tenantId: string, query: Omit<AuditQuery, 'limit' | 'order'> = {}): AsyncGenerator<AuditRow> {
    for (let after = query.after ?? 0; ; ) {
      const page = await readRows(this.database, tenantId, { ...query, after, limit: EXPORT_PAGE_ROWS });
      yield* page;
      const last = page.at(-1);
      if (!last || page.length < EXPORT_PAGE_ROWS) return;
      after = last.sequence;
    }
  }

  /**
   * Verifies a tenant's chain as it stands in the database, against checkpoints whose signatures were verified. Reads the
   * next page while it hashes one, and lets others run in between.
   */
  async verify(options: VerifyOptions): Promise<ChainVerdict> {
    const verifier = new ChainVerifier(options);
    const read = (after: number) => readChainPage(this.database, options.tenantId, { after, limit: EXPORT_PAGE_ROWS });
    let reading = read(options.after?.sequence ?? 0);
    for (;;) {
      const page = await reading;
      const last = page.at(-1);
      const more = last !== undefined && page.length === EXPORT_PAGE_ROWS;
      reading = more ? read(last.sequence) : Promise.resolve([]);
      // Of a chain that does not hold the next page is not waited for: its failure is nobody's.
      reading.catch(() => undefined);
      if (!page.every((row) => verifier.add(row)) || !more) return verifier.verdict();
    }
  }

  /** Where a tenant's chain ends now. */
  async head(tenantId: string): Promise<ChainHead> {
    const [last] = await readRows(this.database, tenantId, { limit: 1, order: 'newest' });
    return last ? { sequence: last.sequence, hash: last.hash } : GENESIS;
  }

  /** The hash of a row; null when there is none. */
  async hashAt(tenantId: string, sequence: number): Promise<string | null> {
    const [row] = await readRows(this.database, tenantId, { after: sequence - 1, limit: 1 });
    return row?.sequence === sequence ? row.hash : null;
  }

  /** Signs where a tenant's chain ends now: to be kept outside the database. */
  async checkpoint(tenantId: string, signer: CheckpointSigner): Promise<Checkpoint> {
    const head = await this.head(tenantId);
    // A head that a crash could take back must not be signed.
    await this.#flushes.add([undefined]);
    return signer.sign(tenantId, head, new Date());
  }

  /** Waits for what is being written. */
  async close(): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.idle()));
  }

  #add(tenantId: string, events: readonly Prepared[]): Promise<void> {
    let writer = this.#writers.get(tenantId);
    if (!writer) {
      writer = new GroupCommit((batch) => this.#write(tenantId, batch), BATCH_EVENTS_MAX);
      this.#writers.set(tenantId, writer);
    }
    if (writer.waitingCount > WAITING_EVENTS_MAX) throw unavailable('too many events wait');
    return writer.add(events);
  }

  async #write(tenantId: string, events: readonly Prepared[]): Promise<Written> {
    const [row] = await this.#run<{ deferred: boolean }>(appendStatement(tenantId, events, true));
    return { durable: row?.deferred === false ? Promise.resolve() : this.#flushes.add([undefined]) };
  }

  async #flush(): Promise<Written> {
    await this.#run({ name: 'audit_flush', text: 'SELECT audit_flush()' });
    return { durable: Promise.resolve() };
  }

  async #run<R>(statement: Statement): Promise<R[]> {
    try {
      return (await this.database.statement<R>(statement)).rows;
    } catch (error) {
      throw unavailable(describe(error));
    }
  }
}

/** A checked event, with all that can be computed before its place in the chain is known. */
interface Prepared {
  readonly content: RowContent;
  readonly digest: string;
  readonly tokens: readonly string[];
}

function prepare(event: AuditEvent): Prepared {
  checkEvent(event);
  const content = contentOf(event);
  const tokens = event.facts?.tokens;
  return { content, digest: contentDigest(content), tokens: Array.isArray(tokens) ? [...new Set<string>(tokens)] : [] };
}

function appendStatement(tenantId: string, events: readonly Prepared[], mayDefer: boolean): Statement {
  const contents = events.map(({ content }) => content);
  return {
    name: 'audit_append',
    text: 'SELECT audit_append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) AS deferred',
    values: [
      tenantId,
      contents.map(({ requestId }) => requestId),
      contents.map(({ action }) => action),
      contents.map(({ actorId }) => actorId),
      contents.map(({ resourceId }) => resourceId),
      contents.map(({ detail }) => detail),
      events.map(({ digest }) => `\\x${digest}`),
      events.flatMap(({ tokens }, index) => tokens.map(() => index + 1)),
      events.flatMap(({ tokens }) => tokens),
      mayDefer,
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
