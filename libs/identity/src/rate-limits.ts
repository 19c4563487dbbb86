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

/** Under this many uses a limit is counted use by use; above, a process draws a thousandth of it at a time. */
const PORTIONS = 1_000;
const HELD_MAX = 10_000;

/** Uses that are counted already and that this process has not made yet. */
interface Portion {
  left: number;
  /** Not after the end of the window that they count in, on this process's monotonic clock. */
  readonly endsAt: number;
}

interface Taken {
  readonly window_left_ms: number;
}

/**
 * Counts sensitive actions of each principal in fixed windows, in Postgres, so that N replicas share one limit. The table is
 * unlogged: a crash of the database forgets the counts of the current windows, and nothing else. If the database can't be
 * asked, the action is refused.
 *
 * INVARIANT: no use is made that is not counted in its window before. Of a large limit each process counts a thousandth ahead,
 * so that most uses need no round trip; what it does not use of that by the window's end is lost to the others.
 */
export class RateLimits {
  readonly #held = new Map<string, Portion>();

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
    if (count <= countMax && (await this.#count([tenantId, subject, action], count, limit))) return;
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

  async #count(of: readonly [tenantId: string, subject: string, action: string], count: number, limit: RateLimit) {
    const portion = Math.floor(limit.countMax / PORTIONS);
    if (portion === 0) return (await this.#draw(of, count, limit)) !== null;
    const key = JSON.stringify(of);
    const held = this.#current(key);
    const spent = Math.min(held?.left ?? 0, count);
    if (held) held.left -= spent;
    const lacking = count - spent;
    if (lacking === 0) return true;
    const ahead = await this.#draw(of, lacking + portion, limit);
    if (ahead !== null) this.#keep(key, { left: portion, endsAt: ahead });
    else if ((await this.#draw(of, lacking, limit)) === null) {
      if (held) held.left += spent;
      return false;
    }
    return true;
  }

  /** When the window ends that the uses were counted in; null when they would exceed the limit, and are not counted. */
  async #draw(of: readonly [string, string, string], count: number, limit: RateLimit): Promise<number | null> {
    const sentAt = performance.now();
    const { rows } = await this.database.tenantStatement<Taken>(of[0], {
      name: 'rate-window-take',
      text: TAKE,
      values: [...of, count, limit.windowSeconds, limit.countMax],
    });
    return rows[0] ? sentAt + rows[0].window_left_ms : null;
  }

  #current(key: string): Portion | undefined {
    const held = this.#held.get(key);
    if (!held || performance.now() < held.endsAt) return held;
    this.#held.delete(key);
    return undefined;
  }

  /** Beside what is left of the same window. */
  #keep(key: string, { left, endsAt }: Portion): void {
    const held = this.#current(key);
    this.#held.delete(key);
    this.#held.set(key, { left: left + (held?.left ?? 0), endsAt: Math.min(endsAt, held?.endsAt ?? endsAt) });
    if (this.#held.size <= HELD_MAX) return;
    for (const oldest of this.#held.keys()) {
      this.#held.delete(oldest);
      return;
    }
  }
}

/** Writes a row unless that would exceed the limit: no row, no use. */
const TAKE = `
  INSERT INTO rate_window AS w (tenant_id, subject, action, started_at, used) VALUES ($1, $2, $3, now(), $4)
  ON CONFLICT (tenant_id, subject, action) DO UPDATE SET
    started_at = CASE WHEN w.started_at <= now() - $5 * interval '1 second' THEN now() ELSE w.started_at END,
    used = CASE WHEN w.started_at <= now() - $5 * interval '1 second' THEN 0 ELSE w.used END + $4
  WHERE w.started_at <= now() - $5 * interval '1 second' OR w.used + $4 <= $6
  RETURNING (1000 * extract(epoch FROM w.started_at + $5 * interval '1 second' - now()))::float8 AS window_left_ms`;

const RETRY_AFTER = `
  SELECT greatest(0, ceil(extract(epoch FROM started_at + $3 * interval '1 second' - now()) * 1000))::int AS retry_after_ms
  FROM rate_window WHERE subject = $1 AND action = $2`;
