import { levelRank, type RevealLevel } from '#lib/kernel';
import type { DecisionRequest } from '../evaluator/decision.js';
import type { Decider } from '../evaluator/policy-snapshot.js';

/** A decision that was enforced, read back from the audit log. */
export interface RecordedDecision {
  readonly requestId: string;
  readonly request: DecisionRequest;
  readonly outcome: { readonly allowed: boolean; readonly level: RevealLevel };
}

export interface ReplayChange {
  readonly requestId: string;
  readonly action: string;
  readonly role: string;
  readonly infoType: string;
  readonly before: RevealLevel;
  readonly after: RevealLevel;
  readonly decidedBy: readonly string[];
}

export interface ReplayGroup {
  readonly action: string;
  readonly role: string;
  readonly infoType: string;
  readonly before: RevealLevel;
  readonly after: RevealLevel;
  readonly count: number;
}

export interface Replay {
  readonly decisionCount: number;
  readonly unchangedCount: number;
  /** More is shown or granted with the draft. "newly plain: 14" is the group with `after: 'plain'`. */
  readonly newlyVisible: readonly ReplayGroup[];
  readonly newlyHidden: readonly ReplayGroup[];
  /** Single changes, the first `changeCountMax`. */
  readonly changes: readonly ReplayChange[];
}

function groupsOf(changes: readonly ReplayChange[], visible: boolean): ReplayGroup[] {
  const groups = new Map<string, ReplayGroup>();
  for (const { action, role, infoType, before, after } of changes) {
    if (levelRank(after) > levelRank(before) !== visible) continue;
    const key = [action, role, infoType, before, after].join('\n');
    groups.set(key, { action, role, infoType, before, after, count: (groups.get(key)?.count ?? 0) + 1 });
  }
  return [...groups.values()].sort((a, b) => b.count - a.count || (a.role < b.role ? -1 : 1));
}

/** Decides recorded requests again under another policy. A principal with several roles is named by all of them. */
export function replayDecisions(recorded: readonly RecordedDecision[], draft: Decider, changeCountMax = 100): Replay {
  const changes: ReplayChange[] = [];
  for (const { requestId, request, outcome } of recorded) {
    const { allowed, level, decidedBy } = draft.decide(request);
    const before = outcome.allowed ? outcome.level : 'omit';
    const after = allowed ? level : 'omit';
    if (before === after) continue;
    const { principal, action, resource } = request;
    const role = principal.roles.toSorted().join('+') || `${principal.kind}:${principal.id}`;
    changes.push({ requestId, action, role, infoType: resource.infoType ?? '*', before, after, decidedBy });
  }
  return {
    decisionCount: recorded.length,
    unchangedCount: recorded.length - changes.length,
    newlyVisible: groupsOf(changes, true),
    newlyHidden: groupsOf(changes, false),
    changes: changes.slice(0, changeCountMax),
  };
}
