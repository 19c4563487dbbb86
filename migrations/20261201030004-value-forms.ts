import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantTableSql } from './tenant-table.js';

/**
 * Renditions of values in other forms than the token, so that they can be turned back. A rendition is what a model sees; it
 * is made up (surrogate, format) or shifted (date-shift) and holds no stored value. And the answers to bulk requests.
 */
export class ValueForms20261201030004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE value_form (
        tenant_id text NOT NULL,
        scope text NOT NULL,
        token text NOT NULL,
        form text NOT NULL CHECK (form IN ('surrogate', 'format', 'date-shift')),
        rendition text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, scope, token, form)
      );
      CREATE UNIQUE INDEX value_form_rendition ON value_form (tenant_id, scope, rendition) WHERE form <> 'date-shift';
      CREATE INDEX value_form_token ON value_form (token);

      ALTER TABLE blind_index DROP CONSTRAINT blind_index_kind_check;
      ALTER TABLE blind_index ADD CONSTRAINT blind_index_kind_check
        CHECK (kind IN ('exact', 'last4', 'prefix', 'domain', 'year', 'bucket', 'stand-in'));

      -- Whether the tenant has stand-ins at all: without any, nobody looks for those that a new value may equal.
      ALTER TABLE key_epoch ADD COLUMN stand_ins boolean NOT NULL DEFAULT false;

      CREATE INDEX vault_value_used ON vault_value (tenant_id, token) WHERE used_at IS NOT NULL AND ciphertext IS NOT NULL;

      -- What a bulk request with an idempotency key was answered, batch by batch; '' stands for a refused item.
      CREATE TABLE bulk_batch (
        tenant_id text NOT NULL,
        request_id text NOT NULL,
        batch integer NOT NULL,
        fingerprint bytea NOT NULL,
        tokens text[] NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, request_id, batch)
      );
      CREATE INDEX bulk_batch_age ON bulk_batch (tenant_id, created_at);
    `);
    for (const table of ['value_form', 'bulk_batch']) {
      for (const sql of tenantTableSql(table, ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])) await runner.query(sql);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE bulk_batch, value_form');
    await runner.query('DROP INDEX vault_value_used');
    await runner.query('ALTER TABLE key_epoch DROP COLUMN stand_ins');
  }
}
