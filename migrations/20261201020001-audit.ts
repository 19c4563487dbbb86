import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SERVICE_ROLE, tenantTableSql } from './tenant-table.js';

/**
 * The audit log: one hash chain for each tenant, append-only for the service. What a row's hash covers is written down in
 * libs/audit/src/audit-chain.ts, which verifies what `audit_append` computes.
 */
export class Audit20261201020001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Filters are columns, not expressions over `detail`: below row-level security only leakproof conditions use an index.
    await runner.query(`
      CREATE TABLE audit_event (
        tenant_id text NOT NULL,
        sequence bigint NOT NULL CHECK (sequence > 0),
        scheme smallint NOT NULL,
        recorded_at timestamptz(3) NOT NULL,
        request_id text NOT NULL,
        action text NOT NULL,
        actor_id text NOT NULL,
        resource_id text CHECK (resource_id <> ''),
        detail text NOT NULL,
        hash bytea NOT NULL CHECK (octet_length(hash) = 32),
        PRIMARY KEY (tenant_id, sequence)
      )`);
    await runner.query(`CREATE INDEX audit_event_request ON audit_event (tenant_id, request_id)`);
    await runner.query(`CREATE INDEX audit_event_action ON audit_event (tenant_id, action, sequence)`);
    await runner.query(`CREATE INDEX audit_event_actor ON audit_event (tenant_id, actor_id, sequence)`);
    await runner.query(
      `CREATE INDEX audit_event_resource ON audit_event (tenant_id, resource_id, sequence) WHERE resource_id IS NOT NULL`,
    );
    // Which events name a vault token. An index only: the tokens themselves stand in the event, which the hash covers.
    await runner.query(`
      CREATE TABLE audit_mention (
        tenant_id text NOT NULL,
        token text NOT NULL,
        sequence bigint NOT NULL,
        PRIMARY KEY (tenant_id, token, sequence)
      )`);
    for (const table of ['audit_event', 'audit_mention']) {
      for (const sql of tenantTableSql(table, ['SELECT', 'INSERT'])) await runner.query(sql);
    }
    // p_digest: of each event's content, made by the caller so that nobody waits for it. When others want the tenant's lock
    // too, the commit does not wait for the disk, so that the lock is held as short as can be: the function then gives true,
    // and the caller must call audit_flush, which waits for many at once. p_may_defer: false in a transaction of the caller's.
    await runner.query(`
      CREATE FUNCTION audit_append(
        p_tenant text, p_request text[], p_action text[], p_actor text[], p_resource text[], p_detail text[],
        p_digest bytea[], p_mention_event int[], p_mention_token text[], p_may_defer boolean
      ) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
      DECLARE
        bound text := nullif(current_setting('app.tenant', true), '');
        chain_lock bigint := hashtextextended('pvg.audit/' || p_tenant, 0);
        deferred boolean := false;
        last_sequence bigint := 0;
        last_hash bytea := decode(repeat('00', 32), 'hex');
        last_at timestamptz;
        now_at timestamptz(3);
        now_bytes bytea;
        place bigint;
        digest bytea;
        hashes bytea[] := '{}';
      BEGIN
        IF bound IS NULL THEN
          PERFORM set_config('app.tenant', p_tenant, true);
        ELSIF bound <> p_tenant THEN
          RAISE insufficient_privilege USING MESSAGE = 'the transaction belongs to another tenant';
        END IF;
        IF NOT EXISTS (SELECT FROM tenant WHERE id = p_tenant) THEN
          RAISE foreign_key_violation USING MESSAGE = 'no such tenant';
        END IF;
        -- One writer of a tenant's chain at a time, until its commit. Each statement below sees what the last one committed.
        IF NOT pg_try_advisory_xact_lock(chain_lock) THEN
          deferred := p_may_defer;
          IF deferred THEN
            PERFORM set_config('synchronous_commit', 'off', true);
          END IF;
          PERFORM pg_advisory_xact_lock(chain_lock);
        END IF;
        SELECT e.sequence, e.hash, e.recorded_at INTO place, digest, last_at
          FROM audit_event e WHERE e.tenant_id = p_tenant ORDER BY e.sequence DESC LIMIT 1;
        IF FOUND THEN
          last_sequence := place;
          last_hash := digest;
        END IF;
        -- The order of the chain is the order of its times, also when the clock is set back.
        now_at := greatest(date_trunc('milliseconds', clock_timestamp()), last_at);
        now_bytes := convert_to(to_char(now_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'UTF8');
        place := last_sequence;
        FOREACH digest IN ARRAY p_digest LOOP
          place := place + 1;
          last_hash := sha256(last_hash || digest || int8send(place) || now_bytes);
          hashes := hashes || last_hash;
        END LOOP;
        INSERT INTO audit_event
            (tenant_id, sequence, scheme, recorded_at, request_id, action, actor_id, resource_id, detail, hash)
          SELECT p_tenant, last_sequence + e.place, 1, now_at, e.request, e.action, e.actor, e.resource, e.detail, e.hash
          FROM unnest(p_request, p_action, p_actor, p_resource, p_detail, hashes)
            WITH ORDINALITY AS e(request, action, actor, resource, detail, hash, place);
        IF cardinality(p_mention_token) > 0 THEN
          INSERT INTO audit_mention (tenant_id, token, sequence)
            SELECT p_tenant, m.token, last_sequence + m.event FROM unnest(p_mention_event, p_mention_token) AS m(event, token);
        END IF;
        RETURN deferred;
      END $$`);
    // A commit that writes anything waits until everything written before it is on disk, deferred commits included.
    await runner.query(`
      CREATE FUNCTION audit_flush() RETURNS void LANGUAGE plpgsql VOLATILE AS $$
      BEGIN
        IF current_setting('synchronous_commit') = 'off' THEN
          PERFORM set_config('synchronous_commit', 'on', true);
        END IF;
        PERFORM pg_logical_emit_message(true, 'pvg.audit', '');
      END $$`);
    for (const name of ['audit_append', 'audit_flush']) {
      await runner.query(`REVOKE ALL ON FUNCTION ${name} FROM PUBLIC`);
      await runner.query(`GRANT EXECUTE ON FUNCTION ${name} TO ${SERVICE_ROLE}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION audit_append, audit_flush');
    await runner.query('DROP TABLE audit_mention, audit_event');
  }
}
