/** The role that every session of the service acts as; row-level security binds it. */
export const SERVICE_ROLE = 'pvg_service';

export const MIGRATIONS_TABLE = 'schema_migration';

export type TableRight = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

/**
 * What every table with a `tenant_id` gets: row-level security that binds its owner too, one policy that lets a
 * transaction see and write the rows of the tenant it names, and the rights of the service.
 *
 * `nullif`: after a transaction-local set_config the setting reads `''`, not NULL, on the same connection.
 */
export function tenantTableSql(table: string, rights: readonly TableRight[]): string[] {
  const ofTenant = `tenant_id = nullif(current_setting('app.tenant', true), '')`;
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY tenant_isolation ON ${table} USING (${ofTenant}) WITH CHECK (${ofTenant})`,
    `REVOKE ALL ON ${table} FROM PUBLIC`,
    `GRANT ${rights.join(', ')} ON ${table} TO ${SERVICE_ROLE}`,
  ];
}
