import pg, { type Connection } from 'pg';
import type { QueryRows, Statement } from './database-client.js';

/** What row-level security lets a transaction see: the rows of a tenant, or the API keys of one prefix. */
export interface Sight {
  readonly setting: 'app.tenant' | 'app.api_key_prefix';
  readonly value: string;
}

/** What else is set for the transaction of one statement. */
export interface TenantStatementOptions {
  /**
   * `relaxed`: visible to everybody at once, on disk with the next commit that waits for it, at most a second later (a crash
   * of the database may take it back). For what is worth nothing yet, or can be made again.
   */
  readonly durability?: 'strict' | 'relaxed';
  /** A lock of transactions, taken shared before the statement reads anything. */
  readonly sharedLock?: string;
}

const NAME = 'pvg_tenant_statement';
const PRELUDE = `SELECT set_config($4, $1, true),
  CASE WHEN $2::text IS NOT NULL THEN set_config('synchronous_commit', $2, true) END,
  CASE WHEN $3::bigint IS NOT NULL THEN pg_advisory_xact_lock_shared($3)::text END`;

/** The part of `pg`'s connection that the extended query protocol is spoken through; its types leave it out. */
interface Protocol {
  readonly parsedStatements: Record<string, string>;
  bind(message: { portal: string; statement: string; values: readonly (string | null)[] }): void;
  execute(message: { portal: string }): void;
}

type Done = (error: Error | undefined, result: QueryRows<unknown>) => void;

const BaseQuery = pg.Query as unknown as new (
  statement: object,
  callback: Done,
) => pg.Query & {
  prepare(connection: Connection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
};

/**
 * One statement behind the one that binds the tenant, sent together: between them no Sync stands, so they are one implicit
 * transaction, committed at the Sync that follows (PostgreSQL, Message Flow, 54.2.4 Pipelining).
 */
class TenantQuery extends BaseQuery {
  #bound = false;

  constructor(
    private readonly settings: readonly (string | null)[],
    statement: object,
    callback: Done,
  ) {
    super(statement, callback);
  }

  override prepare(connection: Connection): void {
    const protocol = connection as unknown as Protocol;
    protocol.bind({ portal: '', statement: NAME, values: this.settings });
    protocol.execute({ portal: '' });
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.#bound) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#bound) super.handleCommandComplete(message, connection);
    this.#bound = true;
  }
}

/** Runs one statement as one transaction that sees what `sight` says, in one round trip. Rejects with `pg`'s error. */
export async function queryWithSight<R>(
  client: pg.PoolClient,
  { setting, value }: Sight,
  statement: Statement,
  { durability, sharedLock }: TenantStatementOptions,
): Promise<QueryRows<R>> {
  const settings = [value, durability === 'relaxed' ? 'off' : null, sharedLock ?? null, setting];
  const { connection } = client as unknown as { connection: Protocol };
  if (connection.parsedStatements[NAME] === undefined) {
    await client.query({ name: NAME, text: PRELUDE, values: [value, null, null, setting] });
  }
  return new Promise((resolve, reject) => {
    const values = [...(statement.values ?? [])];
    // The extended protocol, also where a statement has neither name nor values.
    const config = { name: statement.name, text: statement.text, values, queryMode: 'extended' };
    client.query(
      new TenantQuery(settings, config, (error, result) =>
        error ? reject(error) : resolve({ rows: result.rows as R[], rowCount: result.rowCount }),
      ),
    );
  });
}
