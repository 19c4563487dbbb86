import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SERVICE_ROLE } from './tenant-table.js';

/** Tenants. Not a tenant's row itself: a job that serves all tenants must be able to list them. */
export class CreateTenant20261201010001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`GRANT USAGE ON SCHEMA public TO ${SERVICE_ROLE}`);
    await runner.query(`
      CREATE TABLE tenant (
        id text PRIMARY KEY CHECK (id ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`REVOKE ALL ON tenant FROM PUBLIC`);
    await runner.query(`GRANT SELECT, INSERT ON tenant TO ${SERVICE_ROLE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE tenant');
    await runner.query(`REVOKE USAGE ON SCHEMA public FROM ${SERVICE_ROLE}`);
  }
}
