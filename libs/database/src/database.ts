import type { Pool, PoolClient } from 'pg';
import { DataSource, type DataSourceOptions, type EntityManager, type QueryRunner } from 'typeorm';
import { DomainError, isSlug, type Secret } from '#lib/kernel';
import { type DatabaseClient, type QueryRows, type Statement, TransactionClient } from './database-client.js';
import { connectionError, DatabaseError, translateDatabaseError } from './database-error.js';
import { migrate } from './migrate.js';
import { type ListenOptions, NotificationListener } from './notification-listener.js';
import { unsafeRole, verifyServiceRole, withServiceRole } from './service-role.js';
import { queryWithSight, type Sight, type TenantStatementOptions } from './tenant-query.js';

export interface DatabaseOptions {
  /** `postgres://…`; the login needs no rights but membership in `pvg_service` when `migrationUrl` is given. */
  readonly url: Secret<string>;
  /** The login that migrates. Default: the same. */
  readonly migrationUrl?: Secret<string>;
  /** Connections of this process, besides one for LISTEN. Default 10. */
  readonly poolMax?: number;
  /** TypeORM entities of CRUD tables. */
  readonly entities?: DataSourceOptions['entities'];
  /** False when the schema is known to be up to date. */
  readonly migrate?: boolean;
  /** Longest wait for a connection, from the pool or new. Default 5 s. */
  readonly connectTimeoutMs?: number;
  /** Longest run of one statement. Default 30 s. */
  readonly statementTimeoutMs?: number;
}

const POOL_MAX = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** How much longer the client waits for an answer than the server may take, before it gives up on the connection. */
const ANSWER_MARGIN_MS = 5_000;

/**
 * The Postgres of this installation. Every session acts as `pvg_service`, which row-level security binds; every
 * transaction names its tenant. Connection failures and timeouts are `DomainError('database.unavailable')`; other failed
 * statements are `DatabaseError`s that carry no values.
 */
export class Database {
  readonly #listener: NotificationListener;
  #closed: Promise<void> | undefined;

  private constructor(
    /**
     * For CRUD tables. Its pool is this class's own. Outside `withTenant` and `withTenantEntities` it sees no tenant's rows,
     * and its errors must pass `translateDatabaseError` before they are logged.
     */
    readonly dataSource: DataSource,
    url: Secret<string>,
  ) {
    this.#listener = new NotificationListener(url);
  }

  /** Migrates, connects, and refuses to serve when row-level security would not bind (`database.unsafe_role`). */
  static async open(options: DatabaseOptions): Promise<Database> {
    if (options.migrate ?? true) await migrate(options);
    const url = withServiceRole(options.url);
    const dataSource = new DataSource(serviceOptions(url, options));
    try {
      await dataSource.initialize();
      const database = new Database(dataSource, url);
      await database.withoutTenant(verifyServiceRole);
      return database;
    } catch (error) {
      if (dataSource.isInitialized) await dataSource.destroy();
      throw explainConnect(connectionError(error));
    }
  }

  /**
   * Runs `work` in one transaction that sees and writes the rows of one tenant. Committed when it resolves; rolled back
   * when it rejects.
   */
  async withTenant<T>(tenantId: string, work: (client: DatabaseClient) => Promise<T>): Promise<T> {
    return this.#transaction(beginFor(tenantId), work);
  }

  /** A transaction in which no tenant's rows can be seen or written. */
  async withoutTenant<T>(work: (client: DatabaseClient) => Promise<T>): Promise<T> {
    return this.#transaction('BEGIN', work);
  }

  /**
   * One statement that is its own transaction, without a tenant, in one round trip. For functions of the database that
   * bind the tenant themselves.
   */
  async statement<R>(statement: Statement): Promise<QueryRows<R>> {
    const connection = await this.#connect();
    let broken = false;
    try {
      return await new TransactionClient(connection).query<R>(statement);
    } catch (error) {
      broken = error instanceof DatabaseError && error.code === 'database.unavailable';
      throw error;
    } finally {
      connection.release(broken);
    }
  }

  /**
   * One statement that is its own transaction, for one tenant, in one round trip. A statement that reads sees what was
   * committed before it was sent.
   */
  async tenantStatement<R>(
    tenantId: string,
    statement: Statement,
    options: TenantStatementOptions = {},
  ): Promise<QueryRows<R>> {
    checkTenantId(tenantId);
    return this.#oneStatement({ setting: 'app.tenant', value: tenantId }, statement, options);
  }

  /** The same for whoever presents an API key and isn't known yet: it sees the API keys of that prefix and nothing else. */
  async keyPrefixStatement<R>(prefix: string, statement: Statement): Promise<QueryRows<R>> {
    return this.#oneStatement({ setting: 'app.api_key_prefix', value: prefix }, statement, {});
  }

