import type { Database } from '#lib/database';
import { DomainError } from '#lib/kernel';

export interface RateLimit {
  readonly countMax: number;
  readonly windowSeconds: number;
}

/**
 * The defaults for sensitive actions: each is an oracle or a way to harvest if unbounded. Joins and reveals count values,
 * not requests; bulk streams are counted over a longer time, so that one load fits and harvesting does not. An installation
 * with small value spaces (SSNs) and callers it does not trust sets lower ones.
 */
export const RATE_LIMITS = {
  'vault:Search': { countMax: 60, windowSeconds: 60 },
  'vault:Join': { countMax: 300_000, windowSeconds: 60 },
  'vault:Reveal': { countMax: 60_000, windowSeconds: 60 },
  'vault:BulkTokenize': { countMax: 2_000_000, windowSeconds: 3_600 },
  'vault:BulkReveal': { countMax: 1_000_000, windowSeconds: 3_600 },
  /** Sign-ins from one address. */
  login: { countMax: 10, windowSeconds: 60 },
  /** Sign-ins of one name, from wherever: about 2,000 guesses a day. */
  'login:name': { countMax: 20, windowSeconds: 900 },
} as const satisfies Record<string, RateLimit>;

/**
 * Counts sensitive actions of each principal in fixed windows, in Postgres, so that N replicas share one limit. The table is
 * unlogged: a crash of the database forgets the counts of the current windows, and nothing else. If the database can't be
 * asked, the action is refused.
 */
export class RateLimits {
  constructor(
    private readonly database: Database,
    private readonly limits: Readonly<Record<string, RateLimit>> = RATE_LIMITS,
  ) {}

  /**
   * Counts `count` uses of an action (one for each value of a batch). An action without a limit isn't counted.
   *
   * @param subject the principal's id; for a login, the address it comes from
   * @throws DomainError `request.rate_limited` with `retryAfterMs`; the refused uses are not counted
   */
  async take(tenantId: string, subject: string, action: string, count = 1): Promise<void> {
    const limit = Object.hasOwn(this.limits, action) ? this.limits[action] : undefined;
    if (!limit) return;
    const { countMax, windowSeconds } = limit;
    const values = [tenantId, subject, action, count, windowSeconds, countMax];
    if (count <= countMax) {
      const take = { name: 'rate-window-take', text: TAKE, values };
      const { rowCount } = await this.database.tenantStatement(tenantId, take);
      if (rowCount === 1) return;
    }
    const { rows } = await this.database.tenantStatement<{ retry_after_ms: number }>(tenantId, {
      text: RETRY_AFTER,
      values: [subject, action, windowSeconds],
    });
    const retryAfterMs = rows[0]?.retry_after_ms ?? windowSeconds * 1_000;
    throw new DomainError('request.rate_limited', {
      publicMessage: 'Too many requests of this kind. Try again later.',
      facts: { action, retryAfterMs },
    });
  }
}

/** Writes a row unless that would exceed the limit: no row, no use. */
const TAKE = `
  INSERT INTO rate_window AS w (tenant_id, subject, action, started_at, used) VALUES ($1, $2, $3, now(), $4)
  ON CONFLICT (tenant_id, subject, action) DO UPDATE SET
    started_at = CASE WHEN w.started_at <= now() - $5 * interval '1 second' THEN now() ELSE w.started_at END,
    used = CASE WHEN w.started_at <= now() - $5 * interval '1 second' THEN 0 ELSE w.used END + $4
  WHERE w.started_at <= now() - $5 * interval '1 second' OR w.used + $4 <= $6`;

const RETRY_AFTER = `
  SELECT greatest(0, ceil(extract(epoch FROM started_at + $3 * interval '1 second' - now()) * 1000))::int AS retry_after_ms
  FROM rate_window WHERE subject = $1 AND action = $2`;
