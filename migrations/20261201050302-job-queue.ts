import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SERVICE_ROLE } from './tenant-table.js';

/**
 * The queue of graphile-worker in a schema of its own, and the rights of the service in it. Its rows hold ids of jobs, never
 * their content, so its row-level security lets the service see them all. `job_worker` tells which of its locks belong to
 * which process.
 */
export class JobQueue20261201050302 implements MigrationInterface {
  /** graphile-worker makes its schema on a connection of its own. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const { options } = runner.connection;
    if (options.type !== 'postgres' || options.url === undefined) throw new Error('not a Postgres connection');
    // Loaded here alone: a process that finds the schema up to date does not need it.
    const { Logger, runMigrations } = await import('graphile-worker');
    await runMigrations({ connectionString: options.url, logger: new Logger(() => () => undefined) });
    await runner.query(`GRANT USAGE ON SCHEMA graphile_worker TO ${SERVICE_ROLE}`);
    await runner.query(
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA graphile_worker TO ${SERVICE_ROLE}`,
    );
    await runner.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA graphile_worker TO ${SERVICE_ROLE}`);
    await runner.query(`DO $$
      DECLARE name text;
      BEGIN
        FOR name IN SELECT relname FROM pg_class
          WHERE relnamespace = 'graphile_worker'::regnamespace AND relkind = 'r' AND relrowsecurity
        LOOP
          EXECUTE format('CREATE POLICY pvg_service ON graphile_worker.%I TO ${SERVICE_ROLE} USING (true) WITH CHECK (true)', name);
        END LOOP;
      END $$`);
    await runner.query(`
      CREATE TABLE job_worker (
        id uuid PRIMARY KEY,
        lock_key bigint NOT NULL,
        pool_ids text[] NOT NULL,
        started_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('REVOKE ALL ON job_worker FROM PUBLIC');
    await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON job_worker TO ${SERVICE_ROLE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE job_worker');
    await runner.query('DROP SCHEMA graphile_worker CASCADE');
  }
}
