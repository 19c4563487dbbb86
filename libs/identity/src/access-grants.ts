import type { Database, DatabaseClient } from '#lib/database';
import { DomainError, type Principal } from '#lib/kernel';
import { type AccessAuthority, holderOf, mustBeWithin } from './access-authority.js';
import { findPrincipal, principalFrom } from './principals.js';

/** The longest that a grant lasts, and one that nobody approved. */
export const GRANT_SECONDS_MAX = 7 * 24 * 3_600;
export const BREAK_GLASS_SECONDS_MAX = 3_600;

export interface AccessGrant {
  readonly id: string;
  readonly principalId: string;
  readonly role: string;
  readonly reason: string;
  readonly durationSeconds: number;
  readonly breakGlass: boolean;
  readonly state: 'pending' | 'active' | 'rejected' | 'revoked' | 'expired';
  readonly requestedBy: string;
  readonly decidedBy: string | null;
  readonly requestedAt: Date;
  readonly expiresAt: Date | null;
}

export interface GrantRequest {
  readonly principalId: string;
  readonly role: string;
  readonly reason: string;
  readonly durationSeconds: number;
}

interface GrantRow {
  id: string;
  principal_id: string;
  role: string;
  reason: string;
  duration_seconds: number;
  break_glass: boolean;
  state: AccessGrant['state'];
  requested_by: string;
  decided_by: string | null;
  requested_at: Date;
  expires_at: Date | null;
}

const COLUMNS = `id, principal_id, role, reason, duration_seconds, break_glass, requested_by, decided_by, requested_at, expires_at,
  CASE WHEN state = 'active' AND expires_at <= now() THEN 'expired' ELSE state END AS state`;

/**
 * A role for a time, with a reason. Asked for by one person and approved by another, who is neither the asker nor the one
 * who gets it, and who could hand the role out; it ends by itself. Denies still win over whatever it allows.
 *
 * Break-glass grants come without an approval, last an hour at most, and are for the caller to alert about.
 */
export class AccessGrants {
  constructor(
    private readonly database: Database,
    private readonly authority: AccessAuthority,
    private readonly changed: (tenantId: string) => void = () => undefined,
  ) {}

  async list(tenantId: string): Promise<AccessGrant[]> {
    return this.database.withTenant(tenantId, async (client) => {
      const { rows } = await client.query<GrantRow>(
        `SELECT ${COLUMNS} FROM access_grant ORDER BY requested_at DESC LIMIT 1000`,
      );
      return rows.map(grantFrom);
    });
  }

  async request(actor: Principal, request: GrantRequest): Promise<AccessGrant> {
    check(request, GRANT_SECONDS_MAX);
    return this.#write(actor, (client) => insert(client, actor, request, false));
  }

  /** @throws DomainError `policy.denied` for one's own request or role, or a role that the approver couldn't hand out */
  async approve(actor: Principal, id: string): Promise<AccessGrant> {
    return this.#write(actor, async (client) => {
      const grant = await lockPending(client, id);
      if (grant.requestedBy === actor.id || grant.principalId === actor.id) {
        throw new DomainError('policy.denied', { publicMessage: 'Nobody approves his own request or his own role.' });
      }
      await mustBeWithin(this.authority, actor, holderOf(actor, await rightsWith(client, grant)));
      return decide(client, id, actor, 'active');
    });
  }

  async reject(actor: Principal, id: string): Promise<AccessGrant> {
    return this.#write(actor, async (client) => {
      await lockPending(client, id);
      return decide(client, id, actor, 'rejected');
    });
  }

  /** Ends a grant at once. */
  async revoke(actor: Principal, id: string): Promise<AccessGrant> {
    return this.#write(actor, (client) => decide(client, id, actor, 'revoked'));
  }

  /** For oneself, at once, for an hour at most. Whether the actor may is the caller's question to the evaluator. */
  async breakGlass(actor: Principal, request: Omit<GrantRequest, 'principalId'>): Promise<AccessGrant> {
    check(request, BREAK_GLASS_SECONDS_MAX);
    return this.#write(actor, async (client) => {
      const { id } = await insert(client, actor, { ...request, principalId: actor.id }, true);
      return decide(client, id, actor, 'active');
    });
  }

  async #write<T>(actor: Principal, work: (client: DatabaseClient) => Promise<T>): Promise<T> {
    const result = await this.database.withTenant(actor.tenantId, work);
    this.changed(actor.tenantId);
    return result;
  }
}

