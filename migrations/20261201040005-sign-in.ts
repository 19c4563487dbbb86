import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantTableSql } from './tenant-table.js';

/** How people sign in by themselves: passwords, second factors, invitations; and what a session knows of its sign-in. */
export class SignIn20261201040005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Sessions before this knew neither how they began nor a token that could be shown again: they end.
      DELETE FROM console_session;
      ALTER TABLE console_session
        DROP COLUMN csrf_sha256,
        ADD COLUMN method text NOT NULL CHECK (method IN ('password', 'key', 'oidc', 'setup')),
        ADD COLUMN mfa boolean NOT NULL DEFAULT false,
        ADD COLUMN authenticated_at timestamptz NOT NULL DEFAULT now(),
        -- The API key it was opened with: it ends with it.
        ADD COLUMN api_key_prefix text;
      CREATE INDEX console_session_principal ON console_session (tenant_id, (principal->>'id'));

      ALTER TABLE login_attempt
        ADD COLUMN return_to text NOT NULL DEFAULT '/',
        ADD COLUMN reauthenticate boolean NOT NULL DEFAULT false;

      CREATE TABLE local_sign_in (
        tenant_id text NOT NULL,
        principal_id text NOT NULL,
        -- scrypt, with its parameters and salt.
        password_hash text NOT NULL,
        password_changed_at timestamptz NOT NULL DEFAULT now(),
        -- The shared secret of RFC 6238, sealed; it counts once a code confirmed it.
        totp_sealed text,
        totp_confirmed_at timestamptz,
        -- The last time step that a code was taken of: none is taken twice.
        totp_used_step bigint,
        PRIMARY KEY (tenant_id, principal_id),
        FOREIGN KEY (tenant_id, principal_id) REFERENCES principal (tenant_id, id) ON DELETE CASCADE,
        CHECK (totp_confirmed_at IS NULL OR totp_sealed IS NOT NULL)
      );

      CREATE TABLE sign_in_invitation (
        tenant_id text NOT NULL,
        principal_id text NOT NULL,
        token_sha256 bytea NOT NULL CHECK (length(token_sha256) = 32),
        created_by text NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, principal_id),
        FOREIGN KEY (tenant_id, principal_id) REFERENCES principal (tenant_id, id) ON DELETE CASCADE
      );
    `);
    for (const table of ['local_sign_in', 'sign_in_invitation']) {
      for (const sql of tenantTableSql(table, ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])) await runner.query(sql);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sign_in_invitation, local_sign_in');
    await runner.query(`
      DELETE FROM console_session;
      DROP INDEX console_session_principal;
      ALTER TABLE login_attempt DROP COLUMN reauthenticate, DROP COLUMN return_to;
      ALTER TABLE console_session
        DROP COLUMN api_key_prefix, DROP COLUMN authenticated_at, DROP COLUMN mfa, DROP COLUMN method,
        ADD COLUMN csrf_sha256 bytea NOT NULL;
    `);
  }
}
