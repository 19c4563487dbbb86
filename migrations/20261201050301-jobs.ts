import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantTableSql } from './tenant-table.js';

/**
 * Jobs that rewrite documents. Files, their names and who asked are sealed or encrypted under a key of the job; what remains
 * in the clear are states, sizes, counts by type and places.
 */
export class Jobs20261201050301 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE job (
        tenant_id text NOT NULL REFERENCES tenant (id),
        id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('deidentify', 'inspect')),
        state text NOT NULL CHECK (state IN ('receiving', 'queued', 'cancelled', 'finished')),
        collection_id text NOT NULL,
        principal_id text NOT NULL,
        sealed text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, id)
      )`);
    await runner.query('CREATE INDEX job_by_age ON job (tenant_id, created_at DESC, id DESC)');
    await runner.query('CREATE INDEX job_expiry ON job (expires_at)');
    await runner.query(`
      CREATE TABLE job_item (
        tenant_id text NOT NULL,
        job_id uuid NOT NULL,
        seq integer NOT NULL CHECK (seq > 0),
        name bytea NOT NULL,
        bytes bigint NOT NULL,
        state text NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
        attempt integer NOT NULL DEFAULT 0,
        progress_bytes bigint NOT NULL DEFAULT 0,
        started_at timestamptz,
        finished_at timestamptz,
        output_attempt integer,
        output_bytes bigint,
        error jsonb,
        report jsonb,
        PRIMARY KEY (tenant_id, job_id, seq),
        FOREIGN KEY (tenant_id, job_id) REFERENCES job (tenant_id, id) ON DELETE CASCADE
      )`);
    await runner.query("CREATE INDEX job_item_open ON job_item (tenant_id) WHERE state IN ('queued', 'running')");
    await runner.query(`
      CREATE TABLE job_blob (
        tenant_id text NOT NULL,
        job_id uuid NOT NULL,
        seq integer NOT NULL,
        attempt integer NOT NULL CHECK (attempt >= 0),
        part integer NOT NULL CHECK (part >= 0),
        data bytea NOT NULL,
        PRIMARY KEY (tenant_id, job_id, seq, attempt, part),
        FOREIGN KEY (tenant_id, job_id) REFERENCES job (tenant_id, id) ON DELETE CASCADE
      )`);
    // Encrypted bytes do not compress.
    await runner.query('ALTER TABLE job_blob ALTER COLUMN data SET STORAGE EXTERNAL');
    for (const table of ['job', 'job_item', 'job_blob']) {
      for (const statement of tenantTableSql(table, ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])) {
        await runner.query(statement);
      }
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE job_blob, job_item, job');
  }
}
