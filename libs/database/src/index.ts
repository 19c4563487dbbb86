export { Database, type DatabaseOptions } from './database.js';
export { DatabaseModule } from './database.module.js';
export type { DatabaseClient, QueryRows, Statement } from './database-client.js';
export { DatabaseError, isUniqueViolation, translateDatabaseError } from './database-error.js';
export { EmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded/embedded-postgres.js';
export { type MigrateOptions, migrate } from './migrate.js';
export type { ListenOptions } from './notification-listener.js';
export { type OpenDatabaseOptions, type OpenedDatabase, openDatabase } from './open-database.js';
export type { TenantStatementOptions } from './tenant-query.js';
