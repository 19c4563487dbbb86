import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SERVICE_ROLE, tenantTableSql } from './tenant-table.js';

/**
 * Policies and their versions. `policy_revision` grows with every change that can change a decision, by trigger, so that a
 * replica compares one number to know whether what it holds is fresh, whoever made the change and however.
 */
export class Policy20261201040001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE policy_revision (
        tenant_id text PRIMARY KEY,
        revision bigint NOT NULL DEFAULT 1,
        changed_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE policy (
        tenant_id text NOT NULL,
        id text NOT NULL CHECK (id ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, id)
      );

      -- A version's document never changes once it has left the draft state.
      CREATE TABLE policy_version (
        tenant_id text NOT NULL,
        policy_id text NOT NULL,
        version integer NOT NULL CHECK (version > 0),
        state text NOT NULL CHECK (state IN ('draft', 'review', 'approved', 'active', 'retired', 'rejected')),
        shadow boolean NOT NULL DEFAULT false,
        document jsonb NOT NULL,
        note text NOT NULL DEFAULT '',
        author text NOT NULL,
        reviewer text,
        review_note text,
        activated_by text,
        created_at timestamptz NOT NULL DEFAULT now(),
        changed_at timestamptz NOT NULL DEFAULT now(),
        activated_at timestamptz,
        etag bigint NOT NULL DEFAULT 1,
        PRIMARY KEY (tenant_id, policy_id, version),
        FOREIGN KEY (tenant_id, policy_id) REFERENCES policy (tenant_id, id),
        CONSTRAINT policy_version_reviewer_is_another CHECK (reviewer IS NULL OR reviewer <> author)
      );
      CREATE UNIQUE INDEX policy_version_active ON policy_version (tenant_id, policy_id) WHERE state = 'active';

      CREATE TABLE policy_test (
        tenant_id text NOT NULL,
        policy_id text NOT NULL,
        name text NOT NULL,
        request jsonb NOT NULL,
        expected jsonb NOT NULL,
        author text NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, policy_id, name),
        FOREIGN KEY (tenant_id, policy_id) REFERENCES policy (tenant_id, id)
      );

      CREATE FUNCTION policy_changed() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE tenant text := coalesce(NEW.tenant_id, OLD.tenant_id);
      BEGIN
        INSERT INTO policy_revision AS r (tenant_id) VALUES (tenant)
          ON CONFLICT (tenant_id) DO UPDATE SET revision = r.revision + 1, changed_at = now();
        PERFORM pg_notify('pvg_policy', tenant);
        RETURN NULL;
      END $$;
      REVOKE ALL ON FUNCTION policy_changed() FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION policy_changed() TO ${SERVICE_ROLE};
      CREATE TRIGGER policy_changed AFTER INSERT OR UPDATE OR DELETE ON policy
        FOR EACH ROW EXECUTE FUNCTION policy_changed();
      CREATE TRIGGER policy_version_changed AFTER INSERT OR UPDATE OR DELETE ON policy_version
        FOR EACH ROW EXECUTE FUNCTION policy_changed();
    `);
    const all = ['SELECT', 'INSERT', 'UPDATE'] as const;
    for (const table of ['policy_revision', 'policy', 'policy_version']) {
      for (const sql of tenantTableSql(table, all)) await runner.query(sql);
    }
    for (const sql of tenantTableSql('policy_test', [...all, 'DELETE'])) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE policy_test, policy_version, policy, policy_revision');
    await runner.query('DROP FUNCTION policy_changed()');
  }
}
