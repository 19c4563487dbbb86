import { Injectable } from '@nestjs/common';
import { CollectionDetector, type ExchangeScope } from '#lib/deidentification';
import type { DetectionOptions } from '#lib/detection';
import { RateLimits } from '#lib/identity';
import { applyEdits, Clock, type Principal } from '#lib/kernel';
import { Keyring } from '#lib/keyring';
import { type Action, PolicyStore } from '#lib/policy';
import { redactedText } from '#lib/vault';
import type { AuthenticatedRequest } from '../http/current-request.js';
import type { Permission } from '../http/permission.js';
import { Denials } from './denials.js';
import { readExchangeHeaders } from './exchange-headers.js';
import { keyedDigests } from './keyed-digest.js';

export interface ScopeInput {
  readonly request: AuthenticatedRequest;
  readonly model?: string;
  /** The collection that the body names, where a route's body may; it wins over the header. */
  readonly collectionId?: string | undefined;
  /** The data subject that is concerned, where a route names one. */
  readonly subject?: string;
  /** What tells conversations apart when no header does: a conversation's first user message. */
  readonly opening?: string;
  /** Of an exchange that this one goes on from; it was bound to the principal then. */
  readonly conversationId?: string;
  /** What the body says is to be looked for, over the collection's settings. */
  readonly detection?: DetectionOptions;
}

/** Makes the scope of one exchange from its request: one policy snapshot, and the permission asked of it. */
@Injectable()
export class ExchangeScopes {
  constructor(
    private readonly policies: PolicyStore,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    private readonly denials: Denials,
    private readonly detector: CollectionDetector,
    private readonly limits: RateLimits,
  ) {}

  /** Throws `policy.denied` when the caller may not do this in this collection for this purpose, unknown ones included. */
  async open(input: ScopeInput): Promise<ExchangeScope> {
    const { request, model } = input;
    const action = actionOf(request.permission);
    const { user: principal } = request;
    const headers = readExchangeHeaders(request.headers);
    const collectionId = input.collectionId ?? headers.collectionId;
    const [policy, conversationId] = await Promise.all([
      this.policies.snapshot(principal.tenantId),
      input.conversationId ?? this.conversationId(principal, headers.conversation, input.opening),
    ]);
    const reason = await this.withoutValues(principal.tenantId, collectionId, headers.reason);
    const context = {
      now: this.clock.now(),
      mfa: principal.mfa ?? false,
      sourceIp: request.ip,
      ...(headers.purpose !== undefined && { purpose: headers.purpose }),
      ...(reason !== undefined && { reason }),
      ...(model !== undefined && { model }),
    };
    const detection = headers.strict ? { ...input.detection, profile: 'strict' as const } : input.detection;
    const scope = {
      requestId: request.id,
      principal,
      collectionId,
      conversationId,
      policy,
      context,
      takeJoins: (count: number) => this.limits.take(principal.tenantId, principal.id, 'vault:Join', count),
      ...(detection && { detection }),
    };
    if (action === undefined) return scope;
    const asked = {
      principal,
      action,
      resource: {
        tenantId: principal.tenantId,
        collectionId,
        ...(input.subject !== undefined && { subject: input.subject }),
      },
      context: { ...context, conversation: conversationId },
    };
    const decision = policy.decide(asked);
    if (!decision.allowed) await this.denials.refuse({ requestId: scope.requestId, asked, decision, policy });
    return scope;
  }

  /** A reason is free text that the audit log keeps, so values in it are cut out. */
  private async withoutValues(tenantId: string, collectionId: string, reason: string | undefined) {
    if (reason === undefined) return undefined;
    const [findings] = await this.detector.findAll({ tenantId, collectionId, texts: [{ text: reason }] });
    return applyEdits(
      reason,
      (findings ?? []).map(({ start, end, type }) => ({ start, end, text: redactedText(type) })),
    );
  }

  /**
   * Bound to the principal, so naming somebody else's conversation gains nothing. Requests that name none and have no
   * opening (the privacy and vault APIs) share the principal's own nameless one.
   */
  private async conversationId(principal: Principal, named: string | undefined, opening: string | undefined) {
    const parts = named !== undefined ? ['named', named] : ['opening', opening ?? ''];
    const label = 'pvg/1|conversation';
    const [digest] = await keyedDigests(this.keyring, principal.tenantId, label, [[principal.id, ...parts]]);
    return digest!.toString('base64url').slice(0, 22);
  }
}

/** The action that the route names, to be asked of the collection; none where each value is decided by itself. */
function actionOf(permission: Permission): Action | undefined {
  return permission.startsWith('exchange:') ? (permission.slice('exchange:'.length) as Action) : undefined;
}
