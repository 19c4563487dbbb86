import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SERVICE_ROLE, tenantTableSql } from './tenant-table.js';

/**
 * Keys, all of them wrapped. `root_key` alone belongs to no tenant: it holds the fingerprints of the roots that this
 * database was made with, so that a start with another root key is refused instead of failing value by value.
 */
export class Keyring20261201030001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE root_key (
        role text PRIMARY KEY CHECK (role IN ('encryption', 'index')),
        provider text NOT NULL,
        fingerprint text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      REVOKE ALL ON root_key FROM PUBLIC;
      GRANT SELECT, INSERT ON root_key TO ${SERVICE_ROLE};

      -- Grows with every change of which keys are written with. A writer that cached an older epoch starts again.
      CREATE TABLE key_epoch (
        tenant_id text PRIMARY KEY,
        epoch bigint NOT NULL DEFAULT 1
      );

      CREATE TABLE tenant_kek (
        tenant_id text NOT NULL,
        version integer NOT NULL,
        slot text NOT NULL,
        state text NOT NULL CHECK (state IN ('active', 'retired', 'compromised', 'destroying', 'destroyed')),
        wrapped bytea,
        canary bytea,
        created_at timestamptz NOT NULL DEFAULT now(),
        changed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, version)
      );
      CREATE UNIQUE INDEX tenant_kek_active ON tenant_kek (tenant_id) WHERE state = 'active';

      CREATE TABLE data_key (
        tenant_id text NOT NULL,
        id uuid NOT NULL,
        scope text NOT NULL,
        state text NOT NULL CHECK (state IN ('active', 'retiring')),
        encryptions bigint NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, id)
      );
      CREATE UNIQUE INDEX data_key_active ON data_key (tenant_id, scope) WHERE state = 'active';
      CREATE INDEX data_key_retiring ON data_key (tenant_id, id) WHERE state = 'retiring';

      -- subject_id '' where the key belongs to no subject.
      CREATE TABLE data_key_wrap (
        tenant_id text NOT NULL,
        data_key_id uuid NOT NULL,
        subject_id text NOT NULL DEFAULT '',
        kek_version integer NOT NULL,
        wrapped bytea NOT NULL,
        PRIMARY KEY (tenant_id, data_key_id, subject_id)
      );
      CREATE INDEX data_key_wrap_kek ON data_key_wrap (tenant_id, kek_version, data_key_id, subject_id);
      CREATE INDEX data_key_wrap_subject ON data_key_wrap (tenant_id, subject_id) WHERE subject_id <> '';

      CREATE TABLE index_key (
        tenant_id text NOT NULL,
        version integer NOT NULL,
        state text NOT NULL CHECK (state IN ('building', 'active', 'retiring', 'retired')),
        kek_version integer NOT NULL,
        wrapped bytea,
        canary bytea,
        created_at timestamptz NOT NULL DEFAULT now(),
        changed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, version)
      );
      CREATE UNIQUE INDEX index_key_active ON index_key (tenant_id) WHERE state = 'active';
      CREATE UNIQUE INDEX index_key_building ON index_key (tenant_id) WHERE state = 'building';

      CREATE TABLE key_rotation (
        tenant_id text NOT NULL,
        id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('kek', 'data', 'index')),
        state text NOT NULL CHECK (state IN ('running', 'done')),
        reason text NOT NULL,
        from_version integer,
        to_version integer,
        rows_total bigint NOT NULL,
        rows_done bigint NOT NULL DEFAULT 0,
        resume_after text NOT NULL DEFAULT '',
        started_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, id)
      );
      CREATE UNIQUE INDEX key_rotation_running ON key_rotation (tenant_id, kind) WHERE state = 'running';
    `);
    for (const table of ['key_epoch', 'tenant_kek', 'data_key', 'data_key_wrap', 'index_key', 'key_rotation']) {
      for (const sql of tenantTableSql(table, ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])) await runner.query(sql);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE key_rotation, index_key, data_key_wrap, data_key, tenant_kek, key_epoch, root_key');
  }
}
