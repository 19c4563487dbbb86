import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantTableSql } from './tenant-table.js';

/** What a collection looks for: sealed, because lists and dictionaries name people. */
export class DetectionProfile20261201050003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE detection_profile (
        tenant_id text NOT NULL REFERENCES tenant (id),
        collection_id text NOT NULL,
        version integer NOT NULL CHECK (version > 0),
        sealed text NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, collection_id)
      )`);
    for (const statement of tenantTableSql('detection_profile', ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])) {
      await runner.query(statement);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE detection_profile');
  }
}
