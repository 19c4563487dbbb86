import type { Database } from '#lib/database';
import type { RevealLevel } from '#lib/kernel';

/** What the newest events of a tenant add up to. */
export interface AuditActivity {
  readonly eventCount: number;
  /** False when there were more events in the time asked for than were counted. */
  readonly complete: boolean;
  readonly requestCount: number;
  readonly callerCount: number;
  readonly valuesTokenized: number;
  readonly deniedCount: number;
  /** Vault tokens that somebody asked to see, by what the policies gave. */
  readonly reveals: readonly RevealCount[];
}

export interface RevealCount {
  /** Held by the caller, as they were recorded. */
  readonly roles: readonly string[];
  readonly level: RevealLevel;
  readonly count: number;
}

/** Newest first, so that a long log costs no more than a short one. */
const RECENT = `WITH recent AS MATERIALIZED (
    SELECT * FROM (
      SELECT request_id, action, actor_id, detail, recorded_at FROM audit_event ORDER BY sequence DESC LIMIT $2
    ) AS newest WHERE recorded_at >= $1
  )`;

interface CountRow {
  events: number;
  requests: number;
  callers: number;
  denied: number;
  tokenized: number;
}

interface RevealRow {
  roles: string[];
  level: RevealLevel;
  count: number;
}

/** Counts what was recorded since a time, of the newest `eventsMax` events. */
export async function readActivity(
  database: Database,
  tenantId: string,
  { since, eventsMax }: { readonly since: Date; readonly eventsMax: number },
): Promise<AuditActivity> {
  const values = [since, eventsMax];
  return database.withTenant(tenantId, async (client) => {
    const { rows } = await client.query<CountRow>(
      `${RECENT} SELECT count(*)::int AS events, count(DISTINCT request_id)::int AS requests,
         count(DISTINCT actor_id)::int AS callers, count(*) FILTER (WHERE action = 'decision.denied')::int AS denied,
         coalesce(sum((detail::jsonb #>> '{facts,count}')::float8) FILTER (WHERE action = 'values.tokenized'), 0) AS tokenized
       FROM recent`,
      values,
    );
    const reveals = await client.query<RevealRow>(
      `${RECENT} SELECT roles, level, sum(tokens)::int AS count FROM (
         SELECT coalesce(event #> '{facts,principal_roles}', '[]') AS roles, event #>> '{decision,level}' AS level,
           CASE jsonb_typeof(event #> '{facts,tokens}') WHEN 'array' THEN jsonb_array_length(event #> '{facts,tokens}') ELSE 1 END AS tokens
         FROM (SELECT detail::jsonb AS event FROM recent WHERE action = 'vault_token.reveal_decided') AS decided
       ) AS counted WHERE level IS NOT NULL GROUP BY roles, level ORDER BY roles, level`,
      values,
    );
    const { events, requests, callers, denied, tokenized } = rows[0]!;
    return {
      eventCount: events,
      complete: events < eventsMax,
      requestCount: requests,
      callerCount: callers,
      valuesTokenized: tokenized,
      deniedCount: denied,
      reveals: reveals.rows,
    };
  });
}

/** Which of some actions a tenant's log has an event of. */
export async function readRecordedActions(
  database: Database,
  tenantId: string,
  actions: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await database.withTenant(tenantId, (client) =>
    client.query<{ action: string }>(
      `SELECT action FROM unnest($1::text[]) AS asked (action)
       WHERE EXISTS (SELECT FROM audit_event e WHERE e.action = asked.action)`,
      [actions],
    ),
  );
  return new Set(rows.map(({ action }) => action));
}
