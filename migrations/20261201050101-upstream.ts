import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantTableSql } from './tenant-table.js';

/** Upstreams that tenants set up themselves. Credentials lie sealed, bound to the name and the origin they are meant for. */
export class Upstream20261201050101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE upstream (
        tenant_id text NOT NULL REFERENCES tenant (id),
        name text NOT NULL,
        settings jsonb NOT NULL,
        credential text,
        credential_set_at timestamptz,
        etag bigint NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT now(),
        changed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, name)
      )`);
    for (const statement of tenantTableSql('upstream', ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])) {
      await runner.query(statement);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE upstream');
  }
}
