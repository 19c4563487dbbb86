import type { PoolClient } from 'pg';
import { DomainError } from '#lib/kernel';
import { translateDatabaseError } from './database-error.js';

/** A named statement is prepared once per connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

export interface QueryRows<R> {
  rows: R[];
  rowCount: number | null;
}

/** Runs SQL inside the transaction it was given for, and not after it. Throws `DatabaseError`, never one of `pg`'s. */
export interface DatabaseClient {
  query<R = Record<string, unknown>>(query: string | Statement, values?: readonly unknown[]): Promise<QueryRows<R>>;
}

/** INVARIANT: once ended, it refuses: a forgotten `await` must not reach the next transaction on the connection. */
export class TransactionClient implements DatabaseClient {
  #ended = false;

  constructor(private readonly connection: PoolClient) {}

  async query<R>(query: string | Statement, values?: readonly unknown[]): Promise<QueryRows<R>> {
    if (this.#ended) {
      throw new DomainError('internal', {
        publicMessage: 'The request could not be completed.',
        detail: 'a statement was sent after its transaction had ended',
      });
    }
    const statement = typeof query === 'string' ? { text: query, values } : query;
    try {
      const { rows, rowCount } = await this.connection.query({
        ...statement,
        values: statement.values && [...statement.values],
      });
      return { rows: rows as R[], rowCount };
    } catch (error) {
      throw translateDatabaseError(error);
    }
  }

  end(): void {
    this.#ended = true;
  }
}
