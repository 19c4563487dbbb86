import type { MigrationInterface } from 'typeorm';
import { CreateTenant20261201010001 } from './20261201010001-create-tenant.js';

export { MIGRATIONS_TABLE, SERVICE_ROLE, type TableRight, tenantTableSql } from './tenant-table.js';

/** Every migration, by hand: a glob would also load this file. Append only; a migration that has been released never changes. */
export const MIGRATIONS: readonly (new () => MigrationInterface)[] = [CreateTenant20261201010001];
