import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantTableSql } from './tenant-table.js';

/** What stood behind the texts that callers were shown: keyed digests and sealed texts. */
export class ExchangeMemory20261201050001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE exchange_memory (
        tenant_id text NOT NULL REFERENCES tenant (id),
        digest bytea NOT NULL CHECK (octet_length(digest) = 32),
        principal_id text NOT NULL,
        content_digest bytea NOT NULL CHECK (octet_length(content_digest) = 32),
        sealed text NOT NULL,
        ambiguous boolean NOT NULL DEFAULT false,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, digest)
      )`);
    await runner.query('CREATE INDEX exchange_memory_age ON exchange_memory (tenant_id, principal_id, expires_at)');
    for (const statement of tenantTableSql('exchange_memory', ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])) {
      await runner.query(statement);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE exchange_memory');
  }
}
