import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantTableSql } from './tenant-table.js';

/** Data subjects, proposed links between values, legal holds, and the ledger of erasures, which can only grow. */
export class Subjects20261201030003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE subject (
        tenant_id text NOT NULL,
        id text NOT NULL,
        state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'erased')),
        hold_reason text,
        created_at timestamptz NOT NULL DEFAULT now(),
        erased_at timestamptz,
        PRIMARY KEY (tenant_id, id)
      );

      CREATE TABLE subject_link_proposal (
        tenant_id text NOT NULL,
        id uuid NOT NULL,
        token_a text NOT NULL,
        token_b text NOT NULL,
        rule text NOT NULL,
        confidence real NOT NULL CHECK (confidence > 0 AND confidence <= 1),
        state text NOT NULL DEFAULT 'proposed' CHECK (state IN ('proposed', 'confirmed', 'rejected')),
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, id),
        CHECK (token_a < token_b)
      );
      CREATE UNIQUE INDEX subject_link_proposal_pair ON subject_link_proposal (tenant_id, token_a, token_b);

      CREATE TABLE erasure_ledger (
        tenant_id text NOT NULL,
        seq bigint NOT NULL,
        subject_id text NOT NULL,
        stage text NOT NULL CHECK (stage IN ('live', 'backups')),
        body text NOT NULL,
        hash text NOT NULL,
        PRIMARY KEY (tenant_id, seq)
      );
      CREATE UNIQUE INDEX erasure_ledger_subject ON erasure_ledger (tenant_id, subject_id, stage);

      CREATE TABLE certificate_key (
        tenant_id text NOT NULL,
        public_key text NOT NULL,
        sealed_private_key text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id)
      );
    `);
    for (const table of ['subject', 'subject_link_proposal']) {
      for (const sql of tenantTableSql(table, ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])) await runner.query(sql);
    }
    for (const table of ['erasure_ledger', 'certificate_key']) {
      for (const sql of tenantTableSql(table, ['SELECT', 'INSERT'])) await runner.query(sql);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE certificate_key, erasure_ledger, subject_link_proposal, subject');
  }
}
