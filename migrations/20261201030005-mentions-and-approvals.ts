import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantTableSql } from './tenant-table.js';

/**
 * Spellings of values in documents; requests for erasure that wait for another person; rotations that are paused, and the
 * job that fills search indexes which were declared later.
 */
export class MentionsAndApprovals20261201030005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- How a document spells a value in one place, where it is not as the vault keeps it. Under a key of the same scope.
      CREATE TABLE value_mention (
        tenant_id text NOT NULL,
        document_id text NOT NULL,
        place integer NOT NULL CHECK (place >= 0),
        token text NOT NULL,
        data_key_id uuid NOT NULL,
        ciphertext bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, document_id, place)
      );
      CREATE INDEX value_mention_token ON value_mention (token);
      CREATE INDEX value_mention_data_key ON value_mention (data_key_id);

      CREATE TABLE erasure_request (
        tenant_id text NOT NULL,
        subject_id text NOT NULL,
        requested_by text NOT NULL,
        requested_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, subject_id)
      );

      ALTER TABLE key_rotation DROP CONSTRAINT key_rotation_kind_check, DROP CONSTRAINT key_rotation_state_check;
      ALTER TABLE key_rotation
        ADD CONSTRAINT key_rotation_kind_check CHECK (kind IN ('kek', 'data', 'index', 'search')),
        ADD CONSTRAINT key_rotation_state_check CHECK (state IN ('running', 'paused', 'done'));
      DROP INDEX key_rotation_running;
      CREATE UNIQUE INDEX key_rotation_running ON key_rotation (tenant_id, kind) WHERE state <> 'done';
    `);
    for (const table of ['value_mention', 'erasure_request']) {
      for (const sql of tenantTableSql(table, ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])) await runner.query(sql);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE erasure_request, value_mention;
      DELETE FROM key_rotation WHERE kind = 'search';
      UPDATE key_rotation SET state = 'running' WHERE state = 'paused';
      DROP INDEX key_rotation_running;
      CREATE UNIQUE INDEX key_rotation_running ON key_rotation (tenant_id, kind) WHERE state = 'running';
      ALTER TABLE key_rotation DROP CONSTRAINT key_rotation_kind_check, DROP CONSTRAINT key_rotation_state_check;
      ALTER TABLE key_rotation
        ADD CONSTRAINT key_rotation_kind_check CHECK (kind IN ('kek', 'data', 'index')),
        ADD CONSTRAINT key_rotation_state_check CHECK (state IN ('running', 'done'));
    `);
  }
}
