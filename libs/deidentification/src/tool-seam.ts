import type { AuditEvent, AuditLog } from '#lib/audit';
import type { InfoType, Principal, RevealLevel, Secret, VaultToken } from '#lib/kernel';
import type { Vault } from '#lib/vault';
import type { ExchangeScope } from './exchange.js';
import { type Restoration, renderAt } from './restoration.js';
import { auditHead, RevealDecider, type RevealDecision, revealEvents } from './reveal.js';

/** One value that stands in an argument of a tool: what the tool may see of it, and what the caller may. */
export interface ToolValue {
  readonly token: VaultToken;
  readonly type: InfoType;
  readonly origins: readonly string[];
  /** What policy and collection let the tool, as a principal, see at most. */
  readonly toolLevel: RevealLevel;
  readonly callerLevel: RevealLevel;
  /** `vault:Use`: the caller may have this tool act on the value without seeing it. */
  readonly mayUse: boolean;
  readonly decision: RevealDecision;
}

/** A value that a tool gets, at the level that was settled on. */
export interface ReleasedValue {
  readonly value: ToolValue;
  readonly level: RevealLevel;
}

/**
 * The seam towards tools: decides what a tool may see of the tokens in its arguments, records it, and only then reads.
 *
 * INVARIANT: only tokens of the exchange's own closed world are looked at, and when vault, policy or audit cannot answer,
 * it throws and nothing is released.
 */
export class ToolSeam {
  constructor(
    private readonly vault: Vault,
    private readonly audit: AuditLog,
  ) {}

  /** Tokens that the exchange does not know, and those the vault no longer resolves, are absent. */
  async values(
    scope: ExchangeScope,
    tool: Principal,
    restoration: Restoration,
    tokens: readonly VaultToken[],
  ): Promise<Map<VaultToken, ToolValue>> {
    const known = tokens.filter((token) => restoration.get(token) !== undefined);
    const values = new Map<VaultToken, ToolValue>();
    if (known.length === 0) return values;
    const records = await this.vault.describe(scope.principal.tenantId, [...new Set(known)]);
    const own = toolScope(scope, tool);
    const collections = [...records.values()].map(({ collectionId }) => collectionId);
    const decider = await RevealDecider.open(this.vault, own, collections);
    for (const [token, record] of records) {
      const decision = decider.decide(record, false);
      const use = scope.policy.decide({
        principal: scope.principal,
        action: 'vault:Use',
        resource: {
          tenantId: scope.principal.tenantId,
          collectionId: record.collectionId,
          infoType: record.type,
          infoClass: record.infoClass,
          origins: record.origins,
          tags: record.tags,
          ...(record.region !== null && { region: record.region }),
          ...(record.subject !== null && { subject: record.subject }),
        },
        context: { ...scope.context, conversation: scope.conversationId, tool: tool.id },
      });
      values.set(token, {
        token,
        type: record.type,
        origins: record.origins,
        toolLevel: decision.foreign ? 'token' : decision.level,
        callerLevel: restoration.get(token)!.level,
        mayUse: use.allowed,
        decision,
      });
    }
    return values;
  }

  /** Commits the audit rows, `before` included, then reads. What each token becomes; the token itself where it stays one. */
  async release(
    scope: ExchangeScope,
    tool: Principal,
    released: readonly ReleasedValue[],
    before: readonly AuditEvent[],
  ): Promise<(token: VaultToken, level: RevealLevel) => string> {
    const decisions = released.map(({ value, level }) => ({ ...value.decision, level }));
    await this.audit.append([...before, ...revealEvents(toolScope(scope, tool), decisions, `tool:${tool.id}`)]);
    const read = released.filter(({ level }) => level === 'plain' || level === 'masked');
    const secrets =
      read.length > 0
        ? await this.vault.reveal(scope.principal.tenantId, [...new Set(read.map(({ value }) => value.token))])
        : new Map<VaultToken, Secret<string>>();
    const types = new Map(released.map(({ value }) => [value.token, value.type]));
    return (token, level) => {
      const secret = secrets.get(token);
      if ((level === 'plain' || level === 'masked') && secret === undefined) return token;
      return renderAt(level, token, types.get(token)!, () => secret!.reveal());
    };
  }

  /** Records what has no value to release: a call refused, a result received. */
  record(events: readonly AuditEvent[]): Promise<void> {
    return this.audit.append(events);
  }

  /** What every audit row of a call names. */
  head(scope: ExchangeScope): ReturnType<typeof auditHead> {
    return auditHead(scope);
  }
}

function toolScope(scope: ExchangeScope, tool: Principal): ExchangeScope {
  return { ...scope, principal: tool, context: { ...scope.context, tool: tool.id } };
}
