import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantTableSql } from './tenant-table.js';

/** Tools and MCP servers of tenants, what of an MCP server's tools was approved, and runs that may go on. */
export class Tools20261201050201 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE tool_source (
        tenant_id text NOT NULL REFERENCES tenant (id),
        kind text NOT NULL CHECK (kind IN ('tool', 'mcp_server')),
        name text NOT NULL,
        settings jsonb NOT NULL,
        credential text,
        etag bigint NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT now(),
        changed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, kind, name)
      )`);
    await runner.query(`
      CREATE TABLE mcp_tool_approval (
        tenant_id text NOT NULL REFERENCES tenant (id),
        server text NOT NULL,
        tool text NOT NULL,
        approved_hash text NOT NULL,
        seen_hash text NOT NULL,
        approved_by text NOT NULL,
        approved_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, server, tool)
      )`);
    await runner.query(`
      CREATE TABLE agent_run (
        tenant_id text NOT NULL REFERENCES tenant (id),
        run_id text NOT NULL,
        principal_id text NOT NULL,
        conversation_id text NOT NULL,
        sealed text NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, run_id)
      )`);
    await runner.query('CREATE INDEX agent_run_expiry ON agent_run (tenant_id, expires_at)');
    for (const table of ['tool_source', 'mcp_tool_approval', 'agent_run']) {
      for (const statement of tenantTableSql(table, ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])) {
        await runner.query(statement);
      }
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['agent_run', 'mcp_tool_approval', 'tool_source']) await runner.query(`DROP TABLE ${table}`);
  }
}
