import type { AuditEvent } from '#lib/audit';
import { levelRank, type RevealLevel, type VaultToken } from '#lib/kernel';
import { BUILT_IN, cappedBy, type DecisionRecord, decisionRecord } from '#lib/policy';
import { type CollectionSettings, ceilingOf, type Vault, type VaultRecord } from '#lib/vault';
import type { ExchangeScope } from './exchange.js';

export interface RevealDecision {
  readonly record: VaultRecord;
  readonly level: RevealLevel;
  readonly decidedBy: readonly string[];
  /** Of a tenant or collection that this caller may not even know of: to it, the token is no token. */
  readonly foreign: boolean;
  /** What was asked, so that the decision can be replayed against another policy. */
  readonly asked: DecisionRecord;
}

const FOREIGN: readonly string[] = [BUILT_IN.otherTenant, BUILT_IN.collectionNotGranted];

/**
 * Decides how much of each value this caller sees: what the policy says, and never more than the ceiling of the value's
 * collection. Equal attributes are decided once per request.
 */
export class RevealDecider {
  private readonly decided = new Map<string, Omit<RevealDecision, 'record'>>();

  constructor(
    private readonly scope: ExchangeScope,
    private readonly settingsOf: ReadonlyMap<string, CollectionSettings>,
  ) {}

  /** A decider for values of these collections, with their settings of now. */
  static async open(vault: Vault, scope: ExchangeScope, collectionIds: Iterable<string>): Promise<RevealDecider> {
    const settings = new Map<string, CollectionSettings>();
    for (const id of new Set(collectionIds)) settings.set(id, await vault.settings(scope.principal.tenantId, id));
    return new RevealDecider(scope, settings);
  }

  decide(record: VaultRecord, suppliedByCaller: boolean): RevealDecision {
    const { token: _, expiresAt: __, ...attributes } = record;
    const key = JSON.stringify([attributes, suppliedByCaller]);
    let outcome = this.decided.get(key);
    if (!outcome) {
      outcome = this.evaluate(record, suppliedByCaller);
      this.decided.set(key, outcome);
    }
    return { record, ...outcome };
  }

  /** Of a collection whose settings are not known nobody sees anything. */
  private ceilingOf({ collectionId, type }: VaultRecord): RevealLevel {
    const settings = this.settingsOf.get(collectionId);
    return settings ? ceilingOf(settings, type) : 'omit';
  }

  private evaluate(record: VaultRecord, suppliedByCaller: boolean): Omit<RevealDecision, 'record'> {
    const { principal, policy, context, conversationId } = this.scope;
    const request = {
      principal,
      action: 'vault:Reveal' as const,
      resource: {
        tenantId: principal.tenantId,
        collectionId: record.collectionId,
        infoType: record.type,
        infoClass: record.infoClass,
        origins: record.origins,
        tags: record.tags,
        ...(record.region !== null && { region: record.region }),
        ...(record.subject !== null && { subject: record.subject }),
      },
      context: { ...context, conversation: conversationId, suppliedByCaller },
    };
    const decision = policy.decide(request);
    const foreign = decision.decidedBy.some((by) => FOREIGN.includes(by));
    const { level, decidedBy } = cappedBy(decision, this.ceilingOf(record));
    return {
      level,
      decidedBy,
      foreign,
      asked: recordable(decisionRecord(request)),
    };
  }
}

const TOKENS_PER_EVENT = 100;
const FACT_LENGTH_MAX = 200;

/** The record; empty when something in it is too long for the log: the decision is then logged, but can't be replayed. */
function recordable(record: DecisionRecord): DecisionRecord {
  const texts = Object.values(record).flat();
  return texts.every((text) => String(text).length <= FACT_LENGTH_MAX) ? record : {};
}

/**
 * The audit rows of a reveal: which token at which level by which statements. They are committed before anything is
 * released and hold no value.
 */
export function revealEvents(
  scope: ExchangeScope,
  decisions: readonly RevealDecision[],
  surface: string,
): AuditEvent[] {
  const groups = new Map<string, Omit<RevealDecision, 'record'> & { tokens: VaultToken[] }>();
  for (const { record, level, decidedBy, foreign, asked } of decisions) {
    const key = JSON.stringify([level, decidedBy, asked]);
    const group = groups.get(key) ?? { level, decidedBy, foreign, asked, tokens: [] };
    group.tokens.push(record.token);
    groups.set(key, group);
  }
  const events: AuditEvent[] = [];
  const sorted = [...groups.values()].sort((a, b) => levelRank(b.level) - levelRank(a.level));
  for (const { level, decidedBy, foreign, asked, tokens } of sorted) {
    for (let at = 0; at < tokens.length; at += TOKENS_PER_EVENT) {
      events.push({
        ...auditHead(scope),
        action: 'vault_token.reveal_decided',
        resource: { kind: 'vault_token', collection: scope.collectionId },
        decision: { level, allowed: !foreign, decidedBy, policyHash: scope.policy.hash },
        facts: { ...asked, surface, tokens: tokens.slice(at, at + TOKENS_PER_EVENT) },
      });
    }
  }
  return events;
}

/** What every audit row of an exchange names: who, for what, in which request. */
export function auditHead(
  scope: ExchangeScope,
): Pick<AuditEvent, 'tenantId' | 'actor' | 'purpose' | 'reason' | 'requestId'> {
  const { principal, context, requestId } = scope;
  return {
    tenantId: principal.tenantId,
    actor: { id: principal.id, kind: principal.kind },
    requestId,
    ...(context.purpose !== undefined && { purpose: context.purpose }),
    ...(context.reason !== undefined && { reason: context.reason }),
  };
}
