import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SERVICE_ROLE, tenantTableSql } from './tenant-table.js';

/** Groups, claims of identity providers, time-boxed grants, console sessions, setup tokens, rate limits. */
export class Access20261201040004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A member of a group has its roles, and those of its parents.
      CREATE TABLE principal_group (
        tenant_id text NOT NULL,
        id text NOT NULL CHECK (length(id) BETWEEN 1 AND 200),
        roles text[] NOT NULL DEFAULT '{}',
        parents text[] NOT NULL DEFAULT '{}',
        purposes text[] NOT NULL DEFAULT '{}',
        collections text[] NOT NULL DEFAULT '{}',
        changed_at timestamptz NOT NULL DEFAULT now(),
        etag bigint NOT NULL DEFAULT 1,
        PRIMARY KEY (tenant_id, id)
      );

      -- Whoever presents a token of the issuer whose claim holds the value is in the groups.
      CREATE TABLE claim_rule (
        tenant_id text NOT NULL,
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        issuer text NOT NULL,
        claim text NOT NULL,
        value text NOT NULL,
        groups text[] NOT NULL,
        PRIMARY KEY (tenant_id, id),
        UNIQUE (tenant_id, issuer, claim, value)
      );

      CREATE TABLE access_grant (
        tenant_id text NOT NULL,
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        principal_id text NOT NULL,
        role text NOT NULL,
        reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
        duration_seconds integer NOT NULL CHECK (duration_seconds BETWEEN 60 AND 604800),
        break_glass boolean NOT NULL DEFAULT false,
        state text NOT NULL CHECK (state IN ('pending', 'active', 'rejected', 'revoked')),
        requested_by text NOT NULL,
        decided_by text,
        requested_at timestamptz NOT NULL DEFAULT now(),
        decided_at timestamptz,
        expires_at timestamptz,
        PRIMARY KEY (tenant_id, id),
        CONSTRAINT access_grant_decided_by_another CHECK (
          state <> 'active' OR break_glass OR (decided_by <> requested_by AND decided_by <> principal_id)),
        CHECK (state <> 'active' OR expires_at IS NOT NULL)
      );
      CREATE INDEX access_grant_principal ON access_grant (tenant_id, principal_id) WHERE state = 'active';

      CREATE TABLE console_session (
        tenant_id text NOT NULL,
        id_sha256 bytea NOT NULL,
        csrf_sha256 bytea NOT NULL,
        principal jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        used_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, id_sha256)
      );

      CREATE TABLE login_attempt (
        tenant_id text NOT NULL,
        id_sha256 bytea NOT NULL,
        state text NOT NULL,
        nonce text NOT NULL,
        code_verifier text NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, id_sha256)
      );

      CREATE TABLE setup_token (
        tenant_id text PRIMARY KEY,
        token_sha256 bytea NOT NULL,
        expires_at timestamptz NOT NULL,
        redeemed_at timestamptz
      );

      CREATE UNLOGGED TABLE rate_window (
        tenant_id text NOT NULL,
        subject text NOT NULL,
        action text NOT NULL,
        started_at timestamptz NOT NULL,
        used integer NOT NULL,
        PRIMARY KEY (tenant_id, subject, action)
      );

      CREATE TRIGGER principal_group_changed AFTER INSERT OR UPDATE OR DELETE ON principal_group
        FOR EACH ROW EXECUTE FUNCTION identity_changed();
      CREATE TRIGGER claim_rule_changed AFTER INSERT OR UPDATE OR DELETE ON claim_rule
        FOR EACH ROW EXECUTE FUNCTION identity_changed();
      CREATE TRIGGER access_grant_changed AFTER INSERT OR UPDATE OR DELETE ON access_grant
        FOR EACH ROW EXECUTE FUNCTION identity_changed();
      CREATE TRIGGER principal_added AFTER INSERT ON principal
        FOR EACH ROW EXECUTE FUNCTION identity_changed();
    `);
    const tables = ['principal_group', 'claim_rule', 'access_grant', 'console_session', 'login_attempt', 'setup_token'];
    for (const table of [...tables, 'rate_window']) {
      for (const sql of tenantTableSql(table, ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])) await runner.query(sql);
    }
    await runner.query(`GRANT EXECUTE ON FUNCTION identity_changed() TO ${SERVICE_ROLE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER principal_added ON principal');
    await runner.query(
      'DROP TABLE rate_window, setup_token, login_attempt, console_session, access_grant, claim_rule, principal_group',
    );
  }
}