  async #oneStatement<R>(sight: Sight, statement: Statement, options: TenantStatementOptions): Promise<QueryRows<R>> {
    const connection = await this.#connect();
    let broken = false;
    try {
      return await queryWithSight<R>(connection, sight, statement, options);
    } catch (error) {
      const translated = translateDatabaseError(error);
      broken = translated instanceof DatabaseError && translated.code === 'database.unavailable';
      throw translated;
    } finally {
      connection.release(broken);
    }
  }

  /** `withTenant` for TypeORM entities. */
  async withTenantEntities<T>(tenantId: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const begin = beginFor(tenantId);
    const runner: QueryRunner = this.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      await runner.query(begin.slice(begin.indexOf('SELECT')));
      const result = await work(runner.manager);
      await runner.commitTransaction();
      return result;
    } catch (error) {
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw translateDatabaseError(error);
    } finally {
      await runner.release();
    }
  }

  /**
   * Calls `onPayload` for each notification on the channel, until the returned function is called. Survives lost
   * connections; `onReconnect` tells that notifications may have been missed.
   */
  listen(channel: string, onPayload: (payload: string) => void, options?: ListenOptions): Promise<() => Promise<void>> {
    return this.#listener.listen(channel, onPayload, options);
  }

  /**
   * The connections themselves, as `pvg_service` and without a tenant, for a library that brings its own statements (the job
   * queue). Closed with this.
   */
  get pool(): Pool {
    return poolOf(this.dataSource);
  }

  /** Waits for running transactions and closes the connections. May be called more than once. */
  close(): Promise<void> {
    this.#closed ??= this.#listener.close().then(() => this.dataSource.destroy());
    return this.#closed;
  }

  async #transaction<T>(begin: string, work: (client: DatabaseClient) => Promise<T>): Promise<T> {
    const connection = await this.#connect();
    const client = new TransactionClient(connection);
    let broken: Error | boolean = false;
    try {
      // BEGIN and the tenant go out together: one round trip.
      await client.query(begin);
      const result = await work(client);
      client.end();
      await commit(connection);
      return result;
    } catch (error) {
      client.end();
      await connection.query('ROLLBACK').catch((failure: Error) => {
        broken = failure;
      });
      throw translateDatabaseError(error);
    } finally {
      connection.release(broken);
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await poolOf(this.dataSource).connect();
    } catch (error) {
      throw connectionError(error);
    }
  }
}

function serviceOptions(url: Secret<string>, options: DatabaseOptions) {
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  return {
    type: 'postgres' as const,
    url: url.reveal(),
    applicationName: 'pvg',
    entities: options.entities ?? [],
    uuidExtension: 'pgcrypto' as const,
    installExtensions: false,
    synchronize: false,
    logging: false as const,
    poolSize: options.poolMax ?? POOL_MAX,
    connectTimeoutMS: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    poolErrorHandler: () => undefined,
    extra: {
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + ANSWER_MARGIN_MS,
      lock_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
      keepAlive: true,
      // A connection lost between two statements of a transaction: the next statement reports it, the event must not end the process.
      onConnect: (client: PoolClient) => void client.on('error', () => undefined),
    },
  };
}

/** TypeORM's driver keeps the `pg` pool that its query runners use. */
function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { master: Pool }).master;
}

function checkTenantId(tenantId: string): void {
  if (isSlug(tenantId)) return;
  throw new DomainError('internal', {
    publicMessage: 'The request could not be completed.',
    detail: 'a transaction was asked for with a tenant id that is not a slug',
  });
}

function beginFor(tenantId: string): string {
  checkTenantId(tenantId);
  // A slug holds no quote, so it can stand in the statement; the simple protocol takes no parameters.
  return `BEGIN; SELECT set_config('app.tenant', '${tenantId}', true)`;
}

/** COMMIT of a transaction in which a statement failed unnoticed answers ROLLBACK: that is a failure too. */
async function commit(connection: PoolClient): Promise<void> {
  const { command } = await connection.query('COMMIT');
  if (command === 'COMMIT') return;
  throw new DatabaseError('internal', '25P02', 'a failed statement was ignored, so the transaction was rolled back');
}

/** 42501 and 22023 while connecting: the login may not act as the service role, or the role is not there. */
function explainConnect(error: DomainError): DomainError {
  if (!(error instanceof DatabaseError) || (error.sqlState !== '42501' && error.sqlState !== '22023')) return error;
  return unsafeRole(
    'the login of DATABASE_URL may not act as pvg_service. As an administrator: GRANT pvg_service TO that login, after ' +
      '`pvg migrate` has run with PVG_MIGRATION_DATABASE_URL.',
  );
}
