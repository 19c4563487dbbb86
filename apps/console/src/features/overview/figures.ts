import type { AuditEvent, Level } from '../../api/types.js';

export interface Figures {
  readonly tokenized: number;
  readonly decisions: number;
  readonly denied: number;
  readonly callers: number;
  readonly levels: Record<Level, number>;
  readonly refused: readonly AuditEvent[];
}

/** What the events add up to. */
export function figuresOf(events: readonly AuditEvent[]): Figures {
  const levels: Record<Level, number> = { plain: 0, masked: 0, token: 0, redacted: 0, omit: 0 };
  let tokenized = 0;
  let decisions = 0;
  for (const { action, decision, facts } of events) {
    if (action === 'values.tokenized') tokenized += typeof facts?.count === 'number' ? facts.count : 0;
    if (action !== 'vault_token.reveal_decided' || !decision?.level) continue;
    const count = Array.isArray(facts?.tokens) ? facts.tokens.length : 1;
    decisions += count;
    levels[decision.level] += count;
  }
  const refused = events.filter(({ action }) => action === 'decision.denied');
  return {
    tokenized,
    decisions,
    denied: refused.length,
    callers: new Set(events.map(({ actor }) => actor.id)).size,
    levels,
    refused,
  };
}
