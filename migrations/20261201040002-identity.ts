import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SERVICE_ROLE, tenantTableSql } from './tenant-table.js';

/**
 * Who may call. An API key arrives before its tenant is known, so one more row-level policy lets a transaction read the
 * keys whose prefix it names, and nothing else of other tenants.
 */
export class Identity20261201040002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE role (
        tenant_id text NOT NULL,
        id text NOT NULL CHECK (id ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
        description text NOT NULL DEFAULT '',
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, id)
      );

      CREATE TABLE principal (
        tenant_id text NOT NULL,
        id text NOT NULL,
        kind text NOT NULL CHECK (kind IN ('user', 'service', 'tool', 'model')),
        display_name text NOT NULL DEFAULT '',
        state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'disabled')),
        roles text[] NOT NULL DEFAULT '{}',
        groups text[] NOT NULL DEFAULT '{}',
        purposes text[] NOT NULL DEFAULT '{}',
        collections text[] NOT NULL DEFAULT '{}',
        attributes jsonb NOT NULL DEFAULT '{}',
        created_at timestamptz NOT NULL DEFAULT now(),
        changed_at timestamptz NOT NULL DEFAULT now(),
        etag bigint NOT NULL DEFAULT 1,
        PRIMARY KEY (tenant_id, id)
      );

      CREATE TABLE api_key (
        tenant_id text NOT NULL,
        prefix text NOT NULL,
        secret_sha256 bytea NOT NULL CHECK (length(secret_sha256) = 32),
        principal_id text NOT NULL,
        name text NOT NULL DEFAULT '',
        scopes text[] NOT NULL DEFAULT '{*}',
        expires_at timestamptz,
        revoked_at timestamptz,
        replaced_by text,
        created_by text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        last_used_at timestamptz,
        PRIMARY KEY (tenant_id, prefix),
        FOREIGN KEY (tenant_id, principal_id) REFERENCES principal (tenant_id, id)
      );
      CREATE INDEX api_key_prefix ON api_key (prefix);
      CREATE INDEX api_key_principal ON api_key (tenant_id, principal_id);

      CREATE FUNCTION identity_changed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('pvg_identity', coalesce(NEW.tenant_id, OLD.tenant_id));
        RETURN NULL;
      END $$;
      REVOKE ALL ON FUNCTION identity_changed() FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION identity_changed() TO ${SERVICE_ROLE};
      CREATE TRIGGER principal_changed AFTER UPDATE OR DELETE ON principal
        FOR EACH ROW EXECUTE FUNCTION identity_changed();
      CREATE TRIGGER api_key_changed AFTER UPDATE OF expires_at, revoked_at, scopes, principal_id, secret_sha256 OR DELETE
        ON api_key FOR EACH ROW EXECUTE FUNCTION identity_changed();
    `);
    for (const table of ['role', 'principal']) {
      for (const sql of tenantTableSql(table, ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])) await runner.query(sql);
    }
    for (const sql of tenantTableSql('api_key', ['SELECT', 'INSERT', 'UPDATE'])) await runner.query(sql);
    await runner.query(
      `CREATE POLICY api_key_presented ON api_key FOR SELECT
         USING (prefix = nullif(current_setting('app.api_key_prefix', true), ''))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_key, principal, role');
    await runner.query('DROP FUNCTION identity_changed()');
  }
}
