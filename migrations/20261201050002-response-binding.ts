import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantTableSql } from './tenant-table.js';

/** Whose a response stored by a provider is, and which tokens may come back with it. */
export class ResponseBinding20261201050002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE response_binding (
        tenant_id text NOT NULL REFERENCES tenant (id),
        response_id text NOT NULL,
        principal_id text NOT NULL,
        conversation_id text NOT NULL,
        upstream text NOT NULL,
        tokens text[] NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, response_id)
      )`);
    for (const statement of tenantTableSql('response_binding', ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])) {
      await runner.query(statement);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE response_binding');
  }
}
