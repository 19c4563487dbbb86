import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantTableSql } from './tenant-table.js';

/** Values, encrypted; the digests that find them; collections. Every unique key leads with the tenant. */
export class Vault20261201030002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE collection (
        tenant_id text NOT NULL,
        id text NOT NULL,
        settings jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        changed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, id)
      );

      -- A row without a ciphertext is a tombstone: the token was issued once and is never issued again.
      CREATE TABLE vault_value (
        tenant_id text NOT NULL,
        token text NOT NULL,
        info_type text NOT NULL,
        info_class text NOT NULL,
        collection_id text NOT NULL,
        data_key_id uuid,
        ciphertext bytea,
        single_use boolean NOT NULL DEFAULT false,
        used_at timestamptz,
        expires_at timestamptz,
        region text,
        origins text[] NOT NULL DEFAULT '{}',
        tags text[] NOT NULL DEFAULT '{}',
        ended text CHECK (ended IN ('expired', 'used', 'erased', 'deleted')),
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, token),
        CHECK ((ended IS NULL) = (ciphertext IS NOT NULL)),
        CHECK ((ciphertext IS NULL) = (data_key_id IS NULL))
      );
      -- Indexes that do not lead with the tenant hold values that are random across tenants. Led by it they would tempt the
      -- planner, while a table has no statistics yet, to walk a whole tenant where a few rows are asked for.
      CREATE INDEX vault_value_data_key ON vault_value (data_key_id) WHERE data_key_id IS NOT NULL;
      CREATE INDEX vault_value_expiry ON vault_value (tenant_id, expires_at) WHERE expires_at IS NOT NULL;

      CREATE TABLE blind_index (
        tenant_id text NOT NULL,
        scope text NOT NULL,
        index_version integer NOT NULL,
        kind text NOT NULL CHECK (kind IN ('exact', 'last4', 'prefix', 'domain', 'year', 'bucket')),
        digest bytea NOT NULL,
        token text NOT NULL
      );
      CREATE UNIQUE INDEX blind_index_exact ON blind_index (tenant_id, scope, index_version, digest) WHERE kind = 'exact';
      CREATE INDEX blind_index_search ON blind_index (tenant_id, scope, index_version, kind, digest) WHERE kind <> 'exact';
      CREATE INDEX blind_index_token ON blind_index (token);

      CREATE TABLE subject_value (
        tenant_id text NOT NULL,
        subject_id text NOT NULL,
        token text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, subject_id, token)
      );
      CREATE INDEX subject_value_token ON subject_value (token);
    `);
    for (const table of ['collection', 'vault_value', 'blind_index', 'subject_value']) {
      for (const sql of tenantTableSql(table, ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])) await runner.query(sql);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE subject_value, blind_index, vault_value, collection');
  }
}
