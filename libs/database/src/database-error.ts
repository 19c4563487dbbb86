import { DomainError } from '#lib/kernel';

/**
 * What may be told of a failed statement: its SQLSTATE and the names of the constraint and table. Postgres's message,
 * DETAIL, WHERE and HINT can quote values (`Key (email)=(…) already exists`), so they go no further than here.
 */
export class DatabaseError extends DomainError {
  override readonly name = 'DatabaseError';

  constructor(
    code: 'database.unavailable' | 'internal',
    readonly sqlState: string | undefined,
    detail: string,
    readonly constraint?: string,
  ) {
    super(code, {
      publicMessage:
        code === 'internal'
          ? 'The request could not be completed.'
          : 'The database is not available. Try again in a moment.',
      detail,
      facts: { ...(sqlState ? { sqlState } : {}), ...(constraint ? { constraint } : {}) },
    });
  }
}

/** Whether a statement failed because a row of that unique constraint was there already. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof DatabaseError &&
    error.sqlState === '23505' &&
    (constraint === undefined || error.constraint === constraint)
  );
}

/**
 * SQLSTATEs after which trying again can help: connection trouble (class 08), a server that starts, stops or is full
 * (57P01–57P05, class 53), a refused login (28), a missing database (3D), a timeout (57014, 55P03, 25P03, 25P04).
 */
const UNAVAILABLE = /^(?:08|28|3D|53)|^(?:57P0\d|57014|55P03|25P0[34]|58000|58030)$/;

/** pg's own errors carry no code. */
const PG_CONNECTION_MESSAGE =
  /^(?:Connection terminated|timeout e|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after|This socket has been ended|The server does not support SSL)/;

const NODE_CONNECTION_CODE =
  /^(?:ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET|ENOENT|EACCES|ERR_STREAM|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|CERT_|UNABLE_TO_)/;

interface ServerError {
  code: string;
  severity: string;
  constraint?: string;
  table?: string;
}

/** Turns what `pg` or TypeORM threw into a DatabaseError; gives anything else back as it is. */
export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof DomainError || !(error instanceof Error)) return error;
  if ('driverError' in error) return translateDatabaseError(error.driverError);
  if (isServerError(error)) {
    const { code, constraint, table } = error;
    const kind = UNAVAILABLE.test(code) ? 'database.unavailable' : 'internal';
    return new DatabaseError(kind, code, describe(code, table, constraint), constraint);
  }
  const nodeCode = (error as NodeJS.ErrnoException).code;
  if (typeof nodeCode === 'string' && NODE_CONNECTION_CODE.test(nodeCode)) {
    return new DatabaseError('database.unavailable', undefined, `no connection (${nodeCode})`);
  }
  if (PG_CONNECTION_MESSAGE.test(error.message)) {
    return new DatabaseError('database.unavailable', undefined, error.message);
  }
  return error;
}

/** For what can only have failed for want of a connection: whatever was thrown, the database is unavailable. */
export function connectionError(error: unknown): DomainError {
  const translated = translateDatabaseError(error);
  if (translated instanceof DomainError) return translated;
  return new DatabaseError('database.unavailable', undefined, 'no connection');
}

function isServerError(error: Error): error is Error & ServerError {
  const { code, severity } = error as Partial<ServerError>;
  return typeof severity === 'string' && typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);
}

function describe(code: string, table: string | undefined, constraint: string | undefined): string {
  return [`SQLSTATE ${code}`, table && `table ${table}`, constraint && `constraint ${constraint}`]
    .filter(Boolean)
    .join(', ');
}
