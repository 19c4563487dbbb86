import type { Database } from '#lib/database';
import { DomainError, type Principal, Secret, type VaultToken } from '#lib/kernel';
import type { SealedSecrets } from '#lib/keyring';

const LABEL = 'pvg/1|agent-run';
const KEPT_DAYS = 7;
const STATE_CHARS_MAX = 8_000_000;

/** A run as it stood at its end, so that it can go on. All of it is tokens. */
export interface RunState {
  readonly conversationId: string;
  /** The conversation, each message of the API as JSON text. */
  readonly messages: readonly string[];
  /** Issued for values that the caller supplied, and for those that tools did. */
  readonly supplied: readonly VaultToken[];
  readonly others: readonly VaultToken[];
  /** What its caller may ask for again, as its API wrote it. */
  readonly answer?: string;
}

/** Runs by their ids, bound to (tenant, principal), sealed. Somebody else's id reads as one that does not exist. */
export class AgentRuns {
  constructor(
    private readonly database: Database,
    private readonly sealed: SealedSecrets,
  ) {}

  async save({ tenantId, id }: Principal, runId: string, state: RunState): Promise<void> {
    const text = JSON.stringify(state);
    if (text.length > STATE_CHARS_MAX) return;
    const sealed = await this.sealed.seal(tenantId, LABEL, new Secret(text));
    await this.database.withTenant(tenantId, async (client) => {
      await client.query('DELETE FROM agent_run WHERE tenant_id = $1 AND expires_at <= now()', [tenantId]);
      await client.query(
        `INSERT INTO agent_run (tenant_id, run_id, principal_id, conversation_id, sealed, expires_at)
         VALUES ($1, $2, $3, $4, $5, now() + make_interval(days => $6))
         ON CONFLICT (tenant_id, run_id) DO UPDATE SET sealed = excluded.sealed, expires_at = excluded.expires_at
         WHERE agent_run.principal_id = excluded.principal_id`,
        [tenantId, runId, id, state.conversationId, sealed, KEPT_DAYS],
      );
    });
  }

  /** Throws `resource.not_found` when it is unknown, expired or somebody else's. */
  async load(principal: Principal, runId: string): Promise<RunState> {
    const state = await this.find(principal, runId);
    if (!state) throw noSuchRun();
    return state;
  }

  /** Throws `resource.not_found` in the same cases. */
  async remove({ tenantId, id }: Principal, runId: string): Promise<void> {
    const { rowCount } = await this.database.withTenant(tenantId, (client) =>
      client.query(
        'DELETE FROM agent_run WHERE tenant_id = $1 AND run_id = $2 AND principal_id = $3 AND expires_at > now()',
        [tenantId, runId.slice(0, 300), id],
      ),
    );
    if (rowCount === 0) throw noSuchRun();
  }

  async find({ tenantId, id }: Principal, runId: string): Promise<RunState | undefined> {
    const { rows } = await this.database.withTenant(tenantId, (client) =>
      client.query<{ sealed: string }>(
        `SELECT sealed FROM agent_run
         WHERE tenant_id = $1 AND run_id = $2 AND principal_id = $3 AND expires_at > now()`,
        [tenantId, runId.slice(0, 300), id],
      ),
    );
    const [row] = rows;
    if (!row) return undefined;
    return JSON.parse((await this.sealed.unseal(tenantId, LABEL, row.sealed)).reveal()) as RunState;
  }
}

function noSuchRun(): DomainError {
  return new DomainError('resource.not_found', { publicMessage: 'There is no such run.' });
}
