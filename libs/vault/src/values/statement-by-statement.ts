import type { Database, DatabaseClient, TenantStatementOptions } from '#lib/database';
import { tenantLockKey } from '#lib/keyring';

/**
 * A client whose every statement is a transaction of its own, in one round trip, under the tenant's key lock. For batches of
 * which each statement may stand alone.
 */
export function statementByStatement(
  database: Database,
  tenantId: string,
  durability: TenantStatementOptions['durability'] = 'strict',
): DatabaseClient {
  const options = { sharedLock: tenantLockKey(tenantId), durability };
  return {
    query: (query, values) => {
      const statement = typeof query === 'string' ? { text: query, ...(values && { values }) } : query;
      return database.tenantStatement(tenantId, statement, options);
    },
  };
}