function grantFrom(row: GrantRow): AccessGrant {
  return {
    id: row.id,
    principalId: row.principal_id,
    role: row.role,
    reason: row.reason,
    durationSeconds: row.duration_seconds,
    breakGlass: row.break_glass,
    state: row.state,
    requestedBy: row.requested_by,
    decidedBy: row.decided_by,
    requestedAt: row.requested_at,
    expiresAt: row.expires_at,
  };
}

function check(
  { reason, durationSeconds }: Pick<GrantRequest, 'reason' | 'durationSeconds'>,
  secondsMax: number,
): void {
  const whole = Number.isInteger(durationSeconds) && durationSeconds >= 60 && durationSeconds <= secondsMax;
  if (whole && reason.trim() !== '' && reason.length <= 500) return;
  throw new DomainError('request.invalid', {
    publicMessage: `A grant needs a reason (at most 500 characters) and lasts 60 to ${secondsMax} seconds.`,
    pointer: whole ? '/reason' : '/durationSeconds',
  });
}

async function insert(
  client: DatabaseClient,
  actor: Principal,
  request: GrantRequest,
  breakGlass: boolean,
): Promise<AccessGrant> {
  const { principalId, role, reason, durationSeconds } = request;
  const { rows } = await client.query<GrantRow>(
    `INSERT INTO access_grant (tenant_id, principal_id, role, reason, duration_seconds, break_glass, state, requested_by)
     SELECT $1, p.id, r.id, $4, $5, $6, 'pending', $7 FROM principal p, role r WHERE p.id = $2 AND r.id = $3
     RETURNING ${COLUMNS}`,
    [actor.tenantId, principalId, role, reason.trim(), durationSeconds, breakGlass, actor.id],
  );
  if (!rows[0]) throw notFound();
  return grantFrom(rows[0]);
}

async function lockPending(client: DatabaseClient, id: string): Promise<AccessGrant> {
  const { rows } = await client.query<GrantRow>(
    `SELECT ${COLUMNS} FROM access_grant WHERE id::text = $1 AND state = 'pending' FOR UPDATE`,
    [id],
  );
  if (!rows[0]) throw notFound();
  return grantFrom(rows[0]);
}

async function decide(
  client: DatabaseClient,
  id: string,
  actor: Principal,
  state: 'active' | 'rejected' | 'revoked',
): Promise<AccessGrant> {
  const { rows } = await client.query<GrantRow>(
    `UPDATE access_grant SET state = $2, decided_by = $3, decided_at = now(),
       expires_at = CASE WHEN $2 = 'active' THEN now() + duration_seconds * interval '1 second' ELSE expires_at END
     WHERE id::text = $1 AND state IN ('pending', 'active') RETURNING ${COLUMNS}`,
    [id, state, actor.id],
  );
  if (!rows[0]) throw notFound();
  return grantFrom(rows[0]);
}

/** What the principal would hold with the role. */
async function rightsWith(client: DatabaseClient, grant: AccessGrant): Promise<Partial<Principal>> {
  const record = await findPrincipal(client, grant.principalId);
  if (!record) throw notFound();
  const { kind, groups, attributes, roles, purposes, collections } = principalFrom(record);
  return { kind, groups, attributes, roles: [...roles, grant.role], purposes, collections };
}

function notFound(): DomainError {
  return new DomainError('resource.not_found', { publicMessage: 'There is no such grant, principal or role.' });
}
