import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { DomainError, type Principal, type VaultToken } from '#lib/kernel';
import { parseOrNull } from '../parse-or-null.js';

const KEPT_DAYS = 30;
const ID = /^[A-Za-z0-9_-]{1,128}$/;

/** A response that a provider stores: whose it is, and what may be restored in it and in what follows it. */
export interface StoredResponse {
  readonly id: string;
  readonly conversationId: string;
  readonly upstream: string;
  /** Issued to its principal, in this exchange or one that it goes on from. */
  readonly tokens: readonly VaultToken[];
}

/**
 * Binds the ids of stored responses to (tenant, principal). Somebody else's id reads as one that does not exist.
 */
@Injectable()
export class StoredResponses {
  constructor(private readonly database: Database) {}

  async bind(principal: Principal, response: StoredResponse): Promise<void> {
    const { id, conversationId, upstream, tokens } = response;
    await this.database.withTenant(principal.tenantId, async (client) => {
      await client.query('DELETE FROM response_binding WHERE tenant_id = $1 AND expires_at <= now()', [
        principal.tenantId,
      ]);
      await client.query(
        `INSERT INTO response_binding (tenant_id, response_id, principal_id, conversation_id, upstream, tokens, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(days => $7)) ON CONFLICT (tenant_id, response_id) DO NOTHING`,
        [principal.tenantId, id, principal.id, conversationId, upstream, tokens, KEPT_DAYS],
      );
    });
  }

  /** Throws `resource.not_found` when it is unknown, expired or somebody else's. */
  async find(principal: Principal, id: string): Promise<StoredResponse> {
    const { rows } = await this.database.withTenant(principal.tenantId, (client) =>
      client.query<{ conversation_id: string; upstream: string; tokens: VaultToken[] }>(
        `SELECT conversation_id, upstream, tokens FROM response_binding
         WHERE tenant_id = $1 AND response_id = $2 AND principal_id = $3 AND expires_at > now()`,
        [principal.tenantId, ID.test(id) ? id : '', principal.id],
      ),
    );
    const [row] = rows;
    if (!row) throw new DomainError('resource.not_found', { publicMessage: 'There is no such response.' });
    return { id, conversationId: row.conversation_id, upstream: row.upstream, tokens: row.tokens };
  }

  async remove(principal: Principal, id: string): Promise<void> {
    await this.database.withTenant(principal.tenantId, (client) =>
      client.query('DELETE FROM response_binding WHERE tenant_id = $1 AND response_id = $2 AND principal_id = $3', [
        principal.tenantId,
        id,
        principal.id,
      ]),
    );
  }
}

/** The id of a response in an upstream's answer, whole or as far as it has streamed; null while it is not there yet. */
export function responseIdIn(tokenised: string): string | null {
  const whole = idOf(parseOrNull(tokenised));
  if (whole !== null) return whole;
  for (const [, data] of tokenised.matchAll(/^data: ?(\{.*\})\r?$/gm)) {
    const event = parseOrNull(data!);
    const id = typeof event === 'object' && event !== null && 'response' in event ? idOf(event.response) : null;
    if (id !== null) return id;
  }
  return null;
}

function idOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  return typeof value.id === 'string' && ID.test(value.id) ? value.id : null;
}
